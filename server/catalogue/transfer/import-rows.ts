import {
  advertisementColumns,
  clipColumns,
  episodeColumns,
  imageColumns,
  planColumns,
  productColumns,
  themeColumns,
  titleColumns,
  toRow,
  type CatalogueTable,
  type Row,
} from '#server/catalogue/columns.ts';
import { trackKeyOf } from '#contract/rules/track-key.ts';
import type { CatalogueRecord, ClipRecord, EpisodeRecord } from '#server/catalogue/format/index.ts';

const MS_PER_DAY = 24 * 3600_000;

export type CatalogueRows = Record<CatalogueTable, Row[]>;

const publishedAt = (published: EpisodeRecord['published_at'], now: Date): string =>
  typeof published === 'string'
    ? published
    : new Date(now.getTime() - published.days_before_import * MS_PER_DAY).toISOString();

const breakRows = ({ id, ad_breaks: breaks = [] }: EpisodeRecord): Row[] =>
  breaks.map((offset, index) => ({ id: `${id}-${index + 1}`, episode_id: id, offset }));

/** The columns of an episode that its clip fills. */
export const clipFactsOf = ({
  duration,
  audio = [],
  subtitles,
}: Pick<ClipRecord, 'duration' | 'audio' | 'subtitles'>) => ({
  running_time: duration,
  audio_tracks: audio.map(trackKeyOf),
  subtitle_tracks: subtitles.map(({ lang, role = 'subtitle' }) => trackKeyOf({ lang, role })),
});

const NO_CLIP = { running_time: 0, audio_tracks: [], subtitle_tracks: [] };

const ofKind = <K extends CatalogueRecord['kind']>(records: readonly CatalogueRecord[], kind: K) =>
  records.filter((record): record is Extract<CatalogueRecord, { kind: K }> => record.kind === kind);

/**
 * Converts a catalogue's records to rows of its tables.
 *
 * @param now the instant from which `days_before_import` counts.
 */
export function toRows(records: readonly CatalogueRecord[], now: Date): CatalogueRows {
  const clips = ofKind(records, 'clip');
  const titles = ofKind(records, 'title');
  const clipFacts = new Map(clips.map((clip) => [clip.id, clipFactsOf(clip)]));
  return {
    profile_images: ofKind(records, 'profile_image').map((image, position) => ({
      ...toRow(imageColumns, image),
      position,
    })),
    clips: clips.map((clip) => toRow(clipColumns, clip)),
    advertisements: ofKind(records, 'advertisement').map((advertisement) => ({
      ...toRow(advertisementColumns, advertisement),
      weight: advertisement.weight ?? 1,
      starts_at: advertisement.starts_at ?? null,
      ends_at: advertisement.ends_at ?? null,
    })),
    themes: ofKind(records, 'theme').map((theme, position) => ({ ...toRow(themeColumns, theme), position })),
    items: titles.map((title, position) => ({ ...toRow(titleColumns, title), position })),
    episodes: titles.flatMap((title) =>
      title.episodes.map((episode) => ({
        ...toRow(episodeColumns, episode),
        item_id: title.id,
        ...(clipFacts.get(episode.clip) ?? NO_CLIP),
        published_at: publishedAt(episode.published_at, now),
      })),
    ),
    ad_breaks: titles.flatMap(({ episodes }) => episodes.flatMap(breakRows)),
    products: titles.flatMap((title) =>
      (title.products ?? []).map((product, position) => ({
        ...toRow(productColumns, product),
        item_id: title.id,
        position,
        sale: product.sale ?? null,
      })),
    ),
    plans: ofKind(records, 'plan').map((plan, position) => ({
      ...toRow(planColumns, plan),
      position,
      sale: plan.sale ?? null,
    })),
    item_themes: titles.flatMap((title, position) =>
      title.themes.map((theme_id) => ({ theme_id, item_id: title.id, position })),
    ),
  };
}
