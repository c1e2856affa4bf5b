import type { ContentRating } from '#contract/profiles.ts';
import { canonicalOf } from './canonical.ts';
import { wordsOf } from './hangul.ts';
import { maskOf, type Mask } from './masks.ts';
import { readAloud } from './numbers.ts';
import { trackWordsOf } from './track-words.ts';

export type SubjectKind = 'person' | 'studio' | 'genre' | 'tag';

/** A person, studio, genre or tag of titles, which a search also finds as a result of its own. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly name: string;
}

/** A title as the search reads it. */
export interface Searchable {
  id: number;
  position: number;
  content_rating: ContentRating;
  name: string;
  names: readonly { name: string }[];
  aliases: readonly string[];
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
  director: string;
  production: string;
  audio_tracks: readonly string[];
  subtitle_tracks: readonly string[];
  is_listed: boolean;
  episodes: readonly { readonly id: number; readonly subject: string }[];
}

/** Words with single spaces between them, with the set of their characters. */
export interface Form extends Mask {
  readonly text: string;
}

export type FormName = 'folded' | 'canonical';

/** One of a title's names. */
export interface Name extends Readonly<Record<FormName, Form>> {
  readonly title: Title;
  /** 0 for the title's own name, 1 for another one. */
  readonly other: number;
  /** With numbers as they are read: a slip in them would be another number. */
  readonly isReadAloud: boolean;
}

/** Names of a title's episodes; compact, since there are many. */
export interface Episodes {
  readonly ids: readonly number[];
  /** A line for each. */
  readonly text: string;
}

export interface Title extends Pick<Searchable, 'id' | 'position' | 'name'> {
  readonly rating: ContentRating;
  /** Its own name first. */
  names: readonly Name[];
  readonly episodes: Episodes;
  readonly words: readonly Word[];
  /** Whether it has an episode; viewers may request it otherwise. */
  readonly isListed: boolean;
}

const formOf = (text: string): Form => {
  const { low, high } = maskOf(text);
  return { text, low, high };
};

function episodesOf({ episodes }: Searchable): Episodes {
  const named = episodes.map(({ id, subject }) => ({ id, text: wordsOf(subject) })).filter(({ text }) => text !== '');
  return { ids: named.map(({ id }) => id), text: named.map(({ text }) => text).join('\n') };
}

const nameOf = (title: Title, one: string, isReadAloud: boolean): Name => {
  const folded = formOf(wordsOf(one));
  const plain = canonicalOf(one);
  const canonical = plain === folded.text ? folded : formOf(plain);
  return { title, folded, canonical, other: one === title.name ? 0 : 1, isReadAloud };
};

/** @param words those about the title. */
export function titleOf(given: Searchable, words: readonly Word[]): Title {
  const { id, position, name, content_rating: rating, is_listed: isListed } = given;
  const title: Title = { id, position, name, rating, isListed, names: [], episodes: episodesOf(given), words };
  const names = [...new Set([name, ...given.names.map((one) => one.name), ...given.aliases])];
  const aloud = names.flatMap(readAloud).filter((read) => !names.includes(read));
  title.names = [
    ...names.map((one) => nameOf(title, one, false)),
    ...aloud.map((read) => nameOf(title, read, true)),
  ].filter(({ folded }) => folded.text !== '');
  return title;
}

/** A subject, or else a role or the words for a track, with the titles that it is about. */
export interface Word {
  readonly kind: SubjectKind | 'role' | 'track';
  readonly name: string;
  readonly text: string;
  readonly titles: Set<Title>;
}

export const wordKey = (kind: Word['kind'], name: string): string => `${kind}/${wordsOf(name)}`;

/** The words about a title. "최다람 (밤이 역)" is a person and a role. */
export function wordsAbout(given: Searchable): [kind: Word['kind'], name: string][] {
  const people = [...given.cast, given.director].map((text) => text.split('('));
  const all: [Word['kind'], readonly string[]][] = [
    ['genre', given.genres],
    ['tag', given.tags],
    ['person', people.map(([name = '']) => name.trim())],
    ['role', people.map((parts) => parts.slice(1).join(' '))],
    ['studio', [given.production]],
    ['track', trackWordsOf(given.audio_tracks, given.subtitle_tracks)],
  ];
  return all.flatMap(([kind, names]) =>
    names.filter((name) => wordsOf(name) !== '').map((name): [Word['kind'], string] => [kind, name]),
  );
}
