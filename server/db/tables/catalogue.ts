import type { Generated, Selectable } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { RatingReason } from '#contract/title-facts.ts';
import type { RowOf, episodeColumns, themeColumns, titleColumns } from '../../catalogue/columns.ts';
import type { EpisodeRecord, ThemeRecord, TitleRecord } from '../../catalogue/format/index.ts';
import type { GeneratedJson, Json } from './json.ts';

type TitleRow = RowOf<TitleRecord, typeof titleColumns>;

type Defaulted = 'rating_reasons' | 'names' | 'aliases' | 'uniqueid' | 'countries' | 'country_ratings';

export interface ItemsTable extends Omit<TitleRow, Defaulted> {
  rating_reasons: Generated<RatingReason[]>;
  names: GeneratedJson<TitleRow['names']>;
  aliases: Generated<TitleRow['aliases']>;
  uniqueid: GeneratedJson<TitleRow['uniqueid']>;
  countries: Generated<TitleRow['countries']>;
  country_ratings: GeneratedJson<TitleRow['country_ratings']>;
  /** Place in the catalogue, for lists that nothing else orders. */
  position: number;
}

/** Rating sums of a title. Unrated titles have no row. */
export interface ItemRatingsTable {
  item_id: number;
  cnt_rating: number;
  sum_rating: number;
}

interface EpisodesTable extends Omit<RowOf<EpisodeRecord, typeof episodeColumns>, 'countries'> {
  item_id: number;
  running_time: number;
  countries: Generated<EpisodeRecord['countries']>;
  published_at: Date;
  /** The sounds of its clip: `ja`, `ko/dub`. */
  audio_tracks: Generated<string[]>;
  /** The subtitles of its clip: `ko`, `ko/caption`. */
  subtitle_tracks: Generated<string[]>;
}

/** An operator's decision about the release of a title or an episode; without a row the catalogue's records decide. */
interface PublicationsTable {
  kind: 'title' | 'episode';
  /** Id of the title or episode; the catalogue may not have it at present. */
  id: number;
  is_hidden: boolean;
  /** For an episode, replaces `published_at`. For a title, no episode is published before it. */
  starts_at: Date | null;
  /** Message for viewers about a delay; null when `starts_at` is no delay. */
  notice: string | null;
  /** Viewers have seen it before this decision. */
  was_out: Generated<boolean>;
  changed_at: Date;
}

interface ThemesTable extends RowOf<ThemeRecord, typeof themeColumns> {
  position: number;
}

interface ItemThemesTable {
  theme_id: number;
  item_id: number;
  position: number;
}

/** Data of titles for lists, search and similar titles, derived from the catalogue and the time (catalogue/prepare.ts). */
interface PreparedTitlesTable {
  item_id: number;
  position: number;
  /** Sorts like the name in Korean. */
  name_key: string;
  content_rating: ContentRating;
  /** Whether an episode is out. */
  is_listed: boolean;
  latest_at: Date | null;
  genres: string[];
  /** Null also for a title that has ended. */
  weekday: number | null;
  air_year: number;
  audio_tracks: string[];
  subtitle_tracks: string[];
  theme_ids: number[];
  series_id: number | null;
  series_order: number | null;
  /** Where viewers find it; null for everywhere. */
  countries: string[] | null;
  /** Age ratings by country, as an object; null without any. */
  country_ratings: Json<Record<string, ContentRating>> | null;
  /** When the row is outdated; null when only a change of the catalogue makes it so. */
  next_at: Date | null;
}

/** A title as `listCatalogueItems` reads it (catalogue/store.ts); as current as its row in `prepared_titles`. */
interface PreparedItemsTable {
  item_id: number;
  item: unknown;
  /** As in `prepared_titles`. */
  next_at: Date | null;
  /** The fields of titles and briefs, as a hash: a server of another version may have written the row. */
  form: string;
}

/** The part of a title that rows of titles show; as current as its row in `prepared_titles`. */
interface PreparedBriefsTable extends Pick<PreparedItemsTable, 'item_id' | 'next_at' | 'form'> {
  brief: object;
}

/** Features by which a listed title is compared with others. */
interface PreparedFeaturesTable {
  feature: string;
  item_id: number;
}

/** What operators find and sort titles by; also of titles that viewers do not see. */
interface PreparedOperatedTable {
  item_id: number;
  /** All names in letters and digits alone, each on a line of its own. */
  names: string;
  /** As in `prepared_titles`; null until this server's form is prepared. */
  name_key: string | null;
  /** When the first of its episodes that is not hidden comes out, whatever was decided for the title. */
  first_at: Date | null;
  ends_at: Date | null;
}

/** Similar titles, the most similar first; see `catalogue/lists/similar-titles.ts`. Numbers with commas, as they are sent. */
interface SimilarTitlesTable {
  item_id: number;
  ids: string;
  scores: string;
  compared_at: Date;
}

/** Titles that the viewers of a title also watch, the closest first, blended with its similar titles (catalogue/learning). */
interface LearntTitlesTable extends Pick<SimilarTitlesTable, 'item_id' | 'ids' | 'scores'> {
  learnt_at: Date;
}

/** The titles that a version of the catalogue changed, and title 0. A version without rows changed all. */
interface CatalogueChangesTable {
  version: number;
  item_id: number;
}

/** Tables of the catalogue. */
export interface TablesOfCatalogue {
  items: ItemsTable;
  item_figures: ItemRatingsTable;
  episodes: EpisodesTable;
  themes: ThemesTable;
  item_themes: ItemThemesTable;
  publications: PublicationsTable;
  prepared_titles: PreparedTitlesTable;
  prepared_items: PreparedItemsTable;
  prepared_briefs: PreparedBriefsTable;
  prepared_features: PreparedFeaturesTable;
  prepared_operated: PreparedOperatedTable;
  similar_titles: SimilarTitlesTable;
  learnt_titles: LearntTitlesTable;
  catalogue_changes: CatalogueChangesTable;
}

export type EpisodeRow = Selectable<EpisodesTable>;
export type PublicationRow = Selectable<PublicationsTable>;
export type ThemeRow = Selectable<ThemesTable>;
export type PreparedTitleRow = Selectable<PreparedTitlesTable>;
