import type { Episode, Item } from '#contract/catalogue.ts';
import { watchState } from './watch-state.ts';

/** How far the profile is in a title. */
export interface Watching {
  readonly item: Pick<Item, 'my'>;
  /** The first page of episodes or more. */
  readonly episodes: readonly Episode[];
  /** The last watched episode, when it is not among `episodes`. */
  readonly resumeEpisode?: Episode | null;
}

/** The most likely wanted episode: the last watched one, else the first unseen, else the first. */
export function episodeToWatch({ item, episodes, resumeEpisode }: Watching): Episode | null {
  const { resume } = item.my;
  if (resume) {
    const stoppedAt = resumeEpisode ?? episodes.find(({ id }) => id === resume.episode_id);
    if (stoppedAt) return stoppedAt;
  }
  return episodes.find((episode) => watchState(episode).kind !== 'finished') ?? episodes[0] ?? null;
}
