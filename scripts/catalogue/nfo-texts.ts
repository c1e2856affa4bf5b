import type { EpisodeRecord, TitleRecord } from '#server/catalogue/format/index.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

type Field = readonly [name: string, text: string | number | undefined, attributes?: string];

/** One element for each field that says something. */
function elementOf(name: string, fields: readonly Field[]): string {
  const lines = fields.flatMap(([field, text, attributes = '']) =>
    text === undefined || text === '' ? [] : [`  <${field}${attributes}>${escape(String(text))}</${field}>`],
  );
  return [`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, `<${name}>`, ...lines, `</${name}>`, ''].join(
    '\n',
  );
}

const RATINGS = { all: '전체 관람가', 7: '7세 이상', 12: '12세 이상', 15: '15세 이상', 19: '청소년 관람불가' } as const;
const MONTHS_OF_A_QUARTER = 3;
const two = (number: number) => String(number).padStart(2, '0');

/** A title as Kodi and Jellyfin read it: `tvshow.nfo`, or `movie.nfo` of a film. */
export function titleNfo(title: TitleRecord): { file: string; text: string } {
  const { name, names = [], synopsis, content_rating: rating, air, genres, director, production, cast } = title;
  const isFilm = title.medium === '극장판';
  const text = elementOf(isFilm ? 'movie' : 'tvshow', [
    ['title', name],
    ['originaltitle', names[0]?.name],
    ['plot', synopsis],
    ['mpaa', RATINGS[rating]],
    ['premiered', `${air.year}-${two((air.quarter - 1) * MONTHS_OF_A_QUARTER + 1)}-01`],
    ['status', isFilm ? undefined : air.is_ended ? 'Ended' : 'Continuing'],
    ...genres.map((genre): Field => ['genre', genre]),
    ['director', director],
    ['studio', production],
    ...Object.entries(title.uniqueid).map(([type, id]): Field => ['uniqueid', id ?? undefined, ` type="${type}"`]),
  ]);
  // Actors are elements of elements.
  const actors = cast.map((person) => `  <actor><name>${escape(person)}</name></actor>\n`).join('');
  const end = isFilm ? '</movie>' : '</tvshow>';
  return { file: isFilm ? 'movie.nfo' : 'tvshow.nfo', text: text.replace(end, () => `${actors}${end}`) };
}

/** An episode; undefined for one whose name has no number. Each season is a title of its own here. */
export function episodeNfo(episode: EpisodeRecord): { file: string; text: string } | undefined {
  const number = /^\d+(?:\.\d+)?/.exec(episode.episode_num)?.[0];
  if (number === undefined) return undefined;
  const text = elementOf('episodedetails', [
    ['title', episode.subject],
    ['season', 1],
    ['episode', number],
    ['plot', episode.synopsis],
  ]);
  return { file: `${number}.nfo`, text };
}
