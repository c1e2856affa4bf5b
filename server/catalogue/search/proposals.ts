import type { Subject, SubjectKind } from './titles.ts';

/** What a viewer may mean with the text so far. */
export interface Begun {
  /** Titles whose name begins with it, and how well they fit: 1 where the beginning was typed; `Infinity` for the whole name. */
  readonly titles: readonly { readonly id: number; readonly fit: number }[];
  /** People, studios, genres and tags whose name begins with it, with the titles about them. */
  readonly subjects: readonly (Subject & { readonly isWhole: boolean; readonly ids: readonly number[] })[];
}

export type Proposal = { readonly kind: 'title'; readonly id: number } | (Subject & { readonly cnt: number });

export const NOTHING_BEGUN: Begun = { titles: [], subjects: [] };

const MOST_PROPOSALS = 8;
/** The titles are also results, so that people and genres keep places. */
const MOST_TITLES = 4;

/**
 * How often viewers mean a person, studio, genre or tag by its name, beside those who mean one of its titles. Without
 * these, a genre would outweigh each of its titles.
 */
const SHARES: Readonly<Record<SubjectKind, number>> = { person: 0.25, studio: 0.15, genre: 0.2, tag: 0.1 };
/** A whole name is meant more often than the beginning of another. */
const WHOLE = 10;

type Weighed = readonly [weight: number, proposal: Proposal];

const heaviest = (weighed: readonly Weighed[], most: number): Weighed[] =>
  [...weighed]
    // Two whole names weigh the same: infinitely much.
    .sort(([one], [other]) => (one === other ? 0 : other - one))
    .slice(0, most);

/**
 * What most viewers mean first.
 *
 * @param viewers accounts that watched a title lately
 */
export function weighProposals({ titles, subjects }: Begun, viewers: ReadonlyMap<number, number>): Proposal[] {
  const watched = (id: number) => 1 + (viewers.get(id) ?? 0);
  const named = titles.map(({ id, fit }): Weighed => [watched(id) * fit, { kind: 'title', id }]);
  const about = subjects.map(({ kind, name, isWhole, ids }): Weighed => {
    const sum = ids.reduce((all, id) => all + watched(id), 0);
    return [sum * SHARES[kind] * (isWhole ? WHOLE : 1), { kind, name, cnt: ids.length }];
  });
  return heaviest([...heaviest(named, MOST_TITLES), ...about], MOST_PROPOSALS).map(([, proposal]) => proposal);
}
