import { CSRF_HEADER, type ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

interface Operation extends JsonObject {
  operationId: string;
  parameters: Json[];
}

interface Described {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Json> };
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Schemas for clients: `documentedAs` (contract/values.ts) replaces schemas that JSON Schema cannot express, such as a
 * number sent as text. Answers stay open, because later versions may add fields.
 */
function describeValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(describeValue);
  if (!isObject(value)) return value;
  const { documentedAs, description } = value;
  if (documentedAs !== undefined && isObject(documentedAs))
    return { ...(description !== undefined && { description }), ...documentedAs };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'additionalProperties' && inner === false))
      .map(([key, inner]) => [key, describeValue(inner)]),
  );
}

const TOKEN: Json = { token: [] };
/** OpenAPI's notation for an optional token. */
const ANYBODY: Json = {};

function securityOf({ auth, suppliedToken }: Endpoint): Json {
  if (auth !== 'none' || suppliedToken === 'required') return [TOKEN];
  return suppliedToken === 'optional' ? [TOKEN, ANYBODY] : [];
}

const headerOf = ([name, { description, pattern }]: [string, { description: string; pattern: string }]): Json => ({
  in: 'header',
  name,
  required: false,
  description,
  schema: { type: 'string', pattern },
});

const SESSION: Json = { consoleSession: [] };

const CSRF: Json = {
  in: 'header',
  name: CSRF_HEADER,
  required: true,
  description: 'The `csrf_token` of the session.',
  schema: { type: 'string' },
};

const describeConsoleOperation = (operation: Operation, { method, allowed }: ConsoleEndpoint): Operation =>
  allowed === 'anyone'
    ? { ...operation, security: [] }
    : {
        ...operation,
        security: [SESSION],
        ...(method !== 'GET' && { parameters: [...(operation.parameters ?? []), CSRF] }),
      };

/** Contract data about a call that is not in its schemas. */
const describeOperation = (operation: Operation): Operation => {
  const ofConsole = (consoleEndpoints as Record<string, ConsoleEndpoint>)[operation.operationId];
  if (ofConsole) return describeConsoleOperation(operation, ofConsole);
  const endpoint = (endpoints as Record<string, Endpoint>)[operation.operationId];
  if (!endpoint) return operation;
  const headers = Object.entries(endpoint.headers ?? {}).map(headerOf);
  return {
    ...operation,
    security: securityOf(endpoint),
    ...(headers.length > 0 && { parameters: [...(operation.parameters ?? []), ...headers] }),
  };
};

/** Removes unreferenced schemas: each named one exists twice, for input and for output. */
function withoutUnused(document: Described): Described {
  const schemas = document.components?.schemas ?? {};
  const text = JSON.stringify(document);
  const used = Object.keys(schemas).filter((name) => text.includes(`"#/components/schemas/${name}"`));
  if (used.length === Object.keys(schemas).length) return document;
  const left = Object.fromEntries(used.map((name) => [name, schemas[name]!]));
  // Schemas that only removed ones refer to are removed in the next round.
  return withoutUnused({ ...document, components: { ...document.components, schemas: left } });
}

/** Converts the framework's generated document into the one that client generators use. */
export function describeCalls(document: object): object {
  const described = withoutUnused(describeValue(document as Json) as Described);
  const paths = Object.fromEntries(
    Object.entries(described.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, describeOperation(operation)]),
      ),
    ]),
  );
  return { ...described, paths };
}
