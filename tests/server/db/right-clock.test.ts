import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { checkClock, createCheckClock, findClockAheadMs } from '#server/db/right-clock.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A clock that differs from the system's by these, in ms, one after the other. */
const clockOf = (...differencesMs: number[]) => ({ now: () => new Date(Date.now() + (differencesMs.shift() ?? 0)) });
const near = (ms: number) => expect.closeTo(ms, -5);

test('the difference of two clocks does not contain the time of the answer', async () => {
  const { kysely: db } = database;
  expect(await findClockAheadMs(db, clockOf(3_600_000, 3_600_000))).toEqual(near(3_600_000));
  expect(await findClockAheadMs(db, clockOf(-3_600_000, -3_600_000))).toEqual(near(-3_600_000));
  expect(await findClockAheadMs(db, clockOf(-60_000, 60_000))).toBe(0);
});

test.each([
  ['ahead of', 1],
  ['behind', -1],
])("a clock %s the database's is wrong from half a minute on", async (words, sign) => {
  const { kysely: db } = database;
  // Off by an hour, because the answer takes its time.
  const wrong = clockOf(sign * 3_600_000, sign * 3_600_000);
  await expect(checkClock(db, wrong)).rejects.toThrow(
    new RegExp(`^nothing is done: this machine's clock is 3[56]\\d\\d s ${words} the database's$`),
  );
  const right = clockOf(sign * 29_000, sign * 29_000);
  expect(await checkClock(db, right)).toBeUndefined();
});

test("a test's clock is not compared", async () => {
  expect(await createCheckClock(database.kysely, clockOf(3_600_000, 3_600_000))()).toBeUndefined();
});
