import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import type { Clock } from '#src/lib/clock.ts';
import { outcomeOf, type Entry, type Ledger } from './ledger.ts';

const names = new Map<Endpoint, string>(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));

/** GETs that write: they open a play log. */
const OPENING: ReadonlySet<string> = new Set(['getVideo', 'getAvodVideo']);

export interface Recording {
  ledger: Ledger;
  clock: Clock;
  television: string;
  /** The account and profile that make calls now. */
  owner(): Pick<Entry, 'accountId' | 'profileId'>;
}

/** The client of a set, which writes each call that changes something into the ledger. */
export function recordedClient(client: Client, recording: Recording): Client {
  const { ledger, clock, television, owner } = recording;
  return {
    async call(endpoint, request, options) {
      const call = names.get(endpoint) ?? endpoint.path;
      if (endpoint.method === 'GET' && !OPENING.has(call)) {
        ledger.reads += 1;
        return client.call(endpoint, request, options);
      }
      const { params = {}, body } = request as { params?: Record<string, unknown>; body?: unknown };
      const entry: Entry = {
        ...owner(),
        call,
        television,
        params,
        body,
        sentAtMs: clock.now(),
        settledAtMs: null,
        outcome: 'doubtful',
        status: 0,
      };
      ledger.entries.push(entry);
      try {
        const reply = await client.call(endpoint, request, options);
        Object.assign(entry, { settledAtMs: clock.now(), outcome: 'acknowledged', status: 200, reply });
        return reply;
      } catch (error) {
        const { status, code } = error instanceof ApiError ? error : { status: 0, code: undefined };
        Object.assign(entry, { settledAtMs: clock.now(), outcome: outcomeOf(status), status, code });
        throw error;
      }
    },
    asNow: () => recordedClient(client.asNow(), { ...recording, owner: constant(owner()) }),
  };
}

const constant =
  <T>(value: T) =>
  () =>
    value;
