import { countMissing, maskOf } from './masks.ts';
import { fold } from './hangul.ts';
import type { Begun, BegunSubject } from './proposals.ts';
import { lettersOfAll, RANK, typedOf } from './ranks.ts';
import type { Reading, Words } from './readings.ts';
import {
  bestName,
  bestSlip,
  byQuality,
  canHave,
  canHaveWithSlips,
  NONE,
  pieceOf,
  piecesOf,
  roughOf,
  type FormName,
  type Match,
  type Piece,
  type Rough,
  type Scan,
  type Title,
} from './scan.ts';
import type { Subject, WordTable } from './word-table.ts';

const MOST_NEAREST = 3;
/** Titles with the most characters in common, among which the nearest are. */
const MOST_COMPARED = 100;

const isAbout = ({ words }: Title, hits: Uint8Array | undefined): boolean => {
  if (hits === undefined) return false;
  for (let at = 0; at < words.length; at += 1) if (hits[words[at]!] === 1) return true;
  return false;
};

/** Titles that match as typed or, in the canonical form, by an equal spelling; best first. */
export function findMatches(table: WordTable, scan: Scan, form: FormName, words: Words): Match[] {
  if (words.whole === '') return [];
  const pieces = piecesOf(words);
  const hitsOf = (piece: Piece) => (form === 'folded' ? table.hits(piece) : undefined);
  const hits = hitsOf(pieces.whole);
  const wordHits = pieces.words.map(hitsOf);
  /** All words anywhere, in the names or about the title. */
  const scattered = (at: number): number => {
    if (pieces.words.length === 0) return Infinity;
    const title = scan.titles[at]!;
    let worst = RANK.scattered;
    for (let index = 0; index < pieces.words.length; index += 1) {
      const piece = pieces.words[index]!;
      if (canHave(scan, at, piece) && bestName(title, form, piece).rank !== Infinity) continue;
      if (!isAbout(title, wordHits[index])) return Infinity;
      worst = RANK.about;
    }
    return worst;
  };
  const found: Match[] = [];
  for (let at = 0; at < scan.titles.length; at += 1) {
    const title = scan.titles[at]!;
    const best = canHave(scan, at, pieces.whole) ? bestName(title, form, pieces.whole) : NONE;
    if (best.rank !== Infinity) {
      found.push({ title, ...best });
      continue;
    }
    const rank = isAbout(title, hits) ? RANK.about : scattered(at);
    if (rank !== Infinity) found.push({ title, rank, length: title.entries[0]?.folded.text.length ?? 0, other: 0 });
  }
  return found.sort(byQuality);
}

/** Titles that match with slips; the fewest first. */
export function findSlipped(scan: Scan, form: FormName, { whole, words }: Words): Match[] {
  if (/^[ㄱ-ㅎ\d§]*$/.test(whole)) return [];
  const rough = roughOf(whole);
  const pieces = words.map((word) => ({ exact: pieceOf(word), rough: roughOf(word) }));
  const slip = (at: number, piece: Rough) =>
    canHaveWithSlips(scan, at, piece) ? bestSlip(scan.titles[at]!, form, piece) : NONE;
  /** Each word alone, with its own slips. */
  const byWords = (at: number): number => {
    let sum = pieces.length === 0 ? Infinity : 3;
    for (let index = 0; index < pieces.length && sum !== Infinity; index += 1) {
      const { exact, rough: typed } = pieces[index]!;
      const isThere = canHave(scan, at, exact) && bestName(scan.titles[at]!, form, exact).rank !== Infinity;
      if (!isThere) sum += 4 + slip(at, typed).rank;
    }
    return sum;
  };
  const found: Match[] = [];
  for (let at = 0; at < scan.titles.length; at += 1) {
    const title = scan.titles[at]!;
    const best = slip(at, rough);
    if (best.rank !== Infinity) found.push({ title, ...best });
    else {
      const rank = byWords(at);
      if (rank !== Infinity) found.push({ title, rank, length: title.name.length, other: 0 });
    }
  }
  return found.sort(byQuality);
}

/** Begun names beyond these are too many to be meant. */
const MOST_BEGUN_TITLES = 200;
const MOST_BEGUN_SUBJECTS = 50;
const WORD_FIT = 0.5;

/** What the typed text begins: names of titles, and people, studios, genres and tags. */
export function findBegun(table: WordTable, scan: Scan, matches: readonly Match[], whole: string): Begun {
  const titles = matches
    .filter(({ rank }) => rank <= RANK.wordHalfTyped)
    .slice(0, MOST_BEGUN_TITLES)
    .map(({ title, rank }) => ({
      id: title.id,
      fit: rank === RANK.exact ? Infinity : rank < RANK.word ? 1 : WORD_FIT,
    }));
  const begun = table.begunSubjects(typedOf(whole));
  const bySubject = new Map<number, Subject & { ids: Set<number> }>();
  for (const { id, words } of begun.size > 0 ? scan.titles : [])
    for (const word of words) {
      const number = table.subjectOf(word);
      const subject = number === undefined ? undefined : begun.get(number);
      if (number === undefined || subject === undefined) continue;
      const known = bySubject.get(number);
      if (known) known.ids.add(id);
      else bySubject.set(number, { ...subject, ids: new Set([id]) });
    }
  const subjects = [...bySubject.values()]
    .map(({ kind, name, ids }): BegunSubject => ({ kind, name, isWhole: fold(name) === whole, ids: [...ids] }))
    .sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.ids.length - one.ids.length)
    .slice(0, MOST_BEGUN_SUBJECTS);
  return { titles, subjects };
}

const pairsOf = (letters: string): Set<string> =>
  new Set(Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)));

/** The share of pairs of letters that two texts have in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** Ids of the titles whose names have the most pairs of letters in common with a typed text. */
export function findNearest({ titles: allowed }: Scan, { canonical: { whole } }: Reading): number[] {
  const [typed, mask] = [pairsOf(lettersOfAll(whole)), maskOf(whole)];
  const missing = ({ entries }: Title) =>
    Math.min(...entries.map(({ canonical: { low, high } }) => countMissing(mask, low, high)));
  const likeness = ({ entries }: Title) =>
    Math.max(...entries.map(({ canonical }) => likenessOf(typed, pairsOf(lettersOfAll(canonical.text)))));
  return allowed
    .map((title) => [title, missing(title)] as const)
    .sort(([, one], [, other]) => one - other)
    .slice(0, MOST_COMPARED)
    .map(([title]) => [title.id, likeness(title)] as const)
    .filter(([, share]) => share > 0)
    .sort(([id, one], [otherId, other]) => other - one || id - otherId)
    .slice(0, MOST_NEAREST)
    .map(([id]) => id);
}
