/** What is compared of a title. */
export interface Comparable {
  id: number;
  genres: readonly string[];
  tags: readonly string[];
  director: string;
  production: string;
}

/** How alike titles are, by what they share. */
export interface Likeness {
  /** Every title that shares something with this one, without itself, with its score; the score is above 0. */
  of(id: number): ReadonlyMap<number, number>;
}

/** A shared genre says less than a shared tag or director, which are chosen for the one title. */
const WEIGHTS = { genre: 1, tag: 1.5, director: 1.5, production: 0.5 };

const featuresOf = ({ genres, tags, director, production }: Comparable): [feature: string, weight: number][] => [
  ...genres.map((genre): [string, number] => [`genre ${genre}`, WEIGHTS.genre]),
  ...tags.map((tag): [string, number] => [`tag ${tag}`, WEIGHTS.tag]),
  [`director ${director}`, WEIGHTS.director],
  [`production ${production}`, WEIGHTS.production],
];

/**
 * Two titles are alike by the sum over what they share of `weight * ln(1 + titles / titles that have it)`: what few have
 * says more than what all have. Looks only at titles that share something.
 */
export function createLikeness(titles: readonly Comparable[]): Likeness {
  const byId = new Map(titles.map((title) => [title.id, title]));
  const owners = new Map<string, number[]>();
  for (const title of titles)
    for (const [feature] of featuresOf(title)) {
      const known = owners.get(feature);
      if (known) known.push(title.id);
      else owners.set(feature, [title.id]);
    }

  return {
    of(id) {
      const scores = new Map<number, number>();
      const title = byId.get(id);
      if (!title) return scores;
      for (const [feature, weight] of featuresOf(title)) {
        const sharing = owners.get(feature) ?? [];
        const worth = weight * Math.log(1 + titles.length / sharing.length);
        for (const other of sharing) if (other !== id) scores.set(other, (scores.get(other) ?? 0) + worth);
      }
      return scores;
    },
  };
}
