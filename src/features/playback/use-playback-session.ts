import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AppLifecycle, Platform } from '#platform/platform.ts';
import { useApi } from '#src/api/api-context.ts';
import { WATCHED_KEY } from '#src/api/catalogue.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { requestAdvertisement, requestMediaTicket, tellAdEvent } from '#src/api/playback.ts';
import {
  createAdEvents,
  createPlaybackSession,
  createSeenBreaks,
  createShakaEngine,
  LAST_PLAYBACK_KEY,
  playbackRecord,
  type PageLifecycle,
  type PlaybackSession,
  type PlayReport,
  type Readable,
} from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices } from './playback-context.ts';
import { toWireReport } from './report.ts';
import { requestPlayedVideo } from './request-played-video.ts';
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
    const report = (playLogId: string, sent: PlayReport) =>
      reportPlayLog(api, playLogId, toWireReport(sent), lastProfile?.token);
    return createPlaybackSession({
      episodeId,
      profileId,
      clock: services.clock,
      engine:
        services.createEngine?.() ??
        createShakaEngine({
          clock: services.clock,
          keySystems: platform.device.keySystems,
          downlinkMegabits: platform.network.downlinkMegabits,
        }),
      requestVideo: (id) =>
        requestPlayedVideo(
          {
            api,
            queryClient,
            clock: services.clock,
            device: platform.device.platform,
            profileId,
            isOnline: platform.network.isOnline,
            kept: services.kept.getState(),
            abandon: ({ play_log_id: playLogId, resume_offset: playEndOffset }) => {
              report(playLogId, { totalPlayTime: 0, playEndOffset, isPlayerExit: true }).catch(logError);
            },
          },
          id,
        ),
      ads: {
        requestAd: (adBreakId, playLogId) => requestAdvertisement(api, adBreakId, playLogId),
        events: adEvents,
        seen: createSeenBreaks(storage, services.clock, { profileId, episodeId }),
      },
      report,
      renewTicket: (playLogId) => requestMediaTicket(api, playLogId, lastProfile?.token),
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
      const profileId = stores.session.getState().lastProfile?.profile.id;
      const { positionSeconds } = session.machine.position.getState();
      // Not before there was a picture.
      if (profileId !== undefined && positionSeconds > 0)
        services.kept.getState()?.leaveAt(profileId, episodeId, Math.floor(positionSeconds));
      void session.close().then(() => queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }));
    },
    [session, queryClient, stores, services, episodeId],
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

/** The record of this playback, on disk for the diagnostics: written when it stops or fails, and when it is over. */
function keepRecord({ storage, lifecycle }: Platform, session: PlaybackSession): () => void {
  let kept = '';
  const write = () => {
    kept = JSON.stringify(playbackRecord(session.chronicle));
    storage.set(LAST_PLAYBACK_KEY, kept);
  };
  let lastState = session.machine.getState().state;
  const follow = () => {
    const { state } = session.machine.getState();
    // Who pulls the plug does it now.
    if (state !== lastState && (state === 'paused' || state === 'ended' || state === 'failed')) write();
    lastState = state;
  };
  const unsubscribes = [lifecycle.subscribe(write), session.subscribe(write), session.machine.subscribe(follow)];
  return () => {
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    write();
    // With what the server said to the last report, unless another playback has its record there by then.
    void session.close().then(() => {
      if (storage.get(LAST_PLAYBACK_KEY) === kept) write();
    });
  };
}

/** The present value of something that changes by itself. */
export const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.getState);
