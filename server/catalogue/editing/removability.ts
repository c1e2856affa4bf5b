import type { OperatedEpisode, OperatedTitle } from './publication-store.ts';
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
