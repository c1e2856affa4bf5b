import type { z } from 'zod';
import { titleRecordSchema, type TitleRecord } from '../../catalogue/format/index.ts';
import { koreanQuarter } from '../../lib/korean-time.ts';
import { OWN_COLOR } from '../drawn-pictures.ts';
import type { EpisodeTarget } from '../job.ts';
import type { TitleFacts } from '#contract/console/metadata.ts';

/** Parsed, so that fields with a default need no line in `titleOf`. */
const newTitleSchema = titleRecordSchema.omit({ id: true, episodes: true });

const MONTHS_OF_A_QUARTER = 3;

function airOf({ airedAt, year, isEnded = true }: TitleFacts, now: Date): TitleRecord['air'] {
  const quarter =
    airedAt !== undefined && Number(airedAt.slice(0, 4)) >= 1950
      ? { year: Number(airedAt.slice(0, 4)), quarter: Math.ceil(Number(airedAt.slice(5, 7)) / MONTHS_OF_A_QUARTER) }
      : year !== undefined
        ? { year, quarter: 1 }
        : koreanQuarter(now);
  return { ...quarter, weekday: null, is_ended: isEnded };
}

/** The language that the letters of a name show. */
const langOf = (name: string): string =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)
    ? 'ja'
    : /\p{Script=Hangul}/u.test(name)
      ? 'ko'
      : /\p{Script=Han}/u.test(name)
        ? 'zh'
        : 'und';

const DATABASES: ReadonlyMap<string, keyof TitleRecord['uniqueid']> = new Map(
  Object.entries({
    anilist: 'anilist',
    myanimelist: 'myanimelist',
    mal: 'myanimelist',
    anidb: 'anidb',
    tmdb: 'tmdb',
    themoviedb: 'tmdb',
    tvdb: 'tvdb',
    thetvdb: 'tvdb',
    imdb: 'imdb',
  }),
);

const idsOf = (ids: TitleFacts['ids'] = {}): Partial<TitleRecord['uniqueid']> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => {
      const database = DATABASES.get(name);
      return database !== undefined && /^[A-Za-z\d_-]+$/.test(id) ? [[database, id]] : [];
    }),
  );

/**
 * The record of a new title: what metadata files say about it, and nothing in place of what nobody says. An operator adds
 * the rest.
 */
export function titleOf(
  { name, content_rating, facts = {} }: NonNullable<EpisodeTarget['newTitle']>,
  art: TitleRecord['art'],
  now: Date,
): Omit<TitleRecord, 'id' | 'episodes'> {
  const { originalName } = facts;
  const hasOther = originalName !== undefined && originalName !== name && originalName !== facts.name;
  return newTitleSchema.parse({
    kind: 'title',
    name,
    content_rating,
    art,
    color: OWN_COLOR,
    names: hasOther ? [{ lang: langOf(originalName), name: originalName }] : [],
    uniqueid: idsOf(facts.ids),
    synopsis: facts.synopsis ?? '',
    genres: facts.genres ?? [],
    tags: [],
    medium: facts.isFilm === true ? '극장판' : 'TVA',
    director: facts.director ?? '',
    production: facts.studio ?? '',
    cast: facts.cast ?? [],
    series: null,
    themes: [],
    air: airOf(facts, now),
  } satisfies z.input<typeof newTitleSchema>);
}
