import type { RemoteKey } from '#platform/platform.ts';
import type { Focus } from './heard.ts';

export const ARROWS = ['down', 'right', 'up', 'left'] as const satisfies readonly RemoteKey[];
export type Arrow = (typeof ARROWS)[number];

const BACK: Readonly<Record<Arrow, Arrow>> = { down: 'up', up: 'down', left: 'right', right: 'left' };

/** An element as the robot remembers it. */
export interface Spot {
  readonly id: string;
  /** Screen or dialog. */
  readonly place: string;
  /** Group or navigation that was spoken on the way to it; empty if none. */
  readonly group: string;
  /** The latest words. */
  focus: Focus;
  readonly ways: Map<Arrow, Way>;
}

interface Way {
  to: string;
  /** False while only the opposite arrow was pressed. */
  isTried: boolean;
  /** False when the same arrow led elsewhere before, as from a wide key or into a row. */
  isSteady: boolean;
}

/** The robot's memory of what it heard: elements, and which arrow led from one to the other. */
export interface Memory {
  readonly spots: Map<string, Spot>;
}

export const createMemory = (): Memory => ({ spots: new Map() });

/** A screen, an element's name, and its position tell elements apart; states and values change. */
export const spotId = (place: string, { name, role, ordinal }: Focus): string =>
  [place, name, role, ordinal ? `${ordinal.at}/${ordinal.of}` : ''].join(' · ');

export function learnWay({ spots }: Memory, from: string, arrow: Arrow, to: string): void {
  const source = spots.get(from);
  const target = spots.get(to);
  const known = source?.ways.get(arrow);
  source?.ways.set(arrow, { to, isTried: true, isSteady: known?.isSteady !== false && (known?.to ?? to) === to });
  if (from === to || !target) return;
  const back = target.ways.get(BACK[arrow]);
  if (!back) target.ways.set(BACK[arrow], { to: from, isTried: false, isSteady: true });
  // Two elements lead here: the way back depends on where one came from.
  else if (back.to !== from) back.isSteady = false;
}

export const isTried = (spot: Spot, arrow: Arrow): boolean => spot.ways.get(arrow)?.isTried === true;

/** Arrows change the value of an element with these roles. */
export const changesValue = ({ role }: Focus, arrow: Arrow): boolean =>
  ['슬라이더', '조절 단추'].includes(role) && (arrow === 'left' || arrow === 'right');

/**
 * Remembered ways from a spot, the shortest first: each spot with the arrows that lead to it. An arrow that is not steady
 * counts as two.
 */
export function* walks({ spots }: Memory, from: string): Generator<{ spot: Spot; arrows: readonly Arrow[] }> {
  const seen = new Set<string>();
  const byCost: { id: string; arrows: readonly Arrow[] }[][] = [[{ id: from, arrows: [] }]];
  for (let cost = 0; cost < byCost.length; cost += 1)
    for (const { id, arrows } of byCost[cost] ?? []) {
      const spot = spots.get(id);
      if (!spot || seen.has(id)) continue;
      seen.add(id);
      yield { spot, arrows };
      for (const [arrow, { to, isSteady }] of spot.ways)
        if (!seen.has(to)) (byCost[cost + (isSteady ? 1 : 2)] ??= []).push({ id: to, arrows: [...arrows, arrow] });
    }
}
