/* Which calls of the OpenAPI document name something by an id, a code or a token. */

interface Schema {
  $ref?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** `id`, `item_id`, `orderId`, `ids`, `user_code`, `token`, and every UUID whatever its name. */
const isId = (name: string, schema: Schema) =>
  /(^|_)(ids?|codes?|tokens?)$|Ids?$/.test(name) || schema.format === 'uuid';

/** Names of calls by their tag: those of the console, or those of viewers. */
export function callsWithIds(text: string, { ofConsole }: { ofConsole: boolean }): string[] {
  const { paths, components } = JSON.parse(text) as Document;
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(components.schemas[name]!);
  };
  const hasId = (given: Schema): boolean => {
    const schema = resolve(given);
    const parts = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat();
    const named = Object.entries(schema.properties ?? {});
    return parts.some(hasId) || named.some(([name, own]) => isId(name, resolve(own)) || hasId(own));
  };
  const namesOne = ({ parameters = [], requestBody }: Operation) =>
    // Without a list of values, a part of a path is an id: a fingerprint too.
    parameters.some((one) => (one.in === 'path' ? !resolve(one.schema).enum : isId(one.name, resolve(one.schema)))) ||
    Object.values(requestBody?.content ?? {}).some(({ schema }) => hasId(schema));
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((one) => one.tags.includes('console') === ofConsole && namesOne(one))
    .map(({ operationId }) => operationId)
    .sort();
}
