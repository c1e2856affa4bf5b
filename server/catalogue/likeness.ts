/** The properties of a title that likeness compares. */
export interface Comparable {
  id: number;
  genres: readonly string[];
  tags: readonly string[];
  director: string;
  production: string;
}

/** Similarity of titles by shared properties. */
export interface Likeness {
  /** Similar titles with their scores, all above 0. Never contains the title itself. */
  of(id: number): ReadonlyMap<number, number>;
}

/** A shared genre means less than a shared tag or director, which are specific to a title. */
const WEIGHTS = { genre: 1, tag: 1.5, director: 1.5, production: 0.5 };

const featuresOf = ({ genres, tags, director, production }: Comparable): [feature: string, weight: number][] => [
  ...genres.map((genre): [string, number] => [`genre ${genre}`, WEIGHTS.genre]),
  ...tags.map((tag): [string, number] => [`tag ${tag}`, WEIGHTS.tag]),
  [`director ${director}`, WEIGHTS.director],
  [`production ${production}`, WEIGHTS.production],
];

/**
 * The score of two titles is the sum of `weight * ln(1 + titles / titles that have it)` over their shared properties, so
 * rare properties count more. Only compares titles that share something.
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
