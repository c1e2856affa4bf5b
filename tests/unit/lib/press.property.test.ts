import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPresses, type Press } from '#src/lib/press.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const KEYS = ['left', 'right', 'ok'] as const;
type Key = (typeof KEYS)[number];

const key = fc.constantFrom(...KEYS);
/** Interruptions: the engine cancels presses for dialogs, screen changes and hidden pages. */
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('down' as const), key, isRepeat: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('up' as const), key }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.nat(900) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('tap' as const), key }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('between' as const) }) },
);
/** Choices of the client when a press begins. */
const manner = fc.record({ holdMs: fc.nat(800), againMs: fc.option(fc.nat(500)), cancelsWhenHeld: fc.boolean() });

interface Taken {
  readonly press: Press<Key>;
  holds: number;
  ends: number;
}

test('each press ends once, acts only while it is down, and leaves no timer, whatever interrupts it', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(event, { maxLength: 60 }),
      fc.array(manner, { minLength: 1, maxLength: 8 }),
      (doKeysComeUp, events, manners) => {
        const clock = createFakeClock();
        const presses = createPresses<Key>(clock);
        const taken: Taken[] = [];
        const repeats = new Map<Key, number>();
        let hasComeUp = false;

        const take = (press: Press<Key>) => {
          if (taken[taken.length - 1]?.press === press) return;
          // A press ends before the next one begins.
          expect(taken.every(({ ends }) => ends === 1)).toBe(true);
          const own: Taken = { press, holds: 0, ends: 0 };
          taken.push(own);
          const { holdMs, againMs, cancelsWhenHeld } = manners[taken.length % manners.length]!;
          press.whenHeld(holdMs, () => {
            own.holds += 1;
            expect(own.ends).toBe(0);
            expect(hasComeUp).toBe(true);
            if (cancelsWhenHeld) presses.cancel();
            // A period of 0 ms would never let time pass.
            return againMs === null ? undefined : againMs + 1;
          });
          press.whenOver(() => {
            own.ends += 1;
          });
        };

        for (const now of events) {
          switch (now.type) {
            case 'down': {
              const count = now.isRepeat ? (repeats.get(now.key) ?? -1) + 1 : 0;
              repeats.set(now.key, count);
              const before = taken.length;
              const press = presses.down(now.key, count);
              if (press) take(press);
              if (count === 0) expect(taken).toHaveLength(before + 1);
              break;
            }
            case 'up':
              repeats.delete(now.key);
              if (!doKeysComeUp) break;
              hasComeUp = true;
              presses.up(now.key);
              expect(taken.every(({ press, ends }) => press.key !== now.key || ends === 1)).toBe(true);
              break;
            case 'pass':
              clock.advance(now.ms);
              break;
            case 'tap': {
              presses.tap(now.key, take);
              expect(taken[taken.length - 1]).toMatchObject({ holds: 0, ends: 1 });
              break;
            }
            case 'between':
              presses.cancel();
              expect(taken.every(({ ends }) => ends === 1)).toBe(true);
              expect(clock.running()).toBe(0);
              break;
          }
          expect(clock.running()).toBeLessThanOrEqual(2);
        }
        presses.cancel();
        expect(clock.running()).toBe(0);
        expect(taken.every(({ ends }) => ends === 1)).toBe(true);
        if (!hasComeUp) expect(taken.every(({ holds }) => holds === 0)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
