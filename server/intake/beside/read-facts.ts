import type { ContentRating } from '#contract/profiles.ts';
import { LONGEST, MOST, type EpisodeFacts, type TitleFacts } from '#contract/console/metadata.ts';
import { genreName } from './genre-names.ts';
import { readRating } from './read-rating.ts';
import { childrenOf, textOf, type Element } from './read-xml.ts';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;
/** Marks of Kodi and of web pages; texts are shown plain. */
const MARKUP =
  /\[\/?(?:B|I|CR|COLOR|LIGHT|UPPERCASE|LOWERCASE|CAPITALIZE)(?: [^\]]{0,40})?\]|<\/?[a-z!][^<>]{0,300}>/gi;
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
};

/** A text on one line, without markup and without what nobody sees, cut at a character. */
function plain(text: string | undefined, longest: number): string | undefined {
  if (text === undefined) return undefined;
  const said = text
    .replace(/&([a-z]{2,8});/g, (whole, name: string) => NAMED[name] ?? whole)
    .replace(MARKUP, ' ')
    .replace(INVISIBLE, ' ')
    .replace(/\p{Surrogate}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(said)) return undefined;
  const characters = Array.from(said);
  if (said.length <= longest) return said;
  let cut = '';
  for (const character of characters) {
    if (cut.length + character.length > longest - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

const numberIn = (text: string | undefined): number | undefined => {
  const said = text?.trim() ?? '';
  return /^-?\d{1,6}(?:[.,]\d{1,6})?$/.test(said) ? Number(said.replace(',', '.')) : undefined;
};

/** `2024-01-31` of a date with or without a time; undefined for one that no calendar has. */
function dateIn(text: string | undefined): string | undefined {
  const match = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].{0,40})?\s*$/.exec(text ?? '');
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Several values of one field, each once: elements of their own, or divided by ` / `. */
const listOf = (element: Element, name: string, longest: number): string[] => [
  ...new Set(
    childrenOf(element, name)
      .flatMap(({ text }) => text.split(/ \/ |[|;]/))
      .flatMap((text) => plain(text, longest) ?? []),
  ),
];

function castOf(element: Element): string[] {
  const names = childrenOf(element, 'actor').flatMap(
    (actor) =>
      plain(textOf(actor, 'name') ?? (actor.children.length === 0 ? actor.text : undefined), LONGEST.person) ?? [],
  );
  return [...new Set(names)].slice(0, MOST.people);
}

/** The score of viewers, of ten. */
function scoreOf(element: Element): number | undefined {
  const ratings = childrenOf(element, 'ratings').flatMap((all) => childrenOf(all, 'rating'));
  const chosen = ratings.find(({ attributes }) => attributes['default'] === 'true') ?? ratings[0];
  const value = numberIn(chosen ? textOf(chosen, 'value') : textOf(element, 'rating'));
  const most = numberIn(chosen?.attributes['max']) ?? 10;
  if (value === undefined || value <= 0 || most <= 0 || value > most) return undefined;
  return Math.round((value / most) * 100) / 10;
}

const ID_NAMES = { imdbid: 'imdb', imdb_id: 'imdb', tmdbid: 'tmdb', tvdbid: 'tvdb', anidbid: 'anidb' } as const;

function idsOf(element: Element): Record<string, string> | undefined {
  const ids: Record<string, string> = {};
  const note = (name: string | undefined, id: string | undefined) => {
    const type = name?.trim().toLowerCase() ?? '';
    const value = id?.trim() ?? '';
    if (!/^[a-z][a-z0-9_-]{0,19}$/.test(type) || !/^[\w.:-]{1,40}$/.test(value)) return;
    if (Object.keys(ids).length < MOST.ids) ids[type] ??= value;
  };
  for (const { attributes, text } of childrenOf(element, 'uniqueid')) note(attributes['type'] ?? 'id', text);
  for (const [name, type] of Object.entries(ID_NAMES)) note(type, textOf(element, name));
  return Object.keys(ids).length > 0 ? ids : undefined;
}

/** Without the fields that the file does not say. */
const said = <Facts extends object>(facts: Facts): { [K in keyof Facts]: Exclude<Facts[K], undefined> } =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0)),
  ) as { [K in keyof Facts]: Exclude<Facts[K], undefined> };

const ratingOf = (element: Element): ContentRating | undefined => {
  const texts = ['mpaa', 'certification', 'contentrating'].flatMap((name) => childrenOf(element, name));
  for (const { text } of texts) {
    const rating = readRating(text);
    if (rating !== undefined) return rating;
  }
  return undefined;
};

const ENDED = /^\s*(?:ended|completed?|finished|canceled|cancelled|완결)\s*$/i;
const RUNNING = /^\s*(?:continuing|returning series|airing|in production|방영 ?중)\s*$/i;

/** A `tvshow` or a `movie`. */
export function readTitle(element: Element): TitleFacts {
  const isFilm = element.name === 'movie';
  const airedAt = dateIn(textOf(element, 'premiered', 'releasedate', 'aired'));
  const year = numberIn(textOf(element, 'year'));
  const status = textOf(element, 'status') ?? '';
  const isYear = year !== undefined && Number.isInteger(year) && year >= 1950 && year <= 2100;
  return said({
    name: plain(textOf(element, 'title', 'localtitle', 'originaltitle'), LONGEST.name),
    originalName: plain(textOf(element, 'originaltitle'), LONGEST.originalName),
    synopsis: plain(textOf(element, 'plot', 'outline', 'biography', 'tagline'), LONGEST.synopsis),
    contentRating: ratingOf(element),
    airedAt,
    year: isYear && airedAt === undefined ? year : undefined,
    isEnded: ENDED.test(status) ? true : RUNNING.test(status) ? false : undefined,
    isFilm: isFilm ? true : undefined,
    genres: [...new Set(listOf(element, 'genre', LONGEST.genre).map(genreName))].slice(0, MOST.genres),
    director: plain(listOf(element, 'director', LONGEST.person).join(', '), LONGEST.director),
    studio: plain(listOf(element, 'studio', LONGEST.studio).join(', '), LONGEST.studio),
    cast: castOf(element),
    score: scoreOf(element),
    ids: idsOf(element),
  });
}

const wholeIn = (number: number | undefined, most: number) =>
  number !== undefined && Number.isInteger(number) && number >= 0 && number <= most ? number : undefined;

/** An `episodedetails`. */
export function readEpisode(element: Element): EpisodeFacts {
  const number = numberIn(textOf(element, 'episode'));
  return said({
    season: wholeIn(numberIn(textOf(element, 'season')), 999),
    number: number !== undefined && number >= 0 && number <= 9999 ? Math.round(number * 10) / 10 : undefined,
    subject: plain(textOf(element, 'title'), LONGEST.subject),
    synopsis: plain(textOf(element, 'plot', 'outline'), LONGEST.episodeSynopsis),
    airedAt: dateIn(textOf(element, 'aired', 'premiered')),
    score: scoreOf(element),
    ids: idsOf(element),
  });
}

/** One video with several episodes is one episode of the catalogue, with the number of the first. */
export function joinEpisodes(episodes: readonly EpisodeFacts[]): EpisodeFacts {
  const [first = {}] = episodes;
  if (episodes.length < 2) return first;
  const together = (field: 'subject' | 'synopsis', sign: string, longest: number) =>
    plain(episodes.flatMap((episode) => episode[field] ?? []).join(sign), longest);
  return said({
    ...first,
    subject: together('subject', ' / ', LONGEST.subject),
    synopsis: together('synopsis', ' ', LONGEST.episodeSynopsis),
  });
}
