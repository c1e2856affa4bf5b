import { lettersOfAll } from './ranks.ts';
import { fold } from './hangul.ts';

/** Names of a title's episodes. */
export interface EpisodeNames {
  readonly ids: readonly number[];
  /** The folded names in the order of `ids`, each between line breaks. */
  readonly text: string;
}

export interface NamedEpisode {
  readonly id: number;
  readonly subject: string;
}

/** Shorter texts are found in too many names. */
const LEAST_TYPED = 2;
/** Characters that are found anywhere in a name; fewer only where it begins. */
const LEAST_INSIDE = 3;
const BREAK = '\n';
const NONE: EpisodeNames = { ids: [], text: '' };

export function episodeNamesOf(episodes: readonly NamedEpisode[]): EpisodeNames {
  const named = episodes.map(({ id, subject }) => ({ id, name: fold(subject) })).filter(({ name }) => name !== '');
  if (named.length === 0) return NONE;
  return { ids: named.map(({ id }) => id), text: BREAK + named.map(({ name }) => name + BREAK).join('') };
}

/** Where the typed text stands in a name, the best first. */
const RANK = { whole: 0, begun: 1, inside: 2 };

/**
 * Ids of the episodes whose names have the typed text, the best first. The last character may be half-typed.
 *
 * @param whole folded, without spaces
 */
export function findEpisodes(titles: readonly EpisodeNames[], whole: string, most: number): number[] {
  if (whole.length < LEAST_TYPED || /^[ㄱ-ㅎ\d]+$/.test(whole)) return [];
  const [head, last] = [whole.slice(0, -1), lettersOfAll(whole.slice(-1))];
  const wanted = whole.length < LEAST_INSIDE ? BREAK + head : head;
  const found: { id: number; rank: number; length: number }[] = [];
  for (const { ids, text } of titles) {
    let [line, counted] = [-1, 0];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const start = at + wanted.length - head.length;
      if (!lettersOfAll(text.charAt(start + head.length)).startsWith(last)) continue;
      while (counted < start) {
        if (text.charAt(counted) === BREAK) line += 1;
        counted += 1;
      }
      const isBegun = text.charAt(start - 1) === BREAK;
      const isWhole = isBegun && text.startsWith(whole + BREAK, start);
      const end = text.indexOf(BREAK, start);
      found.push({
        id: ids[line]!,
        rank: isWhole ? RANK.whole : isBegun ? RANK.begun : RANK.inside,
        length: end - start,
      });
      // The next name.
      at = end - 1;
    }
  }
  found.sort((one, other) => one.rank - other.rank || one.length - other.length || one.id - other.id);
  return found.slice(0, most).map(({ id }) => id);
}
