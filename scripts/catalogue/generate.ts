import type { CatalogueRecord, EpisodeRecord, TitleRecord } from '#server/catalogue/format/index.ts';
import { generatedName } from './generated-names.ts';

/** First id of generated titles; the demo's have three digits. */
const FIRST_ID = 10_000;

/** A demo episode under another title's number, without data that refers to its id. */
const episodeOf = (titleId: number, of: EpisodeRecord): EpisodeRecord => ({
  id: titleId * 100 + of.order,
  order: of.order,
  episode_num: of.episode_num,
  subject: of.subject,
  synopsis: of.synopsis,
  clip: of.clip,
  thumbnail: of.thumbnail,
  published_at: of.published_at,
  ends_at: of.ends_at,
  countries: of.countries,
  // Products are omitted, because orders refer to their ids.
  access: of.access === 'purchase' ? 'membership' : of.access,
});

const NO_IDS = { anilist: null, myanimelist: null, anidb: null, tmdb: null, tvdb: null, imdb: null };

const titleOf = (index: number, { products: _, ...of }: TitleRecord, tagsOf: TitleRecord): TitleRecord => ({
  ...of,
  id: FIRST_ID + index,
  name: generatedName(index),
  names: [],
  aliases: [],
  uniqueid: NO_IDS,
  tags: tagsOf.tags,
  director: tagsOf.director,
  cast: tagsOf.cast,
  series: null,
  episodes: of.episodes.map((episode) => episodeOf(FIRST_ID + index, episode)),
});

/**
 * A large catalogue for load tests: the given records, and as many more titles as requested, with the demo's art, clips
 * and episodes under new names. Deterministic.
 */
export function* generateCatalogue(records: readonly CatalogueRecord[], titles: number): Generator<CatalogueRecord> {
  yield* records;
  const known = records.filter((record) => record.kind === 'title');
  for (let index = 0; index < titles && known.length > 0; index += 1)
    yield titleOf(index, known[index % known.length]!, known[(index * 7 + 3) % known.length]!);
}
