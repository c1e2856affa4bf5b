import { AREAS, focusKey, isLoading } from './app-page.ts';
import { createDice } from './dice.ts';
import { fault } from './fault.ts';
import { ARROWS, frame, pause, press, type WalkKey } from './hand.ts';
import { createRecord, type WalkReport } from './record.ts';

const STROLL: readonly WalkKey[] = [
  ...(['up', 'down', 'left', 'right', 'down', 'right', 'up', 'left', 'down', 'right'] as const),
  ...(['up', 'down', 'left', 'right', 'ok', 'ok', 'ok', 'ok', 'ok', 'back', 'back', 'back'] as const),
  ...(['channel-up', 'channel-down', 'fast-forward', 'rewind', 'play-pause', 'stop', '5'] as const),
  ...(['red', 'green', 'yellow', 'blue'] as const),
];
/** Keys between two moves to another area: random keys alone rarely leave one. */
const KEYS_IN_AREA = 80;
/** Transitions and history steps may take this long, in ms; a state that lasts longer is a fault. */
const MOMENT_MS = 400;

export interface StrollOptions {
  readonly seed: number;
  readonly keys: number;
  /** Matches focus keys that are never confirmed with OK. */
  readonly avoid: string;
}

/** Presses random keys. */
export async function stroll({ seed, keys, avoid }: StrollOptions): Promise<WalkReport> {
  const { roll, pick } = createDice(seed);
  const record = createRecord();
  const avoided = new RegExp(avoid);
  /** Keys to press before the next random one. */
  let planned: WalkKey[] = [];
  const toAnotherArea = (): WalkKey[] => [
    ...Array<WalkKey>(2).fill('back'),
    ...Array<WalkKey>(8).fill('left'),
    ...Array<WalkKey>(AREAS).fill('up'),
    ...Array<WalkKey>(roll(AREAS)).fill('down'),
    'ok',
  ];
  for (let pressed = 0; pressed < keys && !record.isEnough(); pressed += 1) {
    if (planned.length === 0 && roll(KEYS_IN_AREA) === 0) planned = toAnotherArea();
    const wanted = planned.shift() ?? pick(STROLL);
    const key = wanted === 'ok' && avoided.test(focusKey() ?? '') ? 'back' : wanted;
    const isHeld = ARROWS.includes(key as never) && roll(25) === 0;
    await press(key, isHeld ? 3 : 0);
    record.step(key);
    let wrong = fault();
    const since = performance.now();
    while (wrong !== null && !record.isKnown(wrong) && performance.now() - since < MOMENT_MS) {
      await frame();
      wrong = fault();
    }
    if (wrong !== null) record.tell(wrong);
    if (pressed % 16 === 0) await frame();
    // Sometimes wait for the loading screen, sometimes press on.
    if (isLoading() && roll(3) > 0) {
      for (let wait = 0; wait < 10 && isLoading(); wait += 1) await pause(10);
    }
  }
  return record.report();
}
