import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';

/** Profiles with which a title is half known. */
const HALF_KNOWN = 20;
/**
 * A learnt score that counts as much as the best likeness by properties. Good neighbours of a title that hundreds have watched
 * have many times that; where few have watched anything, learnt scores are much lower, and properties decide.
 */
const LEARNT_UNIT = 0.01;
const PRECISION = 1e6;

/** How much is known of a title, 0 to 1. */
export const knownOf = (profiles: number): number => profiles / (profiles + HALF_KNOWN);

const NONE: AlikeTitles = { ids: [], scores: [] };

/** What the best likeness by properties usually is: the size that learnt scores get, so that both can be added. */
export function usualBest(byProperties: Iterable<AlikeTitles>): number {
  const best = [...byProperties].flatMap(({ scores }) => (scores.length > 0 ? Math.max(...scores) : []));
  return best.sort((one, other) => one - other)[Math.floor(best.length / 2)] ?? 1;
}

/** How much is known of each title; and the size of likeness by properties. */
export interface Scale {
  readonly known: ReadonlyMap<number, number>;
  readonly best: number;
}

/**
 * Likeness of one title, as it was learnt and by properties: the less is known of two titles, the more their properties count.
 */
export function blend(
  id: number,
  { learnt = NONE, byProperties = NONE }: { learnt?: AlikeTitles | undefined; byProperties?: AlikeTitles | undefined },
  { known, best }: Scale,
): AlikeTitles {
  const scores = new Map<number, number>();
  const add = (other: number, score: number) => scores.set(other, (scores.get(other) ?? 0) + score);
  const knownOfBoth = (other: number) => (known.get(id) ?? 0) * (known.get(other) ?? 0);
  learnt.ids.forEach((other, at) => add(other, (learnt.scores[at]! / LEARNT_UNIT) * best));
  byProperties.ids.forEach((other, at) => add(other, (1 - knownOfBoth(other)) * byProperties.scores[at]!));
  const sorted = [...scores]
    .map(([other, score]) => [other, Math.round(score * PRECISION) / PRECISION] as const)
    .filter(([, score]) => score > 0)
    .sort(([one, a], [other, b]) => b - a || one - other);
  return { ids: sorted.map(([other]) => other), scores: sorted.map(([, score]) => score) };
}
