import { fold, initialsOf, wordsOf } from './hangul.ts';
import { lettersOfAll, type Typed } from './ranks.ts';

export type SubjectKind = 'person' | 'studio' | 'genre' | 'tag';

/** What titles are about, and viewers may search by itself. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly name: string;
}

/** People, studios, genres and tags, each stored once: a person's roles are different words of the same subject. */
export interface SubjectTable {
  /** @returns the subject's number. */
  take(kind: SubjectKind, text: string): number;
  release(number: number): void;
  /** Subjects whose name, or a later word of it, begins with the typed text, by their numbers. */
  begun(typed: Typed): ReadonlyMap<number, Subject>;
  /** The number of the subject with exactly this name. */
  find(subject: Subject): number | undefined;
}

/** Before each word of a name. */
const EDGE = '\n';

/** The name without the role: 최다람 of "최다람 (밤이 역)". */
const nameIn = (text: string): string => (text.includes('(') ? text.slice(0, text.indexOf('(')) : text).trim();

const keyOf = ({ kind, name }: Subject): string => `${kind}/${fold(name)}`;

/** The letters of the whole name and of each later word. */
const lookedUp = (name: string): string =>
  [fold(name), ...wordsOf(name).slice(1)].map((word) => EDGE + lettersOfAll(word)).join('');

export function createSubjectTable(): SubjectTable {
  const numbers = new Map<string, number>();
  const subjects: (Subject | undefined)[] = [];
  const letters: string[] = [];
  const uses: number[] = [];
  const free: number[] = [];

  return {
    take(kind, text) {
      const subject = { kind, name: nameIn(text) };
      const key = keyOf(subject);
      const known = numbers.get(key);
      if (known !== undefined) {
        uses[known]! += 1;
        return known;
      }
      const number = free.pop() ?? subjects.length;
      numbers.set(key, number);
      subjects[number] = subject;
      letters[number] = lookedUp(subject.name);
      uses[number] = 1;
      return number;
    },
    release(number) {
      uses[number]! -= 1;
      if (uses[number]! > 0) return;
      numbers.delete(keyOf(subjects[number]!));
      subjects[number] = undefined;
      letters[number] = '';
      free.push(number);
    },
    begun({ text, letters: typed, isByInitials }) {
      const found = new Map<number, Subject>();
      const begins = EDGE + typed;
      for (let number = 0; number < subjects.length; number += 1) {
        const subject = subjects[number];
        if (subject === undefined) continue;
        const isBegun =
          letters[number]!.includes(begins) || (isByInitials && initialsOf(fold(subject.name)).startsWith(text));
        if (isBegun) found.set(number, subject);
      }
      return found;
    },
    find: (subject) => numbers.get(keyOf(subject)),
  };
}
