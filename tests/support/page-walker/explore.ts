import { dialogs, focused, focusKey, isLoading, isOnPanel, isVisible, keyOf } from './app-page.ts';
import { fault } from './fault.ts';
import { press, rest, type Arrow } from './hand.ts';
import { createMap } from './map.ts';
import { createRecord, type WalkReport } from './record.ts';

/** Retries per element: rows shift while the focus is elsewhere. */
const MOST_ROUNDS = 3;
/** Limit for walls that load without end. */
const MOST_REACHED = 200;

export interface ExploreOptions {
  /** The maximum number of arrow presses. */
  readonly presses: number;
}

const shown = () =>
  Array.from((dialogs().pop() ?? document).querySelectorAll<HTMLElement>('[data-focus-key]')).filter(
    (element) => isVisible(element) && isOnPanel(element.getBoundingClientRect()),
  );
const hereKey = () => focusKey() ?? '';

/** Distance to an element in an arrow's direction, with sideways distance counted twice; `Infinity` behind it. */
function costOf(arrow: Arrow, element: HTMLElement, here: DOMRect): number {
  const there = element.getBoundingClientRect();
  const x = (there.left + there.right - here.left - here.right) / 2;
  const y = (there.top + there.bottom - here.top - here.bottom) / 2;
  const along = { up: -y, down: y, left: -x, right: x }[arrow];
  const across = Math.abs(arrow === 'up' || arrow === 'down' ? x : y);
  return along > 1 ? along + across * 2 : Infinity;
}

/** Reaches every initially visible element with arrows, and leaves each of them again. */
export async function explore({ presses }: ExploreOptions): Promise<WalkReport> {
  const record = createRecord();
  const map = createMap();
  const wanted = new Set(shown().map((element) => keyOf(element) ?? ''));
  const start = hereKey();
  const reached = new Set([start]);
  // A single element can only be left by OK or Back.
  const left = new Set(wanted.size === 1 ? [start] : []);

  const go = async (arrow: Arrow) => {
    const from = hereKey();
    await press(arrow);
    record.step(arrow);
    if (isLoading()) await rest();
    const to = hereKey();
    map.learn(from, arrow, to);
    if (to !== from) left.add(from);
    reached.add(to);
    const wrong = fault();
    if (wrong !== null) record.tell(wrong);
  };
  const isOver = () => Array.from(wanted).every((key) => reached.has(key) && left.has(key));
  const isWorthwhile = (key: string) => (wanted.has(key) || reached.size < MOST_REACHED) && map.untried(key).length > 0;

  /** The untried arrow that points best to an element not reached yet. */
  const bestArrow = (): Arrow | null => {
    const here = focused()?.getBoundingClientRect();
    const untried = map.untried(hereKey());
    if (!here) return null;
    const missing = shown().filter((element) => {
      const key = keyOf(element) ?? '';
      return wanted.has(key) && !reached.has(key);
    });
    let best = { arrow: untried[0] ?? null, cost: Infinity };
    for (const arrow of untried) {
      const cost = Math.min(Infinity, ...missing.map((element) => costOf(arrow, element, here)));
      if (cost < best.cost) best = { arrow, cost };
    }
    return best.arrow;
  };

  for (let round = 0, pressed = 0; pressed < presses && !isOver() && !record.isEnough(); pressed += 1) {
    const arrow = bestArrow();
    if (arrow) {
      await go(arrow);
      continue;
    }
    const path = map.path(hereKey(), isWorthwhile);
    for (const step of path ?? []) {
      const expected = map.leadsTo(hereKey(), step);
      await go(step);
      if (hereKey() !== expected) break;
    }
    if (path) continue;
    round += 1;
    if (round > MOST_ROUNDS) break;
    for (const step of map.path(hereKey(), (key) => key === start) ?? []) await go(step);
    map.forget();
  }
  for (const key of wanted) {
    if (!reached.has(key)) record.tell(`${key} is not reached from ${start}`);
    else if (!left.has(key)) record.tell(`${key} is not left`);
  }
  record.count('reached', wanted.size);
  return record.report();
}
