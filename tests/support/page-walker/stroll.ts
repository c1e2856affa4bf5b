import { AREAS, focusKey, isLoading } from './app-page.ts';
import { createDice } from './dice.ts';
import { fault } from './fault.ts';
import { ARROWS, frame, pause, press, pressTwice, stayAway, type WalkKey } from './hand.ts';
import { click, hover, nameOf, reachable, wheel } from './pointer.ts';
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
/** An arrow may wait this long, in ms, for what OK opens by calls that fail and are retried. The focus stays where the pointer left it. */
const OPENING_MS = 20_000;

/** An arrow, and where a pointer had left the focus. */
interface Left {
  readonly arrow: WalkKey;
  readonly at: string | null;
  readonly address: string;
}

export interface StrollOptions {
  readonly seed: number;
  readonly keys: number;
  /** Matches focus keys that are never confirmed with OK. */
  readonly avoid: string;
}

/** One in so many moves is made with the pointer, is a double press, or sets the clock. */
const POINTER_IN = 12;
const DOUBLE_IN = 8;
const CLOCK_IN = 250;
/** Jumps of the set's clock, in ms: an hour, a day, six years, forwards and back. */
const JUMPS = [1, 24, 24 * 365 * 6].flatMap((hours) => [hours * 3600_000, -hours * 3600_000]);

/** Moves the pointer onto something and perhaps presses it, or turns the wheel. Returns what was done, and on what. */
function point(
  { roll, pick }: ReturnType<typeof createDice>,
  avoided: RegExp,
): readonly [what: string, name: string] | null {
  const things = reachable();
  if (things.length === 0) return null;
  const thing = pick(things);
  const name = nameOf(thing);
  const kind = roll(4);
  if (kind === 0) {
    wheel(thing, roll(2) === 0 ? 120 : -120);
    return ['wheel over', name];
  }
  hover(thing);
  if (kind === 1 || avoided.test(name)) return ['hover', name];
  click(thing);
  if (roll(DOUBLE_IN) === 0 && document.contains(thing)) {
    click(thing);
    return ['double click', name];
  }
  return ['click', name];
}

/**
 * Waits while something is wrong, as long as that may take, and records it if it stays.
 *
 * @param left where a pointer left the focus, if the last key was the first arrow after it
 */
async function judge(record: ReturnType<typeof createRecord>, isPointed: boolean, left: Left | null): Promise<void> {
  let wrong = fault(isPointed);
  let isArrowWaiting = left !== null && focusKey() === left.at;
  let since = performance.now();
  while (wrong !== null && !record.isKnown(wrong)) {
    if (isArrowWaiting && focusKey() !== left?.at) {
      isArrowWaiting = false;
      since = performance.now();
    }
    if (performance.now() - since >= (isArrowWaiting ? OPENING_MS : MOMENT_MS)) {
      if (!isArrowWaiting || !left) break;
      // What it waited for came to nothing, and the arrow with it. The next one acts.
      await press(left.arrow);
      isArrowWaiting = false;
      since = performance.now();
    }
    await frame();
    wrong = fault(isPointed);
  }
  if (wrong !== null) record.tell(wrong);
}

/** Presses random keys, points, presses twice, and sets the clock. */
export async function stroll({ seed, keys, avoid }: StrollOptions): Promise<WalkReport> {
  const dice = createDice(seed);
  const { roll, pick } = dice;
  const record = createRecord();
  const avoided = new RegExp(avoid);
  /** Whether a pointer gave the focus; and what it gave it, until an arrow. */
  let isPointed = false;
  const pointed = new Set<string | null>();
  /** Keys to press before the next random one. */
  let planned: WalkKey[] = [];
  const toAnotherArea = (): WalkKey[] => [
    ...Array<WalkKey>(2).fill('back'),
    ...Array<WalkKey>(8).fill('left'),
    ...Array<WalkKey>(AREAS).fill('up'),
    ...Array<WalkKey>(roll(AREAS)).fill('down'),
    'ok',
  ];
  const pressKey = async (): Promise<Left | null> => {
    let left: Left | null = null;
    const wanted = planned.shift() ?? pick(STROLL);
    const key = wanted === 'ok' && avoided.test(focusKey() ?? '') ? 'back' : wanted;
    const isHeld = ARROWS.includes(key as never) && roll(25) === 0;
    const isDouble = (key === 'ok' || key === 'back') && roll(DOUBLE_IN) === 0;
    if (ARROWS.includes(key as never)) {
      if (isPointed || pointed.has(focusKey())) left = { arrow: key, at: focusKey(), address: location.hash };
      isPointed = false;
    }
    if (isDouble) await pressTwice(key);
    else await press(key, isHeld ? 3 : 0);
    record.count(isDouble ? 'double' : 'key');
    record.step(isDouble ? `${key} twice` : key);
    return left;
  };
  for (let moved = 0; moved < keys && !record.isEnough(); moved += 1) {
    if (planned.length === 0 && roll(KEYS_IN_AREA) === 0) planned = toAnotherArea();
    if (roll(CLOCK_IN) === 0) {
      stayAway(pick(JUMPS));
      record.count('clock');
      record.step('clock');
    }
    const done = planned.length === 0 && roll(POINTER_IN) === 0 ? point(dice, avoided) : null;
    const left = done === null ? await pressKey() : null;
    if (done !== null) {
      isPointed = true;
      record.count('pointer');
      record.step(done.join(' '));
      pointed.add(done[1]);
      await frame();
    }
    await judge(record, isPointed || (pointed.has(focusKey()) && focusKey() !== left?.at), left);
    // Back finds what the pointer left where it was, unless an arrow moved it: not one that waited for another screen.
    if (left !== null && location.hash === left.address) pointed.delete(left.at);
    if (moved % 16 === 0) await frame();
    // Sometimes wait for the loading screen, sometimes press on.
    if (isLoading() && roll(3) > 0) {
      for (let wait = 0; wait < 10 && isLoading(); wait += 1) await pause(10);
    }
  }
  return record.report();
}
