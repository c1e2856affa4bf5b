import type { QueryClient } from '@tanstack/react-query';
import type { PlatformName } from '#contract/accounts.ts';
import { isUnreachable } from '#src/api/api-error.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client.ts';
import { requestAvodVideo, requestVideo } from '#src/api/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import { KeptVideoOver, type KeptEpisodes, type PlayedVideo } from '#src/player/index.ts';
import { errorCodeOf } from './playback-failure.ts';

/** With the episode on the disk, a server that is slow to answer is not waited for longer, in ms. */
const ANSWER_LIMIT_MS = 4_000;

export interface PlayedVideoSources {
  readonly api: Client;
  readonly queryClient: QueryClient;
  readonly clock: Clock;
  readonly device: PlatformName;
  readonly profileId: string;
  readonly isOnline: () => boolean;
  /** Null where nothing can be kept. */
  readonly kept: KeptEpisodes | null;
  /** Closes the play log of an answer that came too late. */
  readonly abandon: (video: PlayedVideo) => void;
}

/**
 * What plays an episode. One that is kept comes from the disk: with a play log of the server's where it answers, so that
 * its rules hold as for any playback, and with its own where there is no network.
 */
export async function requestPlayedVideo(sources: PlayedVideoSources, episodeId: number): Promise<PlayedVideo> {
  const { api, queryClient, clock, device, profileId, isOnline, kept, abandon } = sources;
  const ask = async (): Promise<PlayedVideo> => {
    // Members see no advertisement, and no call about any is made.
    const query = episodeQuery(api, episodeId);
    const { access } = await queryClient.ensureQueryData(query);
    if (access.type === 'avod') return requestAvodVideo(api, episodeId, device);
    return requestVideo(api, episodeId, device).catch(async (error: unknown) => {
      if (errorCodeOf(error) !== 'MEMBERSHIP_REQUIRED') throw error;
      // The membership ended after the episode was read: it may be free with advertisements.
      const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      if (fresh.access.type !== 'avod') throw error;
      return requestAvodVideo(api, episodeId, device);
    });
  };

  const found = await kept?.find(profileId, episodeId);
  if (found === undefined) return ask();
  if (found === 'expired') {
    return ask().catch((error: unknown) => {
      throw isUnreachable(error) ? new KeptVideoOver() : error;
    });
  }
  // The player's title and the episodes beside it, for where there is no server to tell them.
  queryClient.setQueryData(episodeQuery(api, episodeId).queryKey, (known) => known ?? found.episode);
  if (!isOnline()) return found.video;

  let isLate = false;
  const answer = ask().then((video) => {
    if (isLate) abandon(video);
    return video;
  });
  const late = new Promise<null>((resolve) => {
    const stop = clock.after(ANSWER_LIMIT_MS, () => resolve(null));
    // Also when it comes late and nobody listens to it any more.
    answer.then(stop, stop);
  });
  try {
    const video = await Promise.race([answer, late]);
    // Its own streams stand behind: the right to what is on the disk may end while it plays.
    if (video) return video.ad_breaks?.length ? video : { ...video, streams: [...found.streams, ...video.streams] };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
  isLate = true;
  return found.video;
}
