import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFocusEngine, createVisitMemory, type KeyPress } from '#src/focus/index.ts';
import { createFakeClock, settled, type FakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform, type FakePlatform } from '#tests/support/app/fake-platform.ts';

/** The events of a node. */
interface Told {
  downs: number;
  ends: number;
  /** OK pressed or held; each one belongs to one keydown. */
  acts: number;
  holds: number;
  holdsOver: number;
}

interface Stage {
  readonly engine: ReturnType<typeof createFocusEngine>;
  readonly platform: FakePlatform;
  readonly clock: FakeClock;
  readonly screen: Told;
  readonly dialog: Told;
  removeScreen(): void;
  openDialog(): void;
  closeDialog(): void;
  dispose(): void;
}

/** A screen with one element, and a dialog that can open over it. */
function start(): Stage {
  const platform = createFakePlatform();
  const clock = createFakeClock();
  const engine = createFocusEngine({ ...platform, clock, onNextFrame: (run) => run() });
  const stop = engine.start();

  const add = (key: string, parentKey: string): [Told, () => void] => {
    const told: Told = { downs: 0, ends: 0, acts: 0, holds: 0, holdsOver: 0 };
    const element = document.body.appendChild(document.createElement('div'));
    element.tabIndex = -1;
    const take = (press: KeyPress) => {
      if (press.repeats > 0) return true;
      told.downs += 1;
      press.whenOver(() => (told.ends += 1));
      return true;
    };
    const remove = engine.addNode({
      key,
      parentKey,
      element,
      isPlaceholder: false,
      focusElement: () => element.focus(),
      onArrow: (_, press) => take(press),
      onPress: () => void (told.acts += 1),
      holdAction: () => ({ begin: () => (told.holds += 1), end: () => (told.holdsOver += 1) }),
      onKey: take,
    });
    return [
      told,
      () => {
        remove();
        element.remove();
      },
    ];
  };

  const [screen, removeScreen] = add('screen', 'SN:ROOT');
  const dialog: Told = { downs: 0, ends: 0, acts: 0, holds: 0, holdsOver: 0 };
  let closeOpen: (() => void) | null = null;
  const closeDialog = () => {
    closeOpen?.();
    closeOpen = null;
  };
  return {
    engine,
    platform,
    clock,
    screen,
    dialog,
    removeScreen,
    openDialog() {
      if (closeOpen) return;
      const removeScope = engine.addScope('dialog', engine.nextOrder());
      const element = document.body.appendChild(document.createElement('div'));
      const removeGroup = engine.addGroup({
        key: 'dialog',
        parentKey: 'SN:ROOT',
        element,
        axis: 'row',
        isBoundary: true,
      });
      const [told, removeNode] = add('dialog/button', 'dialog');
      closeOpen = () => {
        removeNode();
        removeGroup();
        removeScope();
        element.remove();
        for (const count of Object.keys(told) as (keyof Told)[]) dialog[count] += told[count];
      };
    },
    closeDialog,
    dispose() {
      closeDialog();
      stop();
      removeScreen();
    },
  };
}

const key = fc.constantFrom('left' as const, 'ok' as const, 'red' as const);
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('down' as const), key }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('up' as const), key }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.nat(900) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('open' as const, 'close' as const, 'hide' as const, 'leave' as const),
    }),
  },
);

test('a node receives the end of each press once, whatever opens, closes or hides, and acts at most once per keydown', () =>
  fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const stage = start();
      const { engine, platform, clock, screen, dialog } = stage;
      engine.focus('screen');
      await settled();
      let oksDown = 0;
      const isDown = { left: false, ok: false, red: false };
      for (const now of events) {
        switch (now.type) {
          case 'down':
            if (now.key === 'ok' && !isDown.ok) oksDown += 1;
            isDown[now.key] = true;
            platform.keyDown(now.key);
            break;
          case 'up':
            isDown[now.key] = false;
            platform.keyUp(now.key);
            break;
          case 'pass':
            clock.advance(now.ms);
            break;
          case 'open':
            stage.openDialog();
            break;
          case 'close':
            stage.closeDialog();
            break;
          case 'hide':
            platform.setHidden(true);
            platform.setHidden(false);
            break;
          case 'leave':
            engine.enterVisit(createVisitMemory(), null);
            break;
        }
        await settled();
        if (now.type === 'hide' || now.type === 'leave') {
          expect(screen.ends).toBe(screen.downs);
          expect(engine.isHolding()).toBe(false);
          expect(clock.running()).toBe(0);
        }
        expect(screen.ends).toBeLessThanOrEqual(screen.downs);
      }
      stage.dispose();
      expect(clock.running()).toBe(0);
      expect(engine.isHolding()).toBe(false);
      for (const told of [screen, dialog]) {
        expect(told.ends).toBe(told.downs);
        expect(told.holdsOver).toBe(told.holds);
      }
      expect(screen.acts + screen.holds + dialog.acts + dialog.holds).toBeLessThanOrEqual(oksDown);
    }),
    { numRuns: 200 },
  ));

test('a dialog ends a held arrow, which does not move inside the dialog', async () => {
  const stage = start();
  const { engine, platform, clock, screen, dialog } = stage;
  engine.focus('screen');
  await settled();
  platform.press('left');
  platform.keyDown('left');
  clock.advance(500);
  platform.keyDown('left');
  expect(engine.isHolding()).toBe(true);
  stage.openDialog();
  await settled();
  expect(engine.currentKey()).toBe('dialog/button');
  expect(screen.ends).toBe(2);
  expect(engine.isHolding()).toBe(false);
  clock.advance(100);
  platform.keyDown('left');
  expect(engine.isHolding()).toBe(false);
  platform.keyUp('left');
  stage.dispose();
  expect(dialog.downs).toBe(0);
});

test('a hold ends when its element disappears', async () => {
  const stage = start();
  const { engine, platform, clock, screen } = stage;
  engine.focus('screen');
  await settled();
  platform.press('left');
  platform.keyDown('ok');
  clock.advance(1_000);
  expect(screen).toMatchObject({ holds: 1, holdsOver: 0 });
  stage.removeScreen();
  expect(screen).toMatchObject({ holds: 1, holdsOver: 1 });
  platform.keyUp('ok');
  expect(screen.acts).toBe(0);
  stage.dispose();
});

test('a held arrow ends by a timeout on a remote without keyup', async () => {
  const stage = start();
  const { engine, platform, clock } = stage;
  engine.focus('screen');
  await settled();
  platform.keyDown('left');
  clock.advance(500);
  for (let repeat = 0; repeat < 5; repeat += 1) {
    platform.keyDown('left');
    expect(engine.isHolding()).toBe(true);
    clock.advance(100);
  }
  clock.advance(299);
  expect(engine.isHolding()).toBe(true);
  clock.advance(1);
  expect(engine.isHolding()).toBe(false);
  expect(clock.running()).toBe(0);
  stage.dispose();
});
