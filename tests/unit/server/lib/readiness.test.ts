import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { createReadiness } from '#server/monitoring/health/readiness.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';

/** A database that answers on demand. */
function createSlowDatabase() {
  const pending: ((rows: unknown[]) => void)[] = [];
  class SlowDriver extends DummyDriver {
    override acquireConnection() {
      const executeQuery = () => new Promise<never>((resolve) => pending.push((rows) => resolve({ rows } as never)));
      return Promise.resolve({ executeQuery, streamQuery: () => undefined as never });
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SlowDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, pending };
}

let clock: ServerClock;
let database: ReturnType<typeof createSlowDatabase>;
let isReady: () => Promise<boolean>;
let failed: string[];
beforeEach(() => {
  vi.useFakeTimers();
  clock = createServerClock();
  database = createSlowDatabase();
  failed = [];
  const readiness = createReadiness({
    probe: database.db,
    needed: ['0001'],
    clock,
    failures: { report: (cause) => failed.push(cause), works: () => undefined },
  });
  isReady = async () => (await readiness()).isReady;
});

afterEach(() => void vi.useRealTimers());

const sent = () => vi.advanceTimersByTimeAsync(0);

test('concurrent callers share one statement, and the answer is cached for a second', async () => {
  const asking = Array.from({ length: 100 }, isReady);
  await sent();
  database.pending.pop()!([{ name: '0001' }]);
  expect(new Set(await Promise.all(asking))).toEqual(new Set([true]));
  expect(await isReady()).toBe(true);
  expect(database.pending).toEqual([]);
  clock.advance(1);
  const again = isReady();
  await sent();
  database.pending.pop()!([]);
  expect(await again).toBe(false);
});

test('a database that does not answer gets no second statement, and is ready again once it answers', async () => {
  const first = isReady();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await first).toBe(false);
  for (let seconds = 0; seconds < 100; seconds += 1) {
    clock.advance(1);
    expect(await isReady()).toBe(false);
  }
  expect(database.pending).toHaveLength(1);
  expect(failed).toEqual(['readiness']);

  database.pending.pop()!([{ name: '0001' }]);
  clock.advance(1);
  await sent();
  const again = isReady();
  await sent();
  database.pending.pop()!([{ name: '0001' }]);
  expect(await again).toBe(true);
});
