import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPresses } from '#src/lib/press.ts';
import { createSeekModel } from '#src/player/controls/seek-model.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const direction = fc.constantFrom<-1 | 1>(-1, 1);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('down' as const), direction, isRepeat: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('up' as const), direction }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.nat(1_500) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('confirm' as const, 'cancel' as const, 'dialog' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('aim' as const), seconds: fc.double({ noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('decoder' as const), seconds: fc.nat(2_000) }) },
);
const run = fc.record({
  durationSeconds: fc.integer({ min: 1, max: 8_000 }),
  atSeconds: fc.nat(8_000),
  doKeysComeUp: fc.boolean(),
  events: fc.array(event, { maxLength: 60 }),
});

test('each gesture seeks at most once, within the episode, and never against the pressed direction', () => {
  fc.assert(
    fc.property(run, ({ durationSeconds, atSeconds, doKeysComeUp, events }) => {
      const clock = createFakeClock();
      let positionSeconds = Math.min(atSeconds, durationSeconds);
      let gestures = 0;
      let seeks = 0;
      let isCancelling = false;
      /** Direction of the last press; null when something else may have moved the target. */
      let pressed: -1 | 1 | null = null;
      let lastTarget: number | null = null;

      const model = createSeekModel({
        clock,
        canSeek: () => true,
        durationSeconds: () => durationSeconds,
        positionSeconds: () => positionSeconds,
        seek(seconds) {
          seeks += 1;
          expect(isCancelling).toBe(false);
          expect(seeks).toBeLessThanOrEqual(gestures);
          expect(seconds).toBe(lastTarget);
          positionSeconds = seconds;
        },
      });
      model.subscribe(() => {
        const now = model.getState();
        if (!now) {
          lastTarget = null;
          return;
        }
        if (lastTarget === null) {
          gestures += 1;
          lastTarget = now.originSeconds;
        }
        expect(now.targetSeconds).toBeGreaterThanOrEqual(0);
        expect(now.targetSeconds).toBeLessThanOrEqual(durationSeconds);
        if (pressed !== null) expect((now.targetSeconds - lastTarget) * pressed).toBeGreaterThanOrEqual(0);
        lastTarget = now.targetSeconds;
      });

      const presses = createPresses<string>(clock);
      if (doKeysComeUp) presses.up('any');
      let repeats = 0;
      const press = (direction: -1 | 1) => {
        const down = presses.down(String(direction), repeats);
        if (down) model.keyDown(direction, down);
      };

      for (const now of events) {
        switch (now.type) {
          case 'down':
            pressed = now.direction;
            repeats = now.isRepeat ? repeats + 1 : 0;
            press(now.direction);
            break;
          case 'dialog':
            presses.cancel();
            break;
          case 'up':
            if (doKeysComeUp) presses.up(String(now.direction));
            break;
          case 'pass':
            clock.advance(now.ms);
            break;
          case 'aim':
            pressed = null;
            model.aimAt(now.seconds);
            break;
          case 'decoder':
            // Late or wrong positions must not change the shown target during a gesture.
            positionSeconds = Math.min(now.seconds, durationSeconds);
            break;
          case 'confirm':
            model.confirm();
            break;
          case 'cancel':
            isCancelling = true;
            model.cancel();
            isCancelling = false;
            break;
        }
      }
      presses.cancel();
      clock.advance(60_000);
      expect(model.getState()).toBeNull();
      expect(clock.running()).toBe(0);
    }),
    { numRuns: 400 },
  );
});
