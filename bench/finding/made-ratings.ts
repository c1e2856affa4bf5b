import type { Rating, RatingData } from './rating-data.ts';

const KINDS = 24;
const TAGS = 60;
const START = 1_700_000_000;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * An audience by a seed: each title is of one kind that no property tells, and has a popularity with a long tail; each
 * profile loves three kinds, and sometimes watches what everybody does.
 */
export function makeRatings({
  titles,
  profiles,
  seed,
}: {
  titles: number;
  profiles: number;
  seed: number;
}): RatingData {
  const random = seeded(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const kindOf = Array.from({ length: titles }, () => pick(KINDS));
  const byKind = Array.from({ length: KINDS }, (_, kind) =>
    [...kindOf.keys()].filter((title) => kindOf[title] === kind),
  );
  const properties = new Map(
    kindOf.map((kind, title) => [title, [`genre ${kind % 8}`, `genre ${pick(8)}`, `tag ${pick(TAGS)}`]] as const),
  );
  /** One of the first ones mostly: `x³` has a long tail. */
  const popular = (from: readonly number[]) => from[Math.floor(from.length * random() ** 3)];
  const all = [...kindOf.keys()];
  const ratings: Rating[] = [];
  for (let profile = 0; profile < profiles; profile += 1) {
    const loved = [pick(KINDS), pick(KINDS), pick(KINDS)];
    const seen = new Set<number>();
    const count = 5 + Math.floor(80 * random() ** 2);
    for (let index = 0; index < count; index += 1) {
      const isLoved = random() < 0.75;
      const title = popular(isLoved ? byKind[loved[pick(3)]!]! : all);
      if (title === undefined || seen.has(title)) continue;
      seen.add(title);
      const score = Math.min(5, Math.max(1, Math.round((isLoved ? 4 : 3) + 2 * (random() - 0.5))));
      ratings.push({ profile: String(profile), title, score, at: START + index * 86_400 });
    }
  }
  return { ratings, properties };
}
