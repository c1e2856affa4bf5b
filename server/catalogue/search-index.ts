import { fold, initialsOf, isConsonant, lettersOf, splitConsonants } from './hangul.ts';

export interface Searchable {
  id: number;
  name: string;
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
}

/**
 * How well a title matches, the best first. A half-typed last syllable matches as what it may become, after names that
 * have it as typed. `scattered` has the typed words, but not as they were typed: 사진관 자정 for 자정의 사진관.
 */
const RANK = {
  ...{ exact: 0, prefix: 1, prefixHalfTyped: 2, initialPrefix: 3 },
  ...{ word: 4, wordHalfTyped: 5, inside: 6, insideHalfTyped: 7 },
  ...{ scattered: 8, about: 9 },
};

/** A text to be found by its beginning. */
interface Entry {
  key: string;
  /** Place of the title in the list that the index was made of. */
  title: number;
  /** Place in the folded name, in characters. */
  start: number;
}

const byKey = (one: Entry, other: Entry) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

/** The entries whose keys start with a text: neighbours in a sorted list, found by halving. */
function* startingWith(entries: readonly Entry[], text: string): Generator<Entry> {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.key < text) low = middle + 1;
    else high = middle;
  }
  for (; low < entries.length && entries[low]!.key.startsWith(text); low += 1) yield entries[low]!;
}

/** Whether typed characters fit a name from `start` on: a lone consonant fits any syllable that begins with it. */
const fits = (name: readonly string[], start: number, typed: readonly string[]): boolean =>
  typed.every((character, index) => {
    const there = name[start + index];
    if (there === undefined) return false;
    if (isConsonant(character)) return initialsOf(there) === character;
    return index === typed.length - 1 ? lettersOf(there).startsWith(lettersOf(character)) : there === character;
  });

/** Remembers answers for texts that come again and again: the syllables of all names, the words of all tags. */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = of(text);
    known.set(text, made);
    return made;
  };
}

/** The words of a text, folded. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{P}\p{S}]+/u)
    .map(fold)
    .filter((word) => word !== '');

/** A whole name and each of its words: "최다람 (밤이 역)" is found by 최다람 and by 밤이. */
const wordKeysOf = (text: string): string[] => [fold(text), ...wordsOf(text).slice(1)].filter(Boolean).map(lettersOf);

/** Places in the folded name at which its words begin, in characters. */
function wordStartsOf(name: string): Set<number> {
  let start = 0;
  return new Set(wordsOf(name).map((word) => (start += [...word].length) - [...word].length));
}

export interface SearchIndex {
  /** Ids of the titles that match, the best first; equal ones by the length of the name, then in the order given. */
  find(keyword: string): number[];
}

/**
 * An index of titles by every part of their names (letters and initial consonants) and by the beginnings of the words of
 * genres, tags and cast. A look-up touches what it finds and nothing else.
 */
export function createSearchIndex(titles: readonly Searchable[]): SearchIndex {
  const names = titles.map(({ name }) => [...fold(name)]);
  const wordStarts = titles.map(({ name }) => wordStartsOf(name));
  const byLetters: Entry[] = [];
  const byInitials: Entry[] = [];
  const byWord: Entry[] = [];

  const knownLetters = remembered(lettersOf);
  const knownInitials = remembered(initialsOf);
  const knownWords = remembered(wordKeysOf);
  titles.forEach(({ genres, tags, cast }, title) => {
    const letters = names[title]!.map(knownLetters);
    const initials = names[title]!.map(knownInitials);
    for (let start = 0; start < letters.length; start += 1) {
      byLetters.push({ key: letters.slice(start).join(''), title, start });
      byInitials.push({ key: initials.slice(start).join(''), title, start });
    }
    for (const key of new Set([...genres, ...tags, ...cast].flatMap(knownWords))) byWord.push({ key, title, start: 0 });
  });
  for (const entries of [byLetters, byInitials, byWord]) entries.sort(byKey);

  /** By place of the title, how well it matches a text that is typed in one piece. */
  const ranksOf = (folded: string): Map<number, number> => {
    const typed = [...folded];
    const letters = lettersOf(folded);
    const ranks = new Map<number, number>();
    const rank = (title: number, value: number) => {
      if (value < (ranks.get(title) ?? Infinity)) ranks.set(title, value);
    };
    const isWord = (title: number, start: number) => wordStarts[title]!.has(start);

    for (const { title, start } of startingWith(byLetters, letters)) {
      const name = names[title]!;
      const isAsTyped = typed.every((character, index) => name[start + index] === character);
      if (start > 0 && isWord(title, start)) rank(title, isAsTyped ? RANK.word : RANK.wordHalfTyped);
      else if (start > 0) rank(title, isAsTyped ? RANK.inside : RANK.insideHalfTyped);
      else if (!isAsTyped) rank(title, RANK.prefixHalfTyped);
      else rank(title, name.length === typed.length ? RANK.exact : RANK.prefix);
    }
    if (typed.some(isConsonant))
      for (const { title, start } of startingWith(byInitials, initialsOf(folded)))
        if (fits(names[title]!, start, typed))
          rank(title, start === 0 ? RANK.initialPrefix : isWord(title, start) ? RANK.word : RANK.inside);
    for (const { title } of startingWith(byWord, letters)) rank(title, RANK.about);
    return ranks;
  };

  /** Titles that have each of several words, wherever: in the name, or beside it. */
  const rankScattered = (words: readonly string[], ranks: Map<number, number>) => {
    const [fewest, ...others] = words.map(ranksOf).sort((one, other) => one.size - other.size);
    for (const [title, value] of fewest ?? []) {
      if (ranks.has(title) || !others.every((other) => other.has(title))) continue;
      const worst = Math.max(value, ...others.map((other) => other.get(title)!));
      ranks.set(title, worst < RANK.about ? RANK.scattered : RANK.about);
    }
  };

  return {
    find(keyword) {
      const folded = splitConsonants(fold(keyword));
      if (folded === '') return [];
      const ranks = ranksOf(folded);
      const words = wordsOf(keyword).map(splitConsonants);
      if (words.length > 1) rankScattered(words, ranks);
      return [...ranks]
        .sort(([one, a], [other, b]) => a - b || names[one]!.length - names[other]!.length || one - other)
        .map(([title]) => titles[title]!.id);
    },
  };
}
