import type { TitlePreview } from '#contract/console/title-editing.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { Membership } from '#server/accounts/membership.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import { accessOf } from '#server/catalogue/access.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import { findTitleRecord } from '#server/catalogue/transfer/export-store.ts';
import { NO_DECISION, releaseOf, throughTitle } from './publication-rules.ts';
import { findTitle, listEpisodesOfTitle } from './publication-store.ts';

/** Somebody who does not exist: a profile's age limit and its account's membership, without purchases. */
export interface ImaginedViewer {
  max_rating: ContentRating;
  plan: Membership['plan'];
  /** `published`: as if the title and all its episodes that are not hidden were published. */
  at: 'now' | 'published';
}

/** A title as the rules show it to viewers, read from the database. @throws MissingError */
export const createPreviewTitle =
  ({ db, clock }: { db: Connection; clock: Clock }) =>
  async (id: number, { max_rating: limit, plan, at }: ImaginedViewer): Promise<TitlePreview> => {
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
    const why =
      state === 'unpublished' || state === 'ended'
        ? state
        : !isRatingAllowed(record.content_rating, limit)
          ? 'rating'
          : outIds.size === 0
            ? 'empty'
            : null;
    return {
      is_shown: why === null,
      why,
      state,
      episodes: record.episodes
        .filter((episode) => outIds.has(episode.id))
        .map(({ id: episodeId, episode_num, subject, access }) => ({
          id: episodeId,
          episode_num,
          subject,
          access: accessOf({ id: episodeId, item_id: id, access }, membership, []),
        })),
    };
  };
