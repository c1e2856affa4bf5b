import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { TitlePreview } from '#contract/console/title-editing.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { Membership } from '#server/accounts/membership.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import { accessOf } from '#server/catalogue/access.ts';
import { isIn, ratingIn } from '#server/catalogue/country-view.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import { findTitleRecord } from '#server/catalogue/transfer/export-store.ts';
import { NO_DECISION, releaseOf, throughTitle } from './publication-rules.ts';
import { presentEpisode, presentItem } from '#server/catalogue/present.ts';
import type { ItemRow } from '#server/catalogue/store.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import { pictureUrls } from './clip-faces.ts';
import { findTitle, listEpisodesOfTitle } from './publication-store.ts';
import { findItemRow, listEpisodeRows } from './title-preview-store.ts';

/** Somebody who does not exist: a profile's age limit and its account's membership, without purchases. */
export interface ImaginedViewer {
  max_rating: ContentRating;
  plan: Membership['plan'];
  /** `published`: as if the title and all its episodes that are not hidden were published. */
  at: 'now' | 'published';
  /** Where the viewer is; undefined for a title without its limits. */
  country?: string | undefined;
}

const NOTHING_OF_HIS_OWN = { rating: null, is_wished: false, resume: null, is_hidden: false };

/** What the app would get of the title and of these episodes; pictures of a draft are signed. */
async function asCalled(
  options: PreviewOptions,
  { id, rating }: { id: number; rating: ContentRating },
  accesses: ReadonlyMap<number, EpisodeAccess>,
  now: Date,
): Promise<TitlePreview['television']> {
  const [item, all] = await Promise.all([findItemRow(options.db, id), listEpisodeRows(options.db, id)]);
  if (!item) return null;
  const episodes = all.filter((episode) => accesses.has(episode.id));
  const pictures = [item.poster, item.wide, item.backdrop, ...episodes.map(({ thumbnail }) => thumbnail)];
  const artUrl = await pictureUrls(options.db, pictures, { ...options, now });
  const latest = episodes.at(-1);
  const ends = episodes.flatMap(({ ends_at: end }) => (end === null ? [] : [end.getTime()]));
  const row: ItemRow = {
    ...item,
    content_rating: rating,
    episode_ids: episodes.map((episode) => episode.id),
    cnt_episode: episodes.length,
    has_avod: episodes.some(({ access }) => access === 'avod'),
    latest_episode_id: latest?.id ?? null,
    latest_published_at: latest?.published_at ?? null,
    leaves_at: ends.length > 0 && ends.length === episodes.length ? new Date(Math.max(...ends)) : item.ends_at,
    audio_tracks: [...new Set(episodes.flatMap(({ audio_tracks: keys }) => keys))],
    subtitle_tracks: [...new Set(episodes.flatMap(({ subtitle_tracks: keys }) => keys))],
    trailer_stream: null,
    next_release: null,
    theme_ids: [],
    limited_episodes: [],
    cnt_rating: 0,
    sum_rating: 0,
  };
  return {
    item: presentItem(row, NOTHING_OF_HIS_OWN, { artUrl, trailerUrl: () => null, now }),
    episodes: episodes.map((episode) =>
      // An episode that is still to come is shown as if it came now.
      presentEpisode(
        { ...episode, published_at: episode.published_at < now ? episode.published_at : now },
        accesses.get(episode.id)!,
        null,
        true,
        { artUrl, now },
      ),
    ),
  };
}

interface PreviewOptions {
  db: Connection;
  clock: Clock;
  artUrl(path: string): string;
  draftArt: Pick<DraftArt, 'sign'>;
}

/** A title as the rules show it to viewers, read from the database. @throws MissingError */
export const createPreviewTitle =
  (options: PreviewOptions) =>
  async (id: number, { max_rating: limit, plan, at, country }: ImaginedViewer): Promise<TitlePreview> => {
    const { db, clock } = options;
    const now = clock.now();
    const record = await findTitleRecord(db, id);
    const found = record && (await findTitle(db, id, now));
    if (!record || !found) throw new MissingError(`There is no title ${id}.`, '없는 작품이에요.');
    const isImagined = at === 'published';
    const title = isImagined ? { ...found, ...NO_DECISION } : found;
    const { state } = releaseOf({ kind: 'title', decision: title, ownAt: title.first_at, endsAt: title.ends_at }, now);
    const membership: Membership = { plan, maxStreams: 1, expiresAt: null };
    const operated = await listEpisodesOfTitle(db, id);
    const out = operated.filter((episode) => {
      const own = releaseOf(
        { kind: 'episode', decision: episode, ownAt: episode.published_at, endsAt: episode.ends_at },
        now,
      );
      if (isImagined) return own.state !== 'unpublished' && own.state !== 'ended';
      return throughTitle(own, title, now).state === 'published';
    });
    const outIds = new Set(out.map((episode) => episode.id));
    const isHere = ({ countries }: { countries: readonly string[] }) =>
      country === undefined || isIn(countries, country);
    const here = record.episodes.filter(isHere);
    const rating = country === undefined ? record.content_rating : ratingIn(record, country);
    const shown = here.filter((episode) => outIds.has(episode.id));
    const why =
      state === 'unpublished' || state === 'ended'
        ? state
        : !isHere(record) || (here.length === 0 && outIds.size > 0)
          ? 'country'
          : !isRatingAllowed(rating, limit)
            ? 'rating'
            : shown.length === 0
              ? 'empty'
              : null;
    const episodes = shown.map(({ id: episodeId, episode_num, subject, access }) => ({
      id: episodeId,
      episode_num,
      subject,
      access: accessOf({ id: episodeId, item_id: id, access }, membership, []),
    }));
    const accesses = new Map(episodes.map(({ id: episodeId, access }) => [episodeId, access]));
    return {
      is_shown: why === null,
      why,
      state,
      episodes,
      television: why === null ? await asCalled(options, { id, rating }, accesses, now) : null,
    };
  };
