import { fold, initialsOf, isConsonant, lettersOf, splitConsonants } from './hangul.ts';
import { trackWordsOf } from './track-words.ts';

export interface Searchable {
  id: number;
  name: string;
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
  audio_tracks: readonly string[];
  subtitle_tracks: readonly string[];
}

/** A title as the search compares it. */
export interface SearchText {
  id: number;
  position: number;
  /** The folded words of the name, with spaces between them. */
  name: string;
  /** Folded genres, tags and cast, whole and word by word. */
  words: readonly string[];
  trackWords: readonly string[];
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

/** Where a term begins: each kind is looked up alone, so that many worse matches do not displace better ones. */
const KIND = {
  ...{ name: 0, nameInitials: 1, word: 2, wordInitials: 3, inside: 4, insideInitials: 5 },
  ...{ about: 6, track: 7 },
};

/** A text by which the search finds a title. */
export interface Term {
  kind: number;
  key: string;
}

/** Terms of one kind between two keys, both inclusive. */
export interface LookUp {
  kind: number;
  low: string;
  high: string;
}

/** Length limit of keys, in letters. The comparison that follows a look-up uses the whole text. */
const KEY_LETTERS = 10;
const keyOf = (letters: string): string => [...letters].slice(0, KEY_LETTERS).join('');
/** Sorts after all texts that continue a key. */
const LAST = '\u{10ffff}';

/** The folded words of a text. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{P}\p{S}]+/u)
    .map(fold)
    .filter((word) => word !== '');

/** The whole text and each later word: both 최다람 and 밤이 find "최다람 (밤이 역)". */
const startsOf = (text: string): string[] => [fold(text), ...wordsOf(text).slice(1)].filter((word) => word !== '');

export const searchTextOf = (title: Searchable): Omit<SearchText, 'id' | 'position'> => ({
  name: wordsOf(title.name).join(' '),
  words: [...new Set([...title.genres, ...title.tags, ...title.cast].flatMap(startsOf))],
  trackWords: trackWordsOf(title.audio_tracks, title.subtitle_tracks),
});

/** Caches what single characters become, because they recur: there are 11,172 syllables. */
function ofOne(make: (character: string) => string): (character: string) => string {
  const known = new Map<string, string>();
  return (character) => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const made = make(character);
    if (known.size < 20_000) known.set(character, made);
    return made;
  };
}
const lettersOfOne = ofOne(lettersOf);
const initialsOfOne = ofOne(initialsOf);

const startsOfWords = (words: readonly string[]): Set<number> => {
  let start = 0;
  return new Set(words.map((word) => (start += [...word].length) - [...word].length));
};

/** The terms of a title: every part of its name as letters and as initial consonants, and the words about it. */
export function termsOf({ name, words, trackWords }: Omit<SearchText, 'id' | 'position'>): Term[] {
  const characters = [...name.replaceAll(' ', '')];
  const wordStarts = startsOfWords(name.split(' '));
  const terms = characters.flatMap((_, start): Term[] => {
    const part = characters.slice(start, start + KEY_LETTERS);
    const [letters, initials] =
      start === 0
        ? [KIND.name, KIND.nameInitials]
        : wordStarts.has(start)
          ? [KIND.word, KIND.wordInitials]
          : [KIND.inside, KIND.insideInitials];
    return [
      { kind: letters, key: keyOf(part.map(lettersOfOne).join('')) },
      { kind: initials, key: keyOf(part.map(initialsOfOne).join('')) },
    ];
  });
  for (const word of words) terms.push({ kind: KIND.about, key: keyOf([...word].map(lettersOfOne).join('')) });
  for (const key of trackWords) terms.push({ kind: KIND.track, key });
  const known = new Map(terms.map((term) => [`${term.kind} ${term.key}`, term]));
  return [...known.values()];
}

/** Typed text, prepared for comparison. */
interface Typed {
  folded: string;
  characters: readonly string[];
  letters: string;
}

const typedOf = (folded: string): Typed => ({ folded, characters: [...folded], letters: lettersOf(folded) });

/** The whole of a keyword, and its different words when there are several, the longest first. */
const piecesOf = (keyword: string): { whole: Typed; words: readonly Typed[] } | undefined => {
  const folded = splitConsonants(fold(keyword));
  if (folded === '') return undefined;
  const words = wordsOf(keyword).map(splitConsonants);
  const different = [...new Set(words)].map(typedOf).sort((one, other) => other.letters.length - one.letters.length);
  return { whole: typedOf(folded), words: words.length > 1 ? different : [] };
};

const lookUpsOfPiece = ({ folded, characters, letters }: Typed): LookUp[] => {
  const from = (kind: number, text: string): LookUp => {
    const low = keyOf(text);
    return { kind, low, high: low + LAST };
  };
  return [
    ...[KIND.name, KIND.word, KIND.inside, KIND.about].map((kind) => from(kind, letters)),
    ...(characters.some(isConsonant)
      ? [KIND.nameInitials, KIND.wordInitials, KIND.insideInitials].map((kind) => from(kind, initialsOf(folded)))
      : []),
    { kind: KIND.track, low: folded, high: folded },
  ];
};

/**
 * Words of a keyword that are looked up. A keyword may have 30 words, and each has up to eight look-ups. A title must contain all
 * words, so the longest ones find it; they are also the rarest.
 */
const MOST_LOOKED_UP = 4;

/** The look-ups that find every title that a keyword may mean; none for a keyword without letters and digits. */
export function lookUpsOf(keyword: string): LookUp[] {
  const pieces = piecesOf(keyword);
  return pieces ? [pieces.whole, ...pieces.words.slice(0, MOST_LOOKED_UP)].flatMap(lookUpsOfPiece) : [];
}

/** Whether typed characters match a name from `start`: a lone consonant matches any syllable that begins with it. */
const fits = (name: readonly string[], start: number, typed: readonly string[]): boolean =>
  typed.every((character, index) => {
    const there = name[start + index];
    if (there === undefined) return false;
    if (isConsonant(character)) return initialsOfOne(there) === character;
    return index === typed.length - 1 ? lettersOfOne(there).startsWith(lettersOfOne(character)) : there === character;
  });

/** Whether the letters of a text, from a character on, start with these. */
function startsWithLetters(text: readonly string[], start: number, letters: string): boolean {
  let rest = letters;
  for (let index = start; rest !== ''; index += 1) {
    const character = text[index];
    if (character === undefined) return false;
    const there = lettersOfOne(character);
    if (there.startsWith(rest)) return true;
    if (!rest.startsWith(there)) return false;
    rest = rest.slice(there.length);
  }
  return true;
}

interface Compared {
  name: readonly string[];
  wordStarts: ReadonlySet<number>;
  words: readonly (readonly string[])[];
  trackWords: readonly string[];
}

const comparedOf = ({ name, words, trackWords }: SearchText): Compared => ({
  name: [...name.replaceAll(' ', '')],
  wordStarts: startsOfWords(name.split(' ')),
  words: words.map((word) => [...word]),
  trackWords,
});

/** Match quality of a title for text typed as one piece; `Infinity` for no match. */
function rankOf({ name, wordStarts, words, trackWords }: Compared, { folded, characters, letters }: Typed): number {
  let best = Infinity;
  const isByInitials = characters.some(isConsonant);
  for (let start = 0; start < name.length; start += 1) {
    if (startsWithLetters(name, start, letters)) {
      const isAsTyped = characters.every((character, index) => name[start + index] === character);
      if (start > 0 && wordStarts.has(start)) best = Math.min(best, isAsTyped ? RANK.word : RANK.wordHalfTyped);
      else if (start > 0) best = Math.min(best, isAsTyped ? RANK.inside : RANK.insideHalfTyped);
      else if (!isAsTyped) best = Math.min(best, RANK.prefixHalfTyped);
      else return name.length === characters.length ? RANK.exact : RANK.prefix;
    }
    if (isByInitials && fits(name, start, characters))
      best = Math.min(best, start === 0 ? RANK.initialPrefix : wordStarts.has(start) ? RANK.word : RANK.inside);
  }
  if (best !== Infinity) return best;
  const isAbout = words.some((word) => startsWithLetters(word, 0, letters)) || trackWords.includes(folded);
  return isAbout ? RANK.about : Infinity;
}

/** Match quality of a title that contains each word anywhere, in the name or in genres, tags and cast. */
function scatteredRankOf(title: Compared, words: readonly Typed[]): number {
  if (words.length === 0) return Infinity;
  let worst: number = RANK.scattered;
  for (const word of words) {
    const rank = rankOf(title, word);
    // Most candidates lack one of the first words, and comparing all 30 of a keyword would block the event loop.
    if (rank === Infinity) return Infinity;
    if (rank >= RANK.about) worst = RANK.about;
  }
  return worst;
}

/**
 * Ids of the titles that a keyword means, best first; ties by length of the name, then in the catalogue's order. The cost
 * is that of the given titles.
 */
export function rankTitles(keyword: string, titles: readonly SearchText[]): number[] {
  const pieces = piecesOf(keyword);
  if (!pieces) return [];
  return titles
    .map((title) => {
      const compared = comparedOf(title);
      const rank = rankOf(compared, pieces.whole);
      return {
        title,
        length: compared.name.length,
        rank: rank === Infinity ? scatteredRankOf(compared, pieces.words) : rank,
      };
    })
    .filter(({ rank }) => rank !== Infinity)
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        one.length - other.length ||
        one.title.position - other.title.position ||
        one.title.id - other.title.id,
    )
    .map(({ title }) => title.id);
}
