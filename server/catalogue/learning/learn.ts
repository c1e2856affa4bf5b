import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { invert, startOf } from './packed-matrix.ts';
import { FEWEST_ACCOUNTS, type WatchedTogether } from './watched-together.ts';

/** How strongly little evidence is distrusted: as if each title had this many more profiles that watched nothing else. */
const CAUTION = 200;
/** Titles that may lead to a title. */
const MOST_NEIGHBOURS = 100;

/** How much each title, once watched, says that another is watched too; by its number. */
export type Learnt = ReadonlyMap<number, AlikeTitles>;

/**
 * Learns the weights of a linear autoencoder without a diagonal (EASE): those by which all titles of a profile together
 * best foretell each of them from the others. Uses up `together.weights`: there is no room for two of them.
 */
export function learn(together: WatchedTogether): Learnt {
  const { size, weights: matrix, accounts } = together;
  for (let title = 0; title < size; title += 1) matrix[startOf(title) + title]! += CAUTION;
  invert(matrix, size);

  const found = new Map<number, { id: number; score: number }[]>();
  for (let target = 0; target < size; target += 1) {
    const own = matrix[startOf(target) + target]!;
    const sources: { from: number; score: number }[] = [];
    for (let from = 0; from < size; from += 1) {
      const at = from < target ? startOf(target) + from : startOf(from) + target;
      const score = -matrix[at]! / own;
      if (from !== target && score > 0 && accounts[at]! >= FEWEST_ACCOUNTS) sources.push({ from, score });
    }
    sources.sort((one, other) => other.score - one.score || one.from - other.from);
    for (const { from, score } of sources.slice(0, MOST_NEIGHBOURS)) {
      const alike = found.get(from) ?? [];
      alike.push({ id: target, score });
      found.set(from, alike);
    }
  }
  return new Map(
    [...found].map(([from, alike]) => {
      alike.sort((one, other) => other.score - one.score || one.id - other.id);
      return [from, { ids: alike.map(({ id }) => id), scores: alike.map(({ score }) => score) }];
    }),
  );
}
