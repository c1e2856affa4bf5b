import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { ExampleRequest } from './example-calls.ts';
import type { ServerFixture } from './server-fixture.ts';

/** The code of the error that a call is answered with, or a part of its good answer. */
export type Outcome = string | object;

/** Calls, and expects a code, or a part of the answer. */
export async function expectOutcome(
  server: ServerFixture,
  name: EndpointName,
  request: ExampleRequest,
  outcome: Outcome,
) {
  const answer = await server.call(endpoints[name] as Endpoint, request);
  if (typeof outcome === 'object') expect([name, answer.reply ?? {}]).toMatchObject([name, outcome]);
  else expect([name, answer.error.code]).toEqual([name, outcome]);
}
