/** The properties of a title that likeness compares. */
export interface Comparable {
  id: number;
  genres: readonly string[];
  tags: readonly string[];
  director: string;
  production: string;
}

/**
 * Listed titles similar to one, the most similar first, with their scores, all above 0. Never contains the title itself. A
 * process holds thousands of these, so they are compact.
 */
export interface AlikeTitles {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

/** Similarity of titles by shared properties. */
export interface Likeness {
  /** Similar titles of each title. */
  of(ids: readonly number[]): Promise<ReadonlyMap<number, AlikeTitles>>;
}

/** A shared genre means less than a shared tag or director, which are specific to a title. */
const WEIGHTS = { genre: 1, tag: 1.5, director: 1.5, production: 0.5 };

/** The features of a title; rare ones count more in addition to their weight (`listAlike`). */
export const featuresOf = ({
  genres,
  tags,
  director,
  production,
}: Comparable): (readonly [feature: string, weight: number])[] => {
  const features = new Map([
    ...genres.map((genre) => [`genre ${genre}`, WEIGHTS.genre] as const),
    ...tags.map((tag) => [`tag ${tag}`, WEIGHTS.tag] as const),
    [`director ${director}`, WEIGHTS.director] as const,
    [`production ${production}`, WEIGHTS.production] as const,
  ]);
  return [...features];
};
