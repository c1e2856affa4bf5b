import { z } from 'zod';
import { contentRatingSchema } from '#contract/profiles.ts';
import { freeTextSchema } from '#contract/values.ts';
import type { CodedText } from '../texts/coded-text.ts';

/** Longest texts, in characters: those of the catalogue's format, where it has the field. */
export const LONGEST = {
  ...{ name: 60, originalName: 200, synopsis: 1000, genre: 20, director: 40, studio: 60, person: 40 },
  ...{ subject: 80, episodeSynopsis: 500 },
} as const;
export const MOST = { genres: 10, people: 30, ids: 10 } as const;

const lineSchema = (maximum: number) => freeTextSchema(maximum).check(z.minLength(1));
/** `2024-01-31` */
const dateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Ids in databases, such as `{ tvdb: '81797' }`. */
const idsSchema = z.record(z.string().regex(/^[a-z][a-z0-9_-]{0,19}$/), z.string().regex(/^[\w.:-]{1,40}$/));
const scoreSchema = z.number().min(0).max(10);

/** What metadata files say about a title. A field that they do not say is absent. */
export const titleFactsSchema = z
  .strictObject({
    name: lineSchema(LONGEST.name),
    originalName: lineSchema(LONGEST.originalName),
    synopsis: lineSchema(LONGEST.synopsis),
    contentRating: contentRatingSchema,
    airedAt: dateSchema,
    year: z.int().min(1950).max(2100),
    isEnded: z.boolean(),
    isFilm: z.boolean(),
    genres: z.array(lineSchema(LONGEST.genre)).max(MOST.genres),
    director: lineSchema(LONGEST.director),
    studio: lineSchema(LONGEST.studio),
    cast: z.array(lineSchema(LONGEST.person)).max(MOST.people),
    score: scoreSchema,
    ids: idsSchema,
  })
  .partial();
export type TitleFacts = z.output<typeof titleFactsSchema>;

/** What they say about an episode. */
export const episodeFactsSchema = z
  .strictObject({
    /** 0 for specials. */
    season: z.int().min(0).max(999),
    number: z.number().min(0).max(9999),
    subject: lineSchema(LONGEST.subject),
    synopsis: lineSchema(LONGEST.episodeSynopsis),
    airedAt: dateSchema,
    score: scoreSchema,
    ids: idsSchema,
  })
  .partial();
export type EpisodeFacts = z.output<typeof episodeFactsSchema>;

/** What metadata files beside a video say. */
export interface Beside {
  title: TitleFacts | null;
  episode: EpisodeFacts | null;
  /** Names of the files that were read. */
  files: string[];
  /** What the operator should know about them. */
  notices: CodedText[];
}

export const NOTHING_BESIDE: Beside = { title: null, episode: null, files: [], notices: [] };

/** Joins what several files say; what an earlier one says counts. */
export const joinBeside = (all: readonly Beside[]): Beside =>
  all.reduce(
    (one, other) => ({
      title: one.title || other.title ? { ...other.title, ...one.title } : null,
      episode: one.episode || other.episode ? { ...other.episode, ...one.episode } : null,
      files: [...one.files, ...other.files],
      notices: [...one.notices, ...other.notices],
    }),
    NOTHING_BESIDE,
  );

export const TITLE_FIELDS = [
  ...(['name', 'originalName', 'synopsis', 'contentRating', 'airedAt', 'genres', 'director', 'studio'] as const),
  ...(['cast', 'score', 'ids'] as const),
];
export const EPISODE_FIELDS = ['season', 'number', 'subject', 'synopsis', 'airedAt', 'score', 'ids'] as const;

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, id]) => `${key} ${String(id)}`)
          .join(', ')
      : String(value);

/** The facts as lines for the operator, in the order of `fields`. */
export const factLines = <Field extends string>(
  facts: Partial<Record<Field, unknown>> | null,
  fields: readonly Field[],
): { field: Field; text: string }[] =>
  facts === null
    ? []
    : fields.flatMap((field) => (facts[field] === undefined ? [] : [{ field, text: textOf(facts[field]) }]));
