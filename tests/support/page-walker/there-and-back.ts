import { AREAS, dialogs, focusKey, isLoading, screenName, where } from './app-page.ts';
import { createDice } from './dice.ts';
import { frame, historyFollows, press, rest, stayAway, type WalkKey } from './hand.ts';
import { createRecord, type WalkReport } from './record.ts';
import { differences, see, type Sight } from './sight.ts';

const WANDER: readonly WalkKey[] = [
  ...(['down', 'down', 'right', 'right', 'right', 'up', 'left', 'channel-down', 'fast-forward'] as const),
];
/** Screens that the walk leaves without opening anything. */
const LEFT_AT_ONCE = ['profiles', 'player', 'error', 'offline'];
/** Longer than an answer counts as fresh, in ms. */
const AWAY_MS = 31_000;
/** Reviews are unveiled once the title has been played. */
const CHANGED_BY_PLAYING = /^reviews\/all$/;
const MOST_BACKS = 6;
const DIFFERENCES_TOLD = 6;

const isPlayer = () => screenName() === 'player';

export interface ThereAndBackOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Matches focus keys that are never confirmed with OK. */
  readonly avoid: string;
}

/** Opens screens one from another, goes back, and compares the sights before and after. */
export async function thereAndBack({ seed, rounds, avoid }: ThereAndBackOptions): Promise<WalkReport> {
  const { roll, pick } = createDice(seed);
  const record = createRecord();
  const avoided = new RegExp(avoid);
  const stack: Sight[] = [];
  let round = 0;
  let hasPlayed = false;
  const key = async (pressed: WalkKey) => {
    await press(pressed);
    await historyFollows();
    record.step(pressed);
  };

  /** Plays the next episode, once the player knows it. */
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
      // Keys that wait for content come before Back.
      if (back > 0) await rest();
      await key(isPlayer() ? 'stop' : 'back');
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
    // Use the navigation at the left edge: it leads to all other areas.
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
    await rest();
    if (where() === before.where) continue;
    stack.push(before);
    if (dialogs().length > 0 || LEFT_AT_ONCE.includes(screenName())) await comeBack();
  }
  // The way back ends where it began, however deep the last round went.
  while (stack.length > 0 && !record.isEnough()) await comeBack();
  return record.report();
}
