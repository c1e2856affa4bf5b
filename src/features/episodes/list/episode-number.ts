import type { Episode } from '#contract/catalogue.ts';
import type { EpisodeSort, Season } from '#src/api/catalogue.ts';

/** Titles with more episodes than this get chips, one for each hundred. */
export const HUNDRED = 100;

const COUNTERS = ['화', '회', '편'];

/** The number in an episode's name: 500 of "500화"; null for a name without one ("특별편"). */
export function namedNumber({ episode_num: text }: Pick<Episode, 'episode_num'>): number | null {
  const plain = text.replace(/,/g, '');
  const numbers = /\d+(?:\.\d+)?/g;
  let first: number | null = null;
  for (let found = numbers.exec(plain); found; found = numbers.exec(plain)) {
    if (COUNTERS.includes(plain.charAt(numbers.lastIndex))) return Number(found[0]);
    first = first ?? Number(found[0]);
  }
  return first;
}

/** The number by which an episode is found; its ordinal in the title where the name has none. */
export const numberOf = (episode: Pick<Episode, 'episode_num' | 'order'>): number =>
  namedNumber(episode) ?? episode.order;

/** A chip: the episodes from one to another, and the index of its first one in the list. */
export interface Hundred {
  readonly label: string;
  readonly first: number;
  /** Whether the label is more than numbers. */
  readonly isSeason?: boolean;
}

/** The chips of a list in its order: "1–100", "101–200" …, or "1101–1128", "1001–1100" … from the newest. */
export function hundredsOf(count: number, sort: EpisodeSort): readonly Hundred[] {
  if (count <= HUNDRED) return [];
  const chips: Hundred[] = [];
  for (let from = 1; from <= count; from += HUNDRED) {
    const to = Math.min(from + HUNDRED - 1, count);
    chips.push({
      label: from === to ? String(from) : `${from}–${to}`,
      first: sort === 'oldest' ? from - 1 : count - to,
    });
  }
  return sort === 'oldest' ? chips : chips.reverse();
}

/** The chips of a list with seasons: one for each, or one for each hundred of a longer one. */
export function chipsOf(count: number, sort: EpisodeSort, seasons: readonly Season[]): readonly Hundred[] {
  if (seasons.length < 2) return hundredsOf(count, sort);
  const chips: Hundred[] = [];
  for (const { name, first, count: length } of seasons) {
    for (let from = 0; from < length; from += HUNDRED) {
      const size = Math.min(HUNDRED, length - from);
      chips.push({
        label: length <= HUNDRED ? name : `${name} ${from + 1}–${from + size}`,
        first: sort === 'oldest' ? first + from : count - (first + from + size),
        isSeason: true,
      });
    }
  }
  return sort === 'oldest' ? chips : chips.reverse();
}

/** The chip of the episode at an index. */
export function hundredAt(chips: readonly Hundred[], index: number): number {
  let at = 0;
  while (at < chips.length - 1 && (chips[at + 1]?.first ?? 0) <= index) at += 1;
  return at;
}
