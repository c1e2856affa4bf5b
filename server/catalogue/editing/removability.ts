import type { Connection } from '#server/db/open.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import {
  listEpisodes,
  listSoldEpisodes,
  listTitlesOf,
  type OperatedEpisode,
  type OperatedTitle,
} from './publication-store.ts';
import { releaseOf } from './publication-rules.ts';

/** Whether viewers see it or have seen it until its end, apart from what its title says about an episode. */
export const isOutNow = (
  kind: 'title' | 'episode',
  decision: OperatedTitle | OperatedEpisode,
  ownAt: Date | null,
  now: Date,
) => releaseOf({ kind, decision, ownAt, endsAt: null }, now).state === 'published';

/** Viewers have seen the title, or could have. */
const wasTitleOut = (title: OperatedTitle, now: Date) => title.was_out || isOutNow('title', title, title.first_at, now);

export const isTitleRemovable = (title: OperatedTitle, now: Date) => title.is_hidden && !wasTitleOut(title, now);

const wasEpisodeOut = (episode: OperatedEpisode, title: OperatedTitle, now: Date) =>
  wasTitleOut(title, now) && (episode.was_out || isOutNow('episode', episode, episode.published_at, now));

export const isEpisodeRemovable = (episode: OperatedEpisode, title: OperatedTitle, now: Date) =>
  (episode.is_hidden || title.is_hidden) && !wasEpisodeOut(episode, title, now);

/** Why an episode stays: viewers see it or will, they have seen it, or a product sells it. */
export type EpisodeStays = 'published' | 'was-published' | 'sold';

/** The one rule for removing an episode, from its title as with the video that made it; null when it may go. */
export function whyEpisodeStays(
  episode: OperatedEpisode,
  title: OperatedTitle,
  isSold: boolean,
  now: Date,
): EpisodeStays | null {
  if (!isEpisodeRemovable(episode, title, now))
    return episode.is_hidden || title.is_hidden ? 'was-published' : 'published';
  return isSold ? 'sold' : null;
}

const STAYS_TEXTS: Record<EpisodeStays, (id: number) => [message: string, shown: string]> = {
  published: (id) => [
    `Episode ${id} is published or scheduled: run "bora titles unpublish episode ${id}" first.`,
    '공개했거나 예약한 회차예요. 먼저 내려 주세요.',
  ],
  'was-published': (id) => [
    `Episode ${id} was published: orders, histories and ratings refer to it, so it stays unpublished.`,
    '공개한 적이 있는 회차는 지울 수 없어요. 내린 채로 둘 수 있어요.',
  ],
  sold: (id) => [`Episode ${id} is sold: remove its products first.`, '판매 중인 회차예요. 상품을 먼저 지워 주세요.'],
};

/** @throws RefusedError unless the episode may be removed. */
export function checkEpisodeRemovable(
  episode: OperatedEpisode,
  title: OperatedTitle,
  isSold: boolean,
  now: Date,
): void {
  const why = whyEpisodeStays(episode, title, isSold, now);
  if (why !== null) throw new RefusedError(...STAYS_TEXTS[why](episode.id));
}

/** Those of these episodes that cannot be removed, and why. */
export async function findEpisodesThatStay(
  db: Connection,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, EpisodeStays>> {
  if (ids.length === 0) return new Map();
  const episodes = await listEpisodes(db, ids);
  const titleIds = [...new Set(episodes.map((episode) => episode.item_id))];
  const titles = new Map((await listTitlesOf(db, titleIds, now)).map((title) => [title.id, title]));
  const sold = await listSoldEpisodes(db, ids);
  return new Map(
    episodes.flatMap((episode) => {
      const title = titles.get(episode.item_id);
      const why = title ? whyEpisodeStays(episode, title, sold.has(episode.id), now) : null;
      return why === null ? [] : [[episode.id, why] as const];
    }),
  );
}
