import { fold, wordsOf } from './hangul.ts';
import { lettersOfAll, type Typed } from './ranks.ts';
import { createSubjectTable, type SubjectKind, type SubjectTable } from './subject-table.ts';
import { trackWordsOf } from './track-words.ts';

/** What the table reads of a title. */
export interface Described {
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
  director: string;
  production: string;
  audio_tracks: readonly string[];
  subtitle_tracks: readonly string[];
}

/** Genres, tags, people, studios and tracks, each stored once for all titles. */
export interface WordTable {
  /** @returns the numbers of the title's words. */
  add(title: Described): number[];
  remove(words: readonly number[]): void;
  /** For each number, 1 if the typed text begins the word or one of its words; undefined if it begins none. */
  hits(typed: Typed): Uint8Array | undefined;
  readonly subjects: Pick<SubjectTable, 'begun' | 'find'>;
  /** The number of the subject that a word names; -1 for the words of tracks. */
  subjectOf(word: number): number;
}

/** Before and after a text in which words are looked up. */
const EDGE = '\n';
/** Words of tracks match only when they are typed in full. */
const WHOLE = '=';

/** The letters of the whole text and of each later word: both 최다람 and 밤이 find "최다람 (밤이 역)". */
const lookedUp = (text: string): string =>
  text.startsWith(WHOLE)
    ? `${EDGE}${text}${EDGE}`
    : [fold(text), ...wordsOf(text).slice(1)].map((word) => EDGE + lettersOfAll(word)).join('');

const NO_SUBJECT = -1;

export function createWordTable(): WordTable {
  const subjects = createSubjectTable();
  const subjectOf: number[] = [];
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  const letters: string[] = [];
  const uses: number[] = [];
  const free: number[] = [];

  const take = (text: string, kind?: SubjectKind): number => {
    // A name may be that of a person and of a studio.
    const key = `${kind ?? ''}/${text}`;
    const known = numbers.get(key);
    if (known !== undefined) {
      uses[known]! += 1;
      return known;
    }
    const number = free.pop() ?? keys.length;
    numbers.set(key, number);
    keys[number] = key;
    subjectOf[number] = kind ? subjects.take(kind, text) : NO_SUBJECT;
    letters[number] = lookedUp(text);
    uses[number] = 1;
    return number;
  };

  return {
    add({ genres, tags, cast, director, production, audio_tracks: sounds, subtitle_tracks: subtitles }) {
      const tracks = trackWordsOf(sounds, subtitles).map((word) => WHOLE + word);
      return [
        ...genres.map((text) => take(text, 'genre')),
        ...tags.map((text) => take(text, 'tag')),
        ...[...cast, director].map((text) => take(text, 'person')),
        take(production, 'studio'),
        ...tracks.map((text) => take(text)),
      ];
    },
    remove(words) {
      for (const number of words) {
        uses[number]! -= 1;
        if (uses[number]! > 0) continue;
        numbers.delete(keys[number]!);
        if (subjectOf[number] !== NO_SUBJECT) subjects.release(subjectOf[number]!);
        letters[number] = '';
        free.push(number);
      }
    },
    subjects,
    subjectOf: (word) => subjectOf[word]!,
    hits(typed) {
      const [begun, whole] = [EDGE + typed.letters, EDGE + WHOLE + typed.text + EDGE];
      let hits: Uint8Array | undefined;
      for (let number = 0; number < letters.length; number += 1)
        if (letters[number]!.includes(begun) || letters[number]!.includes(whole))
          (hits ??= new Uint8Array(letters.length))[number] = 1;
      return hits;
    },
  };
}
