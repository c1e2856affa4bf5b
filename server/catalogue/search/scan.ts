import type { ContentRating } from '#contract/profiles.ts';
import { canonicalOf } from './canonical.ts';
import type { EpisodeNames } from './episode-names.ts';
import { wordsOf } from './hangul.ts';
import { countMissing, initialsMaskOf, maskOf, typedInitialsMaskOf, type Mask } from './masks.ts';
import { lettersOfAll, nameOf, rankOf, typedOf, type Name, type Typed } from './ranks.ts';
import type { Words } from './readings.ts';
import { countSlips, mostSlips } from './slips.ts';

/** A form of a name, with the set of its characters. */
export interface Form extends Name, Mask {}

/** One of a title's names. */
export interface Entry {
  readonly folded: Form;
  readonly canonical: Form;
  readonly initials: number;
  /** With numbers as they are read: a slip in them would be another number. */
  readonly isReadAloud: boolean;
}

export type FormName = 'folded' | 'canonical';

export interface Title {
  readonly id: number;
  readonly position: number;
  readonly rating: ContentRating;
  readonly name: string;
  /** Its own name first. */
  readonly entries: readonly Entry[];
  /** Numbers of the words about it. */
  readonly words: readonly number[];
  readonly episodes: EpisodeNames;
  /** Whether it has an episode; viewers may request it otherwise. */
  readonly isListed: boolean;
  /** The characters of all its names. */
  readonly low: number;
  readonly high: number;
  readonly initials: number;
}

export function formOf(spaced: string): Form {
  const name = nameOf(spaced);
  return { ...name, ...maskOf(name.text) };
}

export function entryOf(name: string, isReadAloud = false): Entry {
  const [spaced, plain] = [wordsOf(name).join(' '), canonicalOf(name)];
  const folded = formOf(spaced);
  const canonical = plain === spaced ? folded : formOf(plain);
  return { folded, canonical, initials: initialsMaskOf(folded.text) | initialsMaskOf(canonical.text), isReadAloud };
}

/** Typed text with the sets that rule names out. */
export interface Piece extends Typed {
  /** Without the last character, which may be half-typed, and without lone consonants. */
  readonly mask: Mask;
  readonly initials: number;
}

export function pieceOf(text: string): Piece {
  const typed = typedOf(text);
  return {
    ...typed,
    mask: maskOf(text.slice(0, -1).replace(/[ㄱ-ㅎ]/g, '')),
    initials: typedInitialsMaskOf(text),
  };
}

export const piecesOf = ({ whole, words }: Words) => ({ whole: pieceOf(whole), words: words.map(pieceOf) });

/** How well one of a title's names fits. */
export interface Match {
  readonly title: Title;
  readonly rank: number;
  /** Of the name that fits. */
  readonly length: number;
  /** 0 for the title's own name, 1 for another one. */
  readonly other: number;
}

export const byQuality = (one: Match, other: Match): number =>
  one.rank - other.rank ||
  one.other - other.other ||
  one.length - other.length ||
  one.title.position - other.title.position ||
  one.title.id - other.title.id;

/** Titles with the sets of the characters of all their names in rows: most titles are ruled out without being looked at. */
export interface Scan {
  readonly titles: readonly Title[];
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly initials: Int32Array;
}

export const scanOf = (titles: readonly Title[]): Scan => ({
  titles,
  low: Int32Array.from(titles, ({ low }) => low),
  high: Int32Array.from(titles, ({ high }) => high),
  initials: Int32Array.from(titles, ({ initials }) => initials),
});

export const canHave = ({ low, high, initials }: Scan, at: number, { mask, initials: wanted }: Piece): boolean =>
  (mask.low & ~low[at]!) === 0 && (mask.high & ~high[at]!) === 0 && (wanted & ~initials[at]!) === 0;

export const canHaveWithSlips = ({ low, high }: Scan, at: number, { mask, most }: Rough): boolean =>
  most > 0 && countMissing(mask, low[at]!, high[at]!) <= most + 1;

export const NONE: Pick<Match, 'rank' | 'length' | 'other'> = { rank: Infinity, length: 0, other: 0 };

/** The best of a title's names for text typed as one piece. */
export function bestName({ entries }: Title, form: FormName, piece: Piece): Pick<Match, 'rank' | 'length' | 'other'> {
  let best = NONE;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]!;
    if ((piece.initials & ~entry.initials) !== 0) continue;
    const name = entry[form];
    if ((piece.mask.low & ~name.low) !== 0 || (piece.mask.high & ~name.high) !== 0) continue;
    const rank = rankOf(name, piece);
    if (rank === Infinity) continue;
    const found = { rank, length: name.text.length, other: index === 0 ? 0 : 1 };
    if (rank < best.rank || (rank === best.rank && found.other === best.other && found.length < best.length))
      best = found;
  }
  return best;
}

/** Typed text that may have slips. */
export interface Rough {
  readonly text: string;
  readonly letters: string;
  readonly mask: Mask;
  readonly most: number;
}

export const roughOf = (text: string): Rough => ({
  text,
  letters: lettersOfAll(text),
  mask: maskOf(text),
  most: mostSlips(text),
});

/** Characters that must be right where a slip of a letter changes two syllables. */
const LEAST_RIGHT = 2;

/** Slips in one of a title's names; `rank` counts them, and where the name begins. */
export function bestSlip({ entries }: Title, form: FormName, { text: typed, letters, mask, most }: Rough) {
  let best = NONE;
  for (let index = 0; index < entries.length; index += 1) {
    const { [form]: name, isReadAloud } = entries[index]!;
    if (isReadAloud) continue;
    const missing = countMissing(mask, name.low, name.high);
    const isByLetter = missing <= most + 1 && typed.length - missing >= LEAST_RIGHT;
    if (missing > most && !isByLetter) continue;
    for (let word = -1; word < name.starts.length; word += 1) {
      const start = word < 0 ? 0 : name.starts[word]!;
      let { whole, start: begun } = countSlips(typed, name.text, start, most);
      if (isByLetter && Math.min(whole, begun) > 1) {
        const byLetter = countSlips(letters, lettersOfAll(name.text.slice(start)), 0, most);
        [whole, begun] = [Math.min(whole, byLetter.whole), Math.min(begun, byLetter.start)];
      }
      const cost = Math.min(whole, begun);
      if (cost > most) continue;
      const rank = cost * 4 + (start > 0 ? 2 : whole === cost ? 0 : 1);
      const found = { rank, length: Math.abs(name.text.length - typed.length), other: index === 0 ? 0 : 1 };
      if (rank < best.rank || (rank === best.rank && found.length < best.length)) best = found;
    }
  }
  return best;
}
