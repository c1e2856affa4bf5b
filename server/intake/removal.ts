import type { MediaJobRow } from '#server/db/tables.ts';
import type { EpisodeStays } from '#server/catalogue/index.ts';
import { isForEpisode, isForSound } from './job.ts';

/** What a removed job takes along, and why it may not go. */
export interface Removal {
  /** `episode` goes with its video; `video` belongs to nothing; `job` has made nothing. */
  removes: 'job' | 'video' | 'episode';
  /** `used`: something else plays the video. Null when it may go. */
  stays: EpisodeStays | 'running' | 'used' | null;
}

/**
 * @param users what plays the job's video, as `listUsersOfClips` names it.
 * @param stays why an episode stays, by its id.
 */
export function removalOf(
  { state, target }: Pick<MediaJobRow, 'state' | 'target'>,
  users: readonly string[],
  stays: ReadonlyMap<number, EpisodeStays>,
): Removal {
  if (state === 'running') return { removes: 'job', stays: 'running' };
  const episodeId = isForEpisode(target) && !target.isReplacing ? target.episodeId : undefined;
  const isOfEpisode = episodeId !== undefined && users.includes(`episode ${episodeId}`);
  if (isOfEpisode && users.length === 1) return { removes: 'episode', stays: stays.get(episodeId) ?? null };
  // A sound is a part of a clip that another job has made.
  if (isForSound(target)) return { removes: 'job', stays: null };
  if (users.length > 0) return { removes: 'video', stays: 'used' };
  return { removes: state === 'done' ? 'video' : 'job', stays: null };
}
