import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import type { RemoteKey } from '#platform/platform.ts';

/*
 * Random walks check that Back returns exactly to where OK was pressed, although answers arrive in another order each
 * time. Repeat a failed walk by its seed: `WALK_SEED=7 npx vitest run there-and-back`.
 */
const SEEDS = (process.env['WALK_SEED'] ?? '1').split(',').map(Number);
const ROUNDS = Number(process.env['WALK_ROUNDS'] ?? 40);

/** Elements whose press changes data instead of navigating; and 홈, which resets to the first visit. */
const CHANGES =
  /^(navigation\/home|item\/(wish|rate|primary)|home\/play|library\/undo|search\/(clear|recent\/.*)|settings\/(playback|notifications|accessibility|profiles\/keep|devices).*|profiles\/keep|failed\/.*|write-review.*|profile-edit\/.*|change.*|server-address.*|offline.*|exit\/.*|sign-out.*)$/;
const WANDER: readonly RemoteKey[] = [
  'down',
  'down',
  'right',
  'right',
  'right',
  'up',
  'left',
  'channel-down',
  'fast-forward',
];
/** Screens that the walk leaves without opening anything. */
const LEFT_AT_ONCE = ['profiles', 'player', 'error', 'offline'];
/** Longer than an answer counts as fresh, in ms. */
const AWAY_MS = 31_000;

function createDice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
  return { roll, pick: <T,>(of: readonly T[]) => of[roll(of.length)] as T };
}

const all = (selector: string) => Array.from(document.querySelectorAll<HTMLElement>(selector));
const screenName = () => document.querySelector('main')?.dataset['screen'] ?? '';
/** Invalid while a history step is pending: the history entry with the visit number follows asynchronously. */
const where = () => {
  const { visit } = window.history.state as { visit: number };
  return `${visit} ${window.location.hash} ${screenName()} ${all('[role=dialog]').length}`;
};
const isLoading = () => all('[role=status][aria-label="불러오는 중이에요"]').length > 0;
const keyOf = (element: HTMLElement) => element.dataset['focusKey'] ?? '';
const keyOfRow = (track: HTMLElement) =>
  keyOf(track.querySelector<HTMLElement>('[data-focus-key]') ?? track).replace(/\/[^/]*$/, '');

/** Tiles by position: a wall pools its elements, so their document order means nothing. */
const inOrder = (): string[] => {
  const stands = (tile: HTMLElement) => Number(/translate3d\((-?[\d.]+)/.exec(tile.style.transform)?.[1] ?? 0);
  const rowOf = (track: HTMLElement) => Number(track.dataset['rowTrack']);
  const tracks = all('[data-row-track]').sort((one, other) => rowOf(one) - rowOf(other));
  const tilesOf = (track: HTMLElement) =>
    Array.from(track.querySelectorAll<HTMLElement>('[data-focus-key]')).sort(
      (one, other) => stands(one) - stands(other),
    );
  const beside = all('[data-focus-key]').filter((element) => !element.closest('[data-row-track]'));
  return [...beside, ...tracks.flatMap(tilesOf)].map(keyOf);
};

/** The state that a viewer sees: focus, scroll positions, choices, typed text and order of tiles. */
const see = (app: RunningApp) => ({
  where: where(),
  focusKey: app.focusKey(),
  rows: new Map(
    all('[data-row-track]').map((track) => [
      keyOfRow(track),
      [track, track.parentElement, track.parentElement?.parentElement].map((part) => part?.style.transform).join(),
    ]),
  ),
  chosen: all('[data-focus-key][aria-pressed],[data-focus-key][aria-current]').map(
    (element) => `${keyOf(element)} ${element.getAttribute('aria-pressed') ?? element.getAttribute('aria-current')}`,
  ),
  order: inOrder(),
  texts: all('[role=textbox]').map((field) => field.textContent),
});
type Sight = ReturnType<typeof see>;

/** Lists what is missing or changed in `after`; additions are ignored. */
function differences(before: Sight, after: Sight): string[] {
  const inBoth = (one: Sight, other: Sight) => one.order.filter((key) => other.order.includes(key)).join();
  return [
    before.where === after.where ? '' : `it was ${before.where}, is ${after.where}`,
    before.focusKey === after.focusKey ? '' : `the focus was on ${before.focusKey}, is on ${after.focusKey}`,
    ...[...before.rows].map(([key, stood]) =>
      (after.rows.get(key) ?? stood) === stood ? '' : `${key} stood at ${stood}, stands at ${after.rows.get(key)}`,
    ),
    ...before.chosen.map((choice) => (after.chosen.includes(choice) ? '' : `${choice} is not chosen`)),
    before.texts.join() === after.texts.join() ? '' : 'the text is another',
    inBoth(before, after) === inBoth(after, before) ? '' : 'the order is another',
  ].filter(Boolean);
}

/** Pending history steps. */
let steps = 0;
const arrive = () => (steps = Math.max(0, steps - 1));
beforeEach(() => {
  steps = 0;
  const go = window.history.go.bind(window.history);
  vi.spyOn(window.history, 'go').mockImplementation((delta) => {
    steps += 1;
    go(delta);
  });
  window.addEventListener('popstate', arrive);
});
const historyFollows = () => waitFor(() => expect(steps).toBe(0));

const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
async function rest(app: RunningApp) {
  await waitFor(() =>
    expect([isLoading(), screenName() === '', app.wire.pending(), steps]).toEqual([false, false, 0, 0]),
  );
  await turn();
}

afterEach(() => {
  window.removeEventListener('popstate', arrive);
  vi.useRealTimers();
});

test.each(SEEDS)(
  'Back returns exactly to where OK was pressed on walk %i',
  async (seed) => {
    const app = await startAtHome();
    app.wire.turnsLists = true;
    const { roll, pick } = createDice(seed);
    const pressed: string[] = [];
    const stack: Sight[] = [];
    const press = async (key: RemoteKey) => {
      await app.press(key);
      pressed.push(`${key} -> ${screenName()} ${app.focusKey()}`);
      expect(app.focused(), pressed.slice(-8).join('\n')).toHaveAccessibleName(/[가-힣]/);
    };
    const comeBack = async (before: Sight) => {
      const from = screenName();
      if (roll(2) === 0) vi.setSystemTime(Date.now() + AWAY_MS);
      for (let step = 0; step < 6 && where() !== before.where; step += 1) {
        await press(screenName() === 'player' ? 'stop' : 'back');
        await historyFollows();
      }
      const compare = (when: string) =>
        expect(
          differences(before, see(app)),
          `seed ${seed}, ${when} from ${from}\n${pressed.slice(-12).join('\n')}`,
        ).toEqual([]);
      if (!isLoading()) compare('at once back');
      await rest(app);
      compare('back, with all answers,');
    };

    for (let round = 0; round < ROUNDS;) {
      for (let step = roll(7); step > 0; step -= 1) await press(pick(WANDER));
      // Use the navigation at the left edge: it leads to all other areas.
      if (stack.length < 2 && roll(3) === 0) {
        for (let step = 0; step < 8 && !app.focusKey()?.startsWith('navigation/'); step += 1) await press('left');
        for (let step = 1 + roll(6); step > 0; step -= 1) await press(pick(['up', 'down']));
      }
      await rest(app);
      const last = stack[stack.length - 1];
      if (last && (stack.length >= 3 || roll(3) === 0)) {
        stack.pop();
        await comeBack(last);
        round += 1;
        continue;
      }
      if (CHANGES.test(app.focusKey() ?? '')) continue;
      const before = see(app);
      await press('ok');
      await rest(app);
      if (where() === before.where) continue;
      if (before.where.endsWith('0') && !where().endsWith('0')) await comeBack(before);
      else if (LEFT_AT_ONCE.includes(screenName())) await comeBack(before);
      else stack.push(before);
    }
  },
  300_000,
);
