import { trackWordsOf } from './track-words.ts';
import { fold, initialsOf, isConsonant, lettersOf, splitConsonants } from './hangul.ts';

export interface Searchable {
  id: number;
  name: string;
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
  /** Default: none. */
  audio_tracks?: readonly string[];
  subtitle_tracks?: readonly string[];
}

/**
 * Match quality, best first. A half-typed last syllable matches its possible completions, ranked after exact matches.
 * `scattered` matches contain the typed words in another arrangement: 사진관 자정 for 자정의 사진관.
 */
const RANK = {
  ...{ exact: 0, prefix: 1, prefixHalfTyped: 2, initialPrefix: 3 },
  ...{ word: 4, wordHalfTyped: 5, inside: 6, insideHalfTyped: 7 },
  ...{ scattered: 8, about: 9 },
};

/** A text that is searched by its beginning. */
interface Entry {
  key: string;
  /** Index of the title in the source list. */
  title: number;
  /** Position in the folded name, in characters. */
  start: number;
}

const byKey = (one: Entry, other: Entry) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

/** Entries whose keys start with a text, found by binary search in the sorted list. */
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

/** Whether typed characters match a name from `start`: a lone consonant matches any syllable that begins with it. */
const fits = (name: readonly string[], start: number, typed: readonly string[]): boolean =>
  typed.every((character, index) => {
    const there = name[start + index];
    if (there === undefined) return false;
    if (isConsonant(character)) return initialsOf(there) === character;
    return index === typed.length - 1 ? lettersOf(there).startsWith(lettersOf(character)) : there === character;
  });

/** Memoizes a function for recurring texts: the syllables of names, the words of tags. */
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

/** The folded words of a text. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{P}\p{S}]+/u)
    .map(fold)
    .filter((word) => word !== '');

/** Keys of the whole name and of each word: both 최다람 and 밤이 find "최다람 (밤이 역)". */
const wordKeysOf = (text: string): string[] => [fold(text), ...wordsOf(text).slice(1)].filter(Boolean).map(lettersOf);

/** Positions in the folded name where words begin, in characters. */
function wordStartsOf(name: string): Set<number> {
  let start = 0;
  return new Set(wordsOf(name).map((word) => (start += [...word].length) - [...word].length));
}

export interface SearchIndex {
  /** Ids of matching titles, best first; ties by length of the name, then in source order. */
  find(keyword: string): number[];
}

/**
 * An index of titles by all parts of their names (letters and initial consonants), by prefixes of words in genres,
 * tags and cast, and by whole words for their sounds and subtitles. The cost of a look-up depends on its matches only.
 */
export function createSearchIndex(titles: readonly Searchable[]): SearchIndex {
  const names = titles.map(({ name }) => [...fold(name)]);
  const wordStarts = titles.map(({ name }) => wordStartsOf(name));
  const byLetters: Entry[] = [];
  const byInitials: Entry[] = [];
  const byWord: Entry[] = [];
  /** Titles by a whole word for their tracks. */
  const byTrackWord = new Map<string, number[]>();

  const knownLetters = remembered(lettersOf);
  const knownInitials = remembered(initialsOf);
  const knownWords = remembered(wordKeysOf);
  titles.forEach(({ genres, tags, cast, audio_tracks: audio = [], subtitle_tracks: subtitles = [] }, title) => {
    const letters = names[title]!.map(knownLetters);
    const initials = names[title]!.map(knownInitials);
    for (let start = 0; start < letters.length; start += 1) {
      byLetters.push({ key: letters.slice(start).join(''), title, start });
      byInitials.push({ key: initials.slice(start).join(''), title, start });
    }
    for (const key of new Set([...genres, ...tags, ...cast].flatMap(knownWords))) byWord.push({ key, title, start: 0 });
    for (const word of trackWordsOf(audio, subtitles)) {
      const found = byTrackWord.get(word);
      if (found) found.push(title);
      else byTrackWord.set(word, [title]);
    }
  });
  for (const entries of [byLetters, byInitials, byWord]) entries.sort(byKey);

  /** Match quality by index of the title, for text typed as one piece. */
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
    for (const title of byTrackWord.get(folded) ?? []) rank(title, RANK.about);
    return ranks;
  };

  /** Matches titles that contain each word anywhere, in the name or in genres, tags and cast. */
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
