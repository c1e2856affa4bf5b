import type { QueryClient } from '@tanstack/react-query';
import type { OpeningRow } from '#contract/playback.ts';
import type { PlatformName } from '#contract/platforms.ts';
import { isUnreachable } from '#src/api/client/api-error.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { requestAvodVideo, requestVideo } from '#src/api/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import { OfflineVideoOver, type OfflineEpisodes, type PlayedVideo } from '#src/player/index.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';

/** Timeout of the server's answer when the episode is on the disk, in ms. */
const ANSWER_LIMIT_MS = 4_000;

/** The row in which the viewer chose a title. */
export type RowOf = (itemId: number) => OpeningRow | undefined;

export interface PlayedVideoSources {
  readonly api: Client;
  readonly queryClient: QueryClient;
  readonly clock: Clock;
  readonly device: PlatformName;
  readonly rowOf?: RowOf | undefined;
  readonly profileId: string;
  readonly isOnline: () => boolean;
  /** Null on platforms without downloads. */
  readonly offline: OfflineEpisodes | null;
  /** Closes the play log of an answer that came too late. */
  readonly abandon: (video: PlayedVideo) => void;
}

/**
 * Requests the video of an episode. A downloaded one plays from the disk: with a play log of the server when it answers,
 * so that its rules apply, and with the download's own play log offline.
 */
export async function requestPlayedVideo(sources: PlayedVideoSources, episodeId: number): Promise<PlayedVideo> {
  const { api, queryClient, clock, device, rowOf, profileId, isOnline, offline, abandon } = sources;
  const ask = async (): Promise<PlayedVideo> => {
    // Members have no advertisements, so they need no call with breaks.
    const query = episodeQuery(api, episodeId);
    const { access, item } = await queryClient.ensureQueryData(query);
    const row = rowOf?.(item.id);
    if (access.type === 'avod') return requestAvodVideo(api, episodeId, device, row);
    return requestVideo(api, episodeId, device, row).catch(async (error: unknown) => {
      if (errorCodeOf(error) !== 'MEMBERSHIP_REQUIRED') throw error;
      // The membership ended after the episode was read; the episode may be free with advertisements.
      const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      if (fresh.access.type !== 'avod') throw error;
      return requestAvodVideo(api, episodeId, device, row);
    });
  };

  const found = await offline?.find(profileId, episodeId);
  if (found === undefined) return ask();
  if (found === 'expired') {
    return ask().catch((error: unknown) => {
      throw isUnreachable(error) ? new OfflineVideoOver() : error;
    });
  }
  // Lets the player show title and neighbours without the server.
  queryClient.setQueryData(episodeQuery(api, episodeId).queryKey, (known) => known ?? found.episode);
  if (!isOnline()) return found.video;

  let isLate = false;
  const answer = ask().then((video) => {
    if (isLate) abandon(video);
    return video;
  });
  const late = new Promise<null>((resolve) => {
    const stop = clock.after(ANSWER_LIMIT_MS, () => resolve(null));
    // Also for a late answer.
    answer.then(stop, stop);
  });
  try {
    const video = await Promise.race([answer, late]);
    // The video's streams are the fallback, because the right to the download may end during playback.
    if (video) return video.ad_breaks?.length ? video : { ...video, streams: [...found.streams, ...video.streams] };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
  isLate = true;
  return found.video;
}
