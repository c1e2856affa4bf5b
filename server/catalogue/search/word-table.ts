import { fold, initialsOf, wordsOf } from './hangul.ts';
import { lettersOfAll, type Typed } from './ranks.ts';
import { trackWordsOf } from './track-words.ts';

export type SubjectKind = 'person' | 'studio' | 'genre' | 'tag';

/** A person, studio, genre or tag of titles, which a search also finds as a result of its own. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly name: string;
}

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

/**
 * Genres, tags, people, studios and tracks, each stored once for all titles. A person's roles are different words of the same subject. None is
 * removed: the next time that all titles are read, another table begins.
 */
export interface WordTable {
  /** @returns the numbers of the title's words. */
  add(title: Described): number[];
  /** For each number, 1 if the typed text begins the word or one of its words; undefined if it begins none. */
  hits(typed: Typed): Uint8Array | undefined;
  /** Subjects whose name, or a later word of it, begins with the typed text, by their numbers. */
  begunSubjects(typed: Typed): ReadonlyMap<number, Subject>;
  /** The number of the subject with exactly this name. */
  findSubject(subject: Subject): number | undefined;
  /** The number of the subject that a word names; undefined for the words of tracks. */
  subjectOf(word: number): number | undefined;
}

/** Before and after a text in which words are looked up. */
const EDGE = '\n';
/** Words of tracks match only when they are typed in full. */
const WHOLE = '=';

/** The letters of the whole text and of each later word: both 최다람 and 밤이 find "최다람 (밤이 역)". */
const lookedUp = (text: string): string =>
  [fold(text), ...wordsOf(text).slice(1)].map((word) => EDGE + lettersOfAll(word)).join('');

/** The name without the role: 최다람 of "최다람 (밤이 역)". */
const nameIn = (text: string): string => text.replace(/\(.*/s, '').trim();

/** Values that get a number each, the first time that their key comes. */
function createNumbered<Value>() {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    values,
    find: (key: string) => numbers.get(key),
    take(key: string, make: () => Value): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      return values.push(make()) - 1;
    },
  };
}

const keyOf = ({ kind, name }: Subject): string => `${kind}/${fold(name)}`;

export function createWordTable(): WordTable {
  const subjects = createNumbered<Subject & { letters: string }>();
  const words = createNumbered<{ letters: string; subject?: number }>();

  // A name may be that of a person and of a studio.
  const take = (kind: SubjectKind, text: string): number =>
    words.take(`${kind}/${text}`, () => {
      const subject = { kind, name: nameIn(text) };
      const number = subjects.take(keyOf(subject), () => ({ ...subject, letters: lookedUp(subject.name) }));
      return { letters: lookedUp(text), subject: number };
    });
  const takeTrack = (word: string): number => words.take(word, () => ({ letters: EDGE + WHOLE + word + EDGE }));

  return {
    add({ genres, tags, cast, director, production, audio_tracks: sounds, subtitle_tracks: subtitles }) {
      return [
        ...genres.map((text) => take('genre', text)),
        ...tags.map((text) => take('tag', text)),
        ...[...cast, director].map((text) => take('person', text)),
        take('studio', production),
        ...trackWordsOf(sounds, subtitles).map(takeTrack),
      ];
    },
    hits(typed) {
      const [begun, whole] = [EDGE + typed.letters, EDGE + WHOLE + typed.text + EDGE];
      let hits: Uint8Array | undefined;
      for (const [number, { letters }] of words.values.entries())
        if (letters.includes(begun) || letters.includes(whole))
          (hits ??= new Uint8Array(words.values.length))[number] = 1;
      return hits;
    },
    begunSubjects({ text, letters: typed, isByInitials }) {
      const isBegun = ({ name, letters }: { name: string; letters: string }) =>
        letters.includes(EDGE + typed) || (isByInitials && initialsOf(fold(name)).startsWith(text));
      return new Map([...subjects.values.entries()].filter(([, subject]) => isBegun(subject)));
    },
    findSubject: (subject) => subjects.find(keyOf(subject)),
    subjectOf: (word) => words.values[word]!.subject,
  };
}
