import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#src/api/api-context.ts';
import { WATCHED_KEY } from '#src/api/catalogue.ts';
import { reportPlayLog, requestVideo } from '#src/api/playback.ts';
import { createPlaybackSession, type PlaybackSession, type Readable } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices } from './playback-context.ts';
import { toWireReport } from './report.ts';
import { errorCodeOf } from './playback-failure.ts';

/**
 * A playback session of one episode, opened into the element that `ref` is given to, and closed with the component. What
 * depends on the watched time is asked for anew when the last report is out.
 */
export function usePlaybackSession(episodeId: number): {
  session: PlaybackSession;
  ref: (video: HTMLVideoElement | null) => void;
} {
  const api = useApi();
  const platform = usePlatform();
  const services = usePlaybackServices();
  const stores = useStores();
  const queryClient = useQueryClient();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [session] = useState(() => {
    const lastProfile = stores.session.getState().lastProfile;
    return createPlaybackSession({
      episodeId,
      profileId: lastProfile?.profile.id ?? '',
      clock: services.clock,
      engine: services.createEngine(),
      requestVideo: (id) => requestVideo(api, id, platform.device.platform),
      report: (playLogId, report) => reportPlayLog(api, playLogId, toWireReport(report), lastProfile?.token),
      errorCodeOf,
      pendingReports: services.pendingReports,
      lifecycle: platform.lifecycle,
      // service.md, section 4: any other error is only logged to the console.
      logError: (error) => console.warn('playback', error),
      preferredVideoCodecs: platform.device.preferredVideoCodecs,
    });
  });

  useEffect(() => {
    if (video) void session.open(video);
  }, [session, video]);

  useEffect(
    () => () => {
      void session.close().then(() => queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }));
    },
    [session, queryClient],
  );

  useEffect(() => {
    const follow = () => platform.screensaver.setAllowed(session.machine.getState().state !== 'playing');
    const unsubscribe = session.machine.subscribe(follow);
    return () => {
      unsubscribe();
      platform.screensaver.setAllowed(true);
    };
  }, [platform, session]);

  return { session, ref: setVideo };
}

/** The present value of something that changes by itself. */
export const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.getState);
