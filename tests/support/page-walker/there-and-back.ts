import { AREAS, dialogs, focusKey, isLoading, screenName, where } from './app-page.ts';
import { createDice } from './dice.ts';
import { frame, press, rest, stayAway, type WalkKey } from './hand.ts';
import { createRecord, type WalkReport } from './record.ts';
import { differences, see, type Sight } from './sight.ts';

const WANDER: readonly WalkKey[] = [
  ...(['down', 'down', 'right', 'right', 'right', 'up', 'left', 'channel-down', 'fast-forward'] as const),
];
/** Left again as they are. */
const LEFT_AT_ONCE = ['profiles', 'player', 'error', 'offline'];
/** Longer than an answer counts as fresh, in ms. */
const AWAY_MS = 31_000;
/** What was begun hides no short reviews any more. */
const CHANGED_BY_PLAYING = /^reviews\/all$/;
const MOST_BACKS = 6;
const DIFFERENCES_TOLD = 6;

const isPlayer = () => screenName() === 'player';

export interface ThereAndBackOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Focus keys on which OK is not pressed. */
  readonly avoid: string;
}

/** Opens things, one from the other, comes back, and compares what is seen before and after. */
export async function thereAndBack({ seed, rounds, avoid }: ThereAndBackOptions): Promise<WalkReport> {
  const { roll, pick } = createDice(seed);
  const record = createRecord();
  const avoided = new RegExp(avoid);
  const stack: Sight[] = [];
  let round = 0;
  let hasPlayed = false;
  const key = async (pressed: WalkKey) => {
    await press(pressed);
    record.step(pressed);
  };
  /** The page's history takes its time. */
  const leave = async (here: string, frames: number) => {
    for (let wait = 0; wait < frames && where() === here; wait += 1) await frame();
  };

  /** Goes to the next episode, once the player knows which that is. */
  const playNext = async () => {
    const here = location.hash;
    for (let wait = 0; wait < 60 && location.hash === here; wait += 1) {
      await press('blue');
      await frame();
    }
    record.step('blue');
    return location.hash !== here;
  };

  const comeBack = async () => {
    const before = stack.pop();
    if (!before) return;
    const from = screenName();
    hasPlayed ||= isPlayer();
    const isOld = roll(2) === 0;
    if (isOld) stayAway(AWAY_MS);
    const hadNext = isPlayer() && (await playNext());
    for (let back = 0; back < MOST_BACKS && where() !== before.where; back += 1) {
      const here = where();
      await key(isPlayer() ? 'stop' : 'back');
      await leave(here, 20);
    }
    if (where() !== before.where) {
      record.tell(`Back from ${from} leads to ${where()}, not to ${before.where}`);
      stack.length = 0;
      return;
    }
    const ways = [isOld ? 'with old answers' : '', hadNext ? 'after the next episode' : ''].filter(Boolean);
    const compare = (when: string) => {
      const found = differences(before, see(), hasPlayed ? CHANGED_BY_PLAYING : null);
      const told = found.slice(0, DIFFERENCES_TOLD).join('; ');
      const more = found.length > DIFFERENCES_TOLD ? ` and ${found.length - DIFFERENCES_TOLD} more` : '';
      if (found.length > 0) record.tell(`${[when, `from ${from}`, ...ways].join(', ')}: ${told}${more}`);
    };
    await frame();
    if (!isLoading()) compare('at once');
    await rest();
    compare('at rest');
    round += 1;
    for (const what of [`${before.where.split(' ')[2]} > ${from}`, ...ways]) record.count(what);
  };

  while (round < rounds && !record.isEnough()) {
    if (stack.length === 0 || roll(4) > 0) for (let step = 1 + roll(6); step > 0; step -= 1) await key(pick(WANDER));
    // The left edge leads everywhere else.
    if (stack.length < 2 && roll(3) === 0) {
      for (let step = 0; step < 8 && !focusKey()?.startsWith('navigation/'); step += 1) await key('left');
      for (let step = 0; step < AREAS; step += 1) await key('up');
      for (let step = roll(AREAS); step > 0; step -= 1) await key('down');
    }
    await rest();
    if (stack.length >= 3 || (stack.length > 0 && roll(3) === 0)) {
      await comeBack();
      continue;
    }
    if (avoided.test(focusKey() ?? '')) continue;
    const before = see();
    await key('ok');
    await leave(before.where, 3);
    await rest();
    if (where() === before.where) continue;
    stack.push(before);
    if (dialogs().length > 0 || LEFT_AT_ONCE.includes(screenName())) await comeBack();
  }
  return record.report();
}
