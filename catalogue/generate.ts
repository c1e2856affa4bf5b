import type { CatalogueRecord, EpisodeRecord, TitleRecord } from './format.ts';
import { generatedName } from './generated-names.ts';

/** Generated titles count from here; the demo's have three digits. */
const FIRST_ID = 10_000;

/** An episode of the demo under another title's number; what hangs on its id is left out. */
const episodeOf = (titleId: number, of: EpisodeRecord): EpisodeRecord => ({
  id: titleId * 100 + of.order,
  order: of.order,
  episode_num: of.episode_num,
  subject: of.subject,
  synopsis: of.synopsis,
  clip: of.clip,
  thumbnail: of.thumbnail,
  published_at: of.published_at,
  // Products are left out, because orders hang on their ids.
  access: of.access === 'purchase' ? 'membership' : of.access,
});

const titleOf = (index: number, of: TitleRecord, tagsOf: TitleRecord): TitleRecord => ({
  kind: 'title',
  id: FIRST_ID + index,
  name: generatedName(index),
  synopsis: of.synopsis,
  genres: of.genres,
  tags: tagsOf.tags,
  medium: of.medium,
  content_rating: of.content_rating,
  air: of.air,
  director: tagsOf.director,
  production: of.production,
  cast: tagsOf.cast,
  series: null,
  themes: of.themes,
  color: of.color,
  art: of.art,
  episodes: of.episodes.map((episode) => episodeOf(FIRST_ID + index, episode)),
});

/**
 * A large catalogue for load work: the given records, and so many more titles with their art, clips and episodes under
 * new names. The same every time.
 */
export function* generateCatalogue(records: readonly CatalogueRecord[], titles: number): Generator<CatalogueRecord> {
  yield* records;
  const known = records.filter((record) => record.kind === 'title');
  for (let index = 0; index < titles && known.length > 0; index += 1)
    yield titleOf(index, known[index % known.length]!, known[(index * 7 + 3) % known.length]!);
}
