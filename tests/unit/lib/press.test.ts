import { expect, test } from 'vitest';
import { createPresses, TREMBLE_MS, type Press } from '#src/lib/press.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

type Key = 'ok' | 'right';

/** A remote, and a client that takes every press and records its events. */
function start({ haveKeysComeUp = true } = {}) {
  expectNothingLeft(() => presses.cancel());
  const clock = createFakeClock();
  const presses = createPresses<Key>(clock);
  if (haveKeysComeUp) presses.up('right');
  const told: string[] = [];
  const take = (press: Press<Key> | null) => {
    if (!press) return told.push('nothing');
    if (press.repeats > 0) return told.push(`${press.key} ${press.repeats}`);
    told.push(`${press.key} down`);
    press.whenHeld(500, () => {
      told.push(`${press.key} held`);
    });
    press.whenOver((end) => told.push(`${press.key} ${end}`));
  };
  return { clock, presses, told, down: (key: Key, repeats = 0) => void take(presses.down(key, repeats)) };
}

test('a press released in time is not a hold', () => {
  const { clock, presses, told, down } = start();
  down('ok');
  clock.advance(499);
  presses.up('ok');
  expect(told).toEqual(['ok down', 'ok up']);
  expect(clock.running()).toBe(0);
});

test('a hold begins once and ends with keyup', () => {
  const { clock, presses, told, down } = start();
  down('ok');
  clock.advance(5_000);
  presses.up('ok');
  expect(told).toEqual(['ok down', 'ok held', 'ok up']);
  expect(clock.running()).toBe(0);
});

test('a hold repeats its action as often as it requests', () => {
  const { clock, presses } = start();
  let words = 0;
  presses.down('ok', 0)?.whenHeld(450, () => ((words += 1) < 4 ? 400 : undefined));
  clock.advance(1_249);
  expect(words).toBe(2);
  clock.advance(10_000);
  expect(words).toBe(4);
  expect(clock.running()).toBe(0);
});

test('nothing counts as held before any keyup of the remote, repeated or not', () => {
  const { clock, told, down } = start({ haveKeysComeUp: false });
  down('ok');
  clock.advance(600);
  for (let repeat = 1; repeat <= 3; repeat += 1) {
    down('ok', repeat);
    clock.advance(100);
  }
  clock.advance(5_000);
  expect(told).toEqual(['ok down', 'ok 1', 'ok 2', 'ok 3', 'ok cancel']);
  expect(clock.running()).toBe(0);
});

test("the first keyup shows that the remote's keys can be held", () => {
  const { clock, presses, told, down } = start({ haveKeysComeUp: false });
  down('right');
  presses.up('right');
  down('ok');
  clock.advance(500);
  expect(told).toEqual(['right down', 'right up', 'ok down', 'ok held']);
});

test.each<[string, (remote: ReturnType<typeof start>) => void]>([
  ['another key goes down', ({ down }) => down('right')],
  ['the same key goes down again', ({ down }) => down('ok')],
])('a press with a lost keyup is cancelled when %s', (_, goOn) => {
  const remote = start();
  remote.down('ok');
  goOn(remote);
  expect(remote.told.slice(0, 2)).toEqual(['ok down', 'ok cancel']);
  remote.presses.up('ok');
  expect(remote.told.filter((line) => line === 'ok cancel')).toHaveLength(1);
});

test('a repeating key that falls silent counts as released, and repeats after the silence start a new press', () => {
  const { clock, told, down } = start();
  down('right');
  clock.advance(500);
  down('right', 1);
  clock.advance(300);
  down('right', 2);
  clock.advance(399);
  expect(told).toEqual(['right down', 'right held', 'right 1', 'right 2']);
  clock.advance(1);
  expect(told.pop()).toBe('right cancel');
  down('right', 3);
  expect(told.pop()).toBe('right 3');
});

test('a press cancelled while its key is down has no effect until the next keydown', () => {
  const { clock, presses, told, down } = start();
  down('right');
  presses.cancel();
  clock.advance(5_000);
  down('right', 1);
  presses.up('right');
  expect(told).toEqual(['right down', 'right cancel', 'nothing']);
  down('right');
  expect(told.pop()).toBe('right down');
});

test('a released press never becomes a hold and ends once', () => {
  const { clock, presses } = start();
  const told: string[] = [];
  presses.tap('ok', (press) => {
    press.whenHeld(0, () => void told.push('held'));
    press.whenOver((end) => told.push(end));
  });
  clock.advance(1_000);
  expect(told).toEqual(['up']);
});

test('a client may cancel and start a press in its end handler', () => {
  const { presses, told, down } = start();
  presses.down('ok', 0)?.whenOver(() => {
    presses.cancel();
    down('right');
  });
  presses.up('ok');
  presses.up('right');
  expect(told).toEqual(['right down', 'right up']);
});

test('a hold takes twice as long for slow hands, and the same key at once again has no effect', () => {
  const clock = createFakeClock();
  const presses = createPresses<Key>(clock, () => true);
  presses.up('right');
  clock.advance(1_000);
  let holds = 0;
  presses.down('ok', 0)?.whenHeld(700, () => void (holds += 1));
  clock.advance(1_399);
  expect(holds).toBe(0);
  clock.advance(1);
  expect(holds).toBe(1);
  presses.up('ok');

  clock.advance(1_000);
  expect(presses.down('right', 0)).not.toBeNull();
  presses.up('right');
  clock.advance(TREMBLE_MS - 1);
  expect(presses.down('right', 0)).toBeNull();
  expect(presses.down('right', 1)).toBeNull();
  presses.up('right');
  // Another key is meant.
  expect(presses.down('ok', 0)).not.toBeNull();
  presses.up('ok');
  clock.advance(TREMBLE_MS);
  expect(presses.down('ok', 0)).not.toBeNull();
});

test('nothing counts as held where single presses are chosen, and repeats have no effect', () => {
  const clock = createFakeClock();
  const presses = createPresses<Key>(clock, undefined, () => true);
  presses.up('right');
  const ends: string[] = [];
  const press = presses.down('ok', 0);
  press?.whenHeld(500, () => void ends.push('held'));
  press?.whenOver((end) => ends.push(end));
  clock.advance(600);
  expect(presses.down('ok', 1)).toBeNull();
  clock.advance(5_000);
  presses.up('ok');
  expect([press?.canBeHeld, ends]).toEqual([false, ['up']]);
});
