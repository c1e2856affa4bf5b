import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AppLifecycle, Platform } from '#platform/platform.ts';
import { useApi } from '#src/api/api-context.ts';
import { episodeQuery, WATCHED_KEY } from '#src/api/catalogue.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { requestAdvertisement, requestAvodVideo, requestVideo, tellAdEvent } from '#src/api/playback.ts';
import {
  createAdEvents,
  createPlaybackSession,
  createSeenBreaks,
  createShakaEngine,
  LAST_PLAYBACK_KEY,
  playbackRecord,
  type PageLifecycle,
  type PlaybackSession,
  type Readable,
} from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices } from './playback-context.ts';
import { toWireReport } from './report.ts';
import { errorCodeOf } from './playback-failure.ts';

/** Back within this time, the viewer goes on where they were. */
const GOES_ON_WITHIN_MS = 30 * 60_000;

/** The lifecycle as a session hears it: after a long time away, it is not told to go on. */
const untilAway = ({ isHidden, subscribe }: AppLifecycle, onAway: () => void): PageLifecycle => ({
  isHidden,
  subscribe: (handler) =>
    subscribe((state, awayMs) => {
      if (awayMs > GOES_ON_WITHIN_MS) onAway();
      else handler(state);
    }),
});

/**
 * A playback session of one episode, opened into the element that `ref` is given to, and closed with the component. What
 * depends on the watched time is asked for anew when the last report is out.
 */
export function usePlaybackSession(
  episodeId: number,
  onAway: (episodeId: number) => void,
): {
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
    const { subtitle } = stores.settings.getState().settings;
    const lastProfile = stores.session.getState().lastProfile;
    const profileId = lastProfile?.profile.id ?? '';
    const { storage } = platform;
    // service.md, section 4: any other error is only logged to the console.
    const logError = (error: unknown) => console.warn('playback', error);
    const adEvents = createAdEvents({
      storage,
      profileId,
      send: (event) => tellAdEvent(api, event, lastProfile?.token),
      errorCodeOf,
      logError,
    });
    // What an earlier page could not tell.
    void adEvents.sendAll(profileId);
    const device = platform.device.platform;
    return createPlaybackSession({
      episodeId,
      profileId,
      clock: services.clock,
      engine:
        services.createEngine?.() ??
        createShakaEngine({ clock: services.clock, keySystems: platform.device.keySystems }),
      async requestVideo(id) {
        // Members see no advertisement, and no call about any is made.
        const { access } = await queryClient.ensureQueryData(episodeQuery(api, id));
        return (access.type === 'avod' ? requestAvodVideo : requestVideo)(api, id, device);
      },
      ads: {
        requestAd: (adBreakId, playLogId) => requestAdvertisement(api, adBreakId, playLogId),
        events: adEvents,
        seen: createSeenBreaks(storage, services.clock, { profileId, episodeId }),
      },
      report: (playLogId, report) => reportPlayLog(api, playLogId, toWireReport(report), lastProfile?.token),
      errorCodeOf,
      pendingReports: services.pendingReports,
      lifecycle: untilAway(platform.lifecycle, () => onAway(episodeId)),
      logError,
      subtitleLang: subtitle.language,
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

  useEffect(
    () => platform.network.subscribe((isOnline) => (isOnline ? session.tryNetwork() : undefined)),
    [platform, session],
  );

  useEffect(() => keepRecord(platform, session), [platform, session]);

  return { session, ref: setVideo };
}

/** The record of this playback, on disk for the diagnostics: written when it stops and when it is over. */
function keepRecord({ storage, lifecycle }: Platform, session: PlaybackSession): () => void {
  const write = () => storage.set(LAST_PLAYBACK_KEY, JSON.stringify(playbackRecord(session.chronicle)));
  const unsubscribe = lifecycle.subscribe(write);
  const unfollow = session.subscribe(write);
  return () => {
    unsubscribe();
    unfollow();
    write();
  };
}

/** The present value of something that changes by itself. */
export const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.getState);
