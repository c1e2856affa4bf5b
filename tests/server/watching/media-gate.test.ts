import { expect, test, vi } from 'vitest';
import { DatabaseBusyError } from '#server/lib/database-errors.ts';
import { createMediaGate } from '#server/watching/media/gate.ts';
import type { GrantKey } from '#server/watching/media/gate-store.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';

const ACCOUNT = 'account';

function createGate() {
  const clock = createServerClock();
  const ended = new Set<string>();
  let isDown = false;
  const findLiving = vi.fn((keys: readonly GrantKey[]) =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve(keys.filter(({ id }) => !ended.has(id))),
  );
  const failures = { report: vi.fn(), works: vi.fn() };
  const { gate, end: endHere } = createMediaGate({ clock, findLiving, failures });
  return {
    clock,
    findLiving,
    failures,
    end: (id: string) => ended.add(id),
    /** As a call of this process does. */
    endHere: (id: string) => endHere(ACCOUNT, [id]),
    setDown: (value: boolean) => (isDown = value),
    opens: async (id = 'one') => gate(ACCOUNT, id),
  };
}

test('the gate batches concurrent requests for many play logs into one statement', async () => {
  const { clock, findLiving, opens } = createGate();
  const ids = ['one', 'two', 'three'];
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => opens(ids[index % 3])));
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(findLiving).toHaveBeenCalledTimes(1);
  expect(findLiving.mock.calls[0]![0]).toHaveLength(3);
  clock.advance(3);
  await opens();
  expect(findLiving).toHaveBeenCalledTimes(1);
  clock.advance(1);
  await opens();
  expect(findLiving).toHaveBeenCalledTimes(2);
});

test('the gate closes within 10 seconds of the end, and then stops asking', async () => {
  const { clock, end, findLiving, opens } = createGate();
  await opens();
  end('one');
  clock.advance(4);
  expect(await opens()).toBe(false);
  clock.advance(3600);
  expect(await opens()).toBe(false);
  expect(findLiving).toHaveBeenCalledTimes(2);
});

test('the gate keeps media open for two minutes while the database does not answer', async () => {
  const { clock, findLiving, failures, opens, setDown } = createGate();
  await opens();
  setDown(true);
  for (let waited = 0; waited < 115; waited += 5) {
    clock.advance(5);
    expect(await opens()).toBe(true);
    // The failed lookup also answers the requests right after it.
    const asked = findLiving.mock.calls.length;
    expect(await opens()).toBe(true);
    expect(findLiving).toHaveBeenCalledTimes(asked);
  }
  expect(failures.report).toHaveBeenCalledWith('media gate', expect.any(Error));
  clock.advance(10);
  await expect(opens()).rejects.toThrow(DatabaseBusyError);
  setDown(false);
  expect(await opens()).toBe(true);
});

test('the gate closes at once for a play log that its own process ended, also in an outage that begins right after', async () => {
  const { clock, endHere, findLiving, opens, setDown } = createGate();
  expect([await opens('one'), await opens('two')]).toEqual([true, true]);
  clock.advance(1);
  endHere('one');
  setDown(true);
  for (let waited = 0; waited < 30; waited += 5) {
    expect([await opens('one'), await opens('two')]).toEqual([false, true]);
    clock.advance(5);
  }
  expect(findLiving.mock.calls.slice(2).flatMap(([keys]) => keys.map(({ id }) => id))).not.toContain('one');
});

test('a look-up that began before the end of a play log does not open it again', async () => {
  const { clock, endHere, findLiving, opens } = createGate();
  await opens();
  clock.advance(5);
  let answer: (keys: GrantKey[]) => void = () => undefined;
  findLiving.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const asked = opens();
  await expect.poll(() => findLiving.mock.calls.length).toBe(2);
  endHere('one');
  expect(await opens()).toBe(false);
  answer([{ account_id: ACCOUNT, id: 'one' }]);
  expect(await asked).toBe(false);
  expect(await opens()).toBe(false);
});

test('the gate does not rely on an answer that was old when the database stopped answering', async () => {
  const { clock, end, opens, setDown } = createGate();
  await opens();
  // The viewer pauses; another process ends the play log; then the database stops.
  clock.advance(10);
  end('one');
  setDown(true);
  for (let waited = 0; waited < 30; waited += 5) {
    await expect(opens()).rejects.toThrow(DatabaseBusyError);
    clock.advance(5);
  }
  setDown(false);
  expect(await opens()).toBe(false);
});

test('the gate relies on answers of the last 10 seconds before an outage, also where it asks for the first time later', async () => {
  const { clock, opens, setDown } = createGate();
  await opens('old');
  clock.advance(1);
  await opens('buffered');
  clock.advance(5);
  await opens('playing');
  clock.advance(4);
  setDown(true);
  for (let waited = 0; waited < 40; waited += 5) {
    expect(await opens('playing')).toBe(true);
    clock.advance(5);
  }
  expect(await opens('buffered')).toBe(true);
  await expect(opens('old')).rejects.toThrow(DatabaseBusyError);
});

test('the gate measures the age of an answer from the newest outage', async () => {
  const { clock, opens, setDown } = createGate();
  await opens('paused');
  await opens('playing');
  setDown(true);
  clock.advance(5);
  expect(await opens('playing')).toBe(true);
  setDown(false);
  clock.advance(5);
  expect(await opens('playing')).toBe(true);
  setDown(true);
  clock.advance(5);
  expect(await opens('playing')).toBe(true);
  await expect(opens('paused')).rejects.toThrow(DatabaseBusyError);
});

test('the gate does not take two failures far apart for one outage', async () => {
  const { clock, opens, setDown } = createGate();
  await opens();
  setDown(true);
  clock.advance(5);
  expect(await opens()).toBe(true);
  // The database may have answered other processes for a while.
  clock.advance(10);
  await expect(opens()).rejects.toThrow(DatabaseBusyError);
});

test('the gate stays closed for a play log without an answer', async () => {
  const { opens, setDown } = createGate();
  setDown(true);
  await expect(opens()).rejects.toThrow(DatabaseBusyError);
  setDown(false);
  expect(await opens()).toBe(true);
});

test('the gate keeps a play log closed that ended before the database stopped answering', async () => {
  const { clock, end, opens, setDown } = createGate();
  end('one');
  await opens();
  setDown(true);
  clock.advance(60);
  expect(await opens()).toBe(false);
});

test('the gate asks again when the clock was set back', async () => {
  const { clock, end, opens } = createGate();
  await opens();
  end('one');
  clock.advance(-3600);
  expect(await opens()).toBe(false);
});
