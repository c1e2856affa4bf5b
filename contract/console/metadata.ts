import * as z from 'zod/mini';
import { contentRatingSchema } from '../profiles.ts';
import { freeTextSchema } from '../values.ts';

/** Longest texts, in characters: those of the catalogue's format, where it has the field. */
export const LONGEST = {
  name: 60,
  originalName: 200,
  synopsis: 1000,
  genre: 20,
  director: 40,
  studio: 60,
  person: 40,
  subject: 80,
  episodeSynopsis: 500,
} as const;
export const MOST = { genres: 10, people: 30, ids: 10 } as const;

const lineSchema = (maximum: number) => freeTextSchema(maximum).check(z.minLength(1));
/** `2024-01-31` */
const dateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** Ids in databases, such as `{ tvdb: '81797' }`. */
const idsSchema = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,19}$/)),
  z.string().check(z.regex(/^[\w.:-]{1,40}$/)),
);
const scoreSchema = z.number().check(z.minimum(0), z.maximum(10));

/** Facts of a title from metadata files. Fields that no file gives are absent. */
export const titleFactsSchema = z.partial(
  z.strictObject({
    name: lineSchema(LONGEST.name),
    originalName: lineSchema(LONGEST.originalName),
    synopsis: lineSchema(LONGEST.synopsis),
    contentRating: contentRatingSchema,
    airedAt: dateSchema,
    year: z.int().check(z.minimum(1950), z.maximum(2100)),
    isEnded: z.boolean(),
    isFilm: z.boolean(),
    genres: z.array(lineSchema(LONGEST.genre)).check(z.maxLength(MOST.genres)),
    director: lineSchema(LONGEST.director),
    studio: lineSchema(LONGEST.studio),
    cast: z.array(lineSchema(LONGEST.person)).check(z.maxLength(MOST.people)),
    score: scoreSchema,
    ids: idsSchema,
  }),
);
export type TitleFacts = z.output<typeof titleFactsSchema>;

/** Facts of an episode from metadata files, likewise. */
export const episodeFactsSchema = z.partial(
  z.strictObject({
    /** 0 for specials. */
    season: z.int().check(z.minimum(0), z.maximum(999)),
    number: z.number().check(z.minimum(0), z.maximum(9999)),
    subject: lineSchema(LONGEST.subject),
    synopsis: lineSchema(LONGEST.episodeSynopsis),
    airedAt: dateSchema,
    score: scoreSchema,
    ids: idsSchema,
  }),
);
export type EpisodeFacts = z.output<typeof episodeFactsSchema>;
