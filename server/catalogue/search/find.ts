import { lettersOfAll } from './hangul.ts';
import { findIn, isByInitials, RANK, type Lines } from './lines.ts';
import { countMissing, maskOf } from './masks.ts';
import type { Begun } from './proposals.ts';
import type { Reading, Words } from './readings.ts';
import { countSlips, mostSlips } from './slips.ts';
import type { FormName, Name, Title, Word } from './titles.ts';

/** The lines of some titles. */
export interface LinesOfTitles extends Readonly<Record<FormName, Lines<Name>>> {
  /** With the id of the episode that each line names. */
  readonly episodes: Lines<Title> & { readonly ids: readonly number[] };
}

/** The lines that a search scans. */
export interface Names {
  readonly parts: readonly LinesOfTitles[];
  readonly words: Lines<Word>;
}

type IsAllowed = (title: Title) => boolean;

/** Work that pauses, so that other calls go on: one scan of many titles takes tens of milliseconds. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** How well one of a title's names fits. */
export interface Match {
  readonly title: Title;
  readonly rank: number;
  /** Length of the name that fits. */
  readonly length: number;
  /** 0 for the title's own name, 1 for another one. */
  readonly other: number;
}

const byQuality = (one: Match, other: Match): number =>
  one.rank - other.rank ||
  one.other - other.other ||
  one.length - other.length ||
  one.title.position - other.title.position ||
  one.title.id - other.title.id;

/** By the title's id: a title that changes during a search has another object. */
type Matches = Map<number, Match>;

function keepBest(matches: Matches, match: Match): void {
  const known = matches.get(match.title.id);
  if (known === undefined || byQuality(match, known) < 0) matches.set(match.title.id, match);
}

/** A page beyond these is empty: nobody looks through so many titles. */
export const MOST_FOUND = 1_000;

/** The best matches, in order. Sorting all would take a tenth of a second where a word is about most of the catalogue. */
function sorted(matches: Matches): Match[] {
  const best: Match[] = [];
  let worst: Match | undefined;
  for (const match of matches.values()) {
    if (worst && byQuality(match, worst) > 0) continue;
    best.push(match);
    if (best.length < 2 * MOST_FOUND) continue;
    best.sort(byQuality).length = MOST_FOUND;
    worst = best.at(-1);
  }
  return best.sort(byQuality).slice(0, MOST_FOUND);
}

/** Titles with a name that matches. */
function* named({ parts }: Names, form: FormName, typed: string, isAllowed: IsAllowed): Steps<Matches> {
  const matches: Matches = new Map();
  for (const [index, { [form]: names }] of parts.entries()) {
    if (index > 0) yield;
    for (const { owner, rank, length } of findIn(names, typed))
      if (isAllowed(owner.title)) keepBest(matches, { title: owner.title, rank, length, other: owner.other });
  }
  return matches;
}

/** Whether a word is meant: by its beginning or that of a later part; the words of tracks only as a whole. */
const isMeant = ({ kind }: Word, rank: number): boolean =>
  kind === 'track' ? rank === RANK.exact : rank <= RANK.wordHalfTyped;

/** Titles of a word that are added between two pauses. */
const TITLES_A_STEP = 5_000;

/** Adds the titles that a typed text is about. */
function* addAbout(matches: Matches, words: Lines<Word>, typed: string, isAllowed: IsAllowed): Steps<void> {
  if (isByInitials(typed)) return;
  let added = 0;
  for (const { owner, rank } of findIn(words, typed))
    for (const title of isMeant(owner, rank) ? owner.titles : []) {
      if (!isAllowed(title)) continue;
      keepBest(matches, { title, rank: RANK.about, length: title.name.length, other: 0 });
      added += 1;
      if (added % TITLES_A_STEP === 0) yield;
    }
}

/**
 * Adds the titles that match each of several words, with a pause before each word. Longer words are in fewer titles.
 *
 * @param matching those that match one, among these.
 * @param sum the rank of a title, from that of the words before; the order of the words makes no difference.
 */
function* addScattered(
  matches: Matches,
  words: readonly string[],
  isAllowed: IsAllowed,
  matching: (word: string, isAmong: IsAllowed) => Steps<Matches>,
  sum: (rank: number | undefined, match: Match) => number,
): Steps<void> {
  let all: Matches | undefined;
  for (const word of [...words].sort((one, other) => other.length - one.length)) {
    if (all?.size === 0) return;
    yield;
    const before: Matches | undefined = all;
    const found = yield* matching(word, before === undefined ? isAllowed : ({ id }) => before.has(id));
    all = new Map([...found].map(([id, match]) => [id, { ...match, rank: sum(before?.get(id)?.rank, match) }]));
  }
  for (const { title, rank } of all?.values() ?? [])
    keepBest(matches, { title, rank, length: title.name.length, other: 0 });
}

/** Titles that match as typed or, in the canonical form, by an equal spelling; best first. */
export function* findMatches(
  names: Names,
  form: FormName,
  { whole, words }: Words,
  isAllowed: IsAllowed,
): Steps<Match[]> {
  function* find(typed: string, isAmong: IsAllowed): Steps<Matches> {
    const found = yield* named(names, form, typed, isAmong);
    if (form === 'folded') {
      yield;
      yield* addAbout(found, names.words, typed, isAmong);
    }
    return found;
  }
  const matches = yield* find(whole, isAllowed);
  yield* addScattered(matches, words, isAllowed, find, (rank = RANK.scattered, match) =>
    match.rank === RANK.about ? RANK.about : rank,
  );
  return sorted(matches);
}

/** Characters that must be right where a slip of a letter changes two syllables. */
const LEAST_RIGHT = 2;

/** Titles with a name that matches with slips; `rank` counts them, and where the name begins. */
function* slipped({ parts }: Names, form: FormName, typed: string, isAmong: IsAllowed): Steps<Matches> {
  const matches: Matches = new Map();
  const [letters, mask, most] = [lettersOfAll(typed), maskOf(typed), mostSlips(typed)];
  const compare = ({ title, other, [form]: name }: Name, isByLetter: boolean): void => {
    const text = name.text.replaceAll(' ', '');
    const length = Math.abs(text.length - typed.length);
    let start = 0;
    for (const word of name.text.split(' ')) {
      let { whole, start: begun } = countSlips(typed, text, start, most);
      if (isByLetter && Math.min(whole, begun) > 1) {
        const byLetter = countSlips(letters, lettersOfAll(text.slice(start)), 0, most);
        [whole, begun] = [Math.min(whole, byLetter.whole), Math.min(begun, byLetter.start)];
      }
      const cost = Math.min(whole, begun);
      if (cost <= most)
        keepBest(matches, { title, rank: cost * 4 + (start > 0 ? 2 : whole === cost ? 0 : 1), length, other });
      start += word.length;
    }
  };
  for (const [index, { [form]: lines }] of (most === 0 ? [] : parts).entries()) {
    if (index > 0) yield;
    for (const name of lines.owners) {
      const missing = countMissing(mask, name[form]);
      const isByLetter = missing <= most + 1 && typed.length - missing >= LEAST_RIGHT;
      if ((missing <= most || isByLetter) && !name.isReadAloud && isAmong(name.title)) compare(name, isByLetter);
    }
  }
  return matches;
}

/** Titles that match with slips, in the whole text or in each of its words; the fewest first. */
export function* findSlipped(
  names: Names,
  form: FormName,
  { whole, words }: Words,
  isAllowed: IsAllowed,
): Steps<Match[]> {
  if (/^[ㄱ-ㅎ\d§]*$/.test(whole)) return [];
  const matches = yield* slipped(names, form, whole, isAllowed);
  function* find(word: string, isAmong: IsAllowed): Steps<Matches> {
    const found = yield* slipped(names, form, word, isAmong);
    for (const [id, match] of yield* named(names, form, word, isAmong)) found.set(id, { ...match, rank: -4 });
    return found;
  }
  yield* addScattered(matches, words, isAllowed, find, (rank = 3, match) => rank + 4 + match.rank);
  return sorted(matches);
}

/** Begun names beyond these are too many to be meant. */
const MOST_BEGUN_TITLES = 200;
const MOST_BEGUN_SUBJECTS = 50;
const WORD_FIT = 0.5;

/** What the typed text begins: names of titles, and people, studios, genres and tags. */
export function findBegun(names: Names, matches: readonly Match[], typed: string, isAllowed: IsAllowed): Begun {
  const titles = matches
    .filter(({ rank }) => rank <= RANK.wordHalfTyped)
    .slice(0, MOST_BEGUN_TITLES)
    .map(({ title: { id }, rank }) => ({ id, fit: rank === RANK.exact ? Infinity : rank < RANK.word ? 1 : WORD_FIT }));
  const worst = isByInitials(typed) ? RANK.prefixHalfTyped : RANK.wordHalfTyped;
  const subjects: Begun['subjects'][number][] = [];
  for (const { owner, rank } of findIn(names.words, typed)) {
    const { kind, name } = owner;
    if (rank > worst || kind === 'role' || kind === 'track') continue;
    const ids = [...owner.titles].filter(isAllowed).map(({ id }) => id);
    if (ids.length > 0) subjects.push({ kind, name, isWhole: rank === RANK.exact, ids });
  }
  subjects.sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.ids.length - one.ids.length);
  return { titles, subjects: subjects.slice(0, MOST_BEGUN_SUBJECTS) };
}

/** Shorter texts are found in too many names of episodes, and these only where a name begins. */
const LEAST_TYPED = 2;
const LEAST_INSIDE = 3;

/** Ids of the episodes whose names have the typed text, the best first. */
export function* findEpisodes({ parts }: Names, typed: string, most: number, isAllowed: IsAllowed): Steps<number[]> {
  if (typed.length < LEAST_TYPED || /^[ㄱ-ㅎ\d]+$/.test(typed)) return [];
  const worst = typed.length < LEAST_INSIDE ? RANK.prefixHalfTyped : RANK.insideHalfTyped;
  const found: { id: number; rank: number; length: number }[] = [];
  for (const [index, { episodes }] of parts.entries()) {
    if (index > 0) yield;
    for (const { owner, line, rank, length } of findIn(episodes, typed))
      if (rank <= worst && isAllowed(owner)) found.push({ id: episodes.ids[line]!, rank, length });
  }
  found.sort((one, other) => one.rank - other.rank || one.length - other.length || one.id - other.id);
  return [...new Set(found.map(({ id }) => id))].slice(0, most);
}

const MOST_NEAREST = 3;
/** Names with the most characters in common, among which the nearest are. */
const MOST_COMPARED = 200;

const pairsOf = (text: string): Set<string> => {
  const letters = lettersOfAll(text.replaceAll(' ', ''));
  return new Set(Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)));
};

/** The share of pairs of letters that two texts have in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** Ids of the titles whose names have the most pairs of letters in common with a typed text. */
export function* findNearest(
  { parts }: Names,
  { canonical: { whole } }: Reading,
  isAllowed: IsAllowed,
): Steps<number[]> {
  const [typed, mask] = [pairsOf(whole), maskOf(whole)];
  const byMissing: Name[][] = [];
  for (const [index, { canonical }] of parts.entries()) {
    if (index > 0) yield;
    for (const name of canonical.owners) {
      const alike = (byMissing[countMissing(mask, name.canonical)] ??= []);
      if (alike.length < MOST_COMPARED && isAllowed(name.title)) alike.push(name);
    }
  }
  const compared = byMissing
    .flat()
    .slice(0, MOST_COMPARED)
    .map(({ title: { id }, canonical }) => ({ id, likeness: likenessOf(typed, pairsOf(canonical.text)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((one, other) => other.likeness - one.likeness || one.id - other.id);
  return [...new Set(compared.map(({ id }) => id))].slice(0, MOST_NEAREST);
}
