import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { AppLifecycle, Platform } from '#platform/platform.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { WATCHED_KEY } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { takeStartOver } from '#src/api/start-over.ts';
import { requestAdvertisement, requestMediaTicket, tellAdEvent } from '#src/api/playback.ts';
import {
  createAdEvents,
  createCurrentPlayLog,
  createPlayback,
  createSeenBreaks,
  LAST_PLAYBACK_KEY,
  playbackRecord,
  subtitleKeyOf,
  type PageLifecycle,
  type Playback,
  type PlayReport,
  type Readable,
} from '#src/player/index.ts';
import { useFocusEngine } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores, type Stores } from '#src/stores/stores-context.ts';
import { createEngineFor } from './create-engine.ts';
import { usePlaybackServices, type PlaybackServices } from './playback-context.ts';
import { openReports } from './open-reports.ts';
import { recordQuality } from './record-quality.ts';
import { toWireReport } from './report.ts';
import { requestPlayedVideo, type RowOf } from './request-played-video.ts';
import { createWatchTimeNotice } from './watch-time-notice.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';

/** Playback resumes when the app is visible again within this time. */
const GOES_ON_WITHIN_MS = 30 * 60_000;

/** An older press did not open the player, in ms. */
const LONGEST_PRESS_MS = 10_000;

/** The lifecycle for a playback: after a long absence it receives no `visible`. */
const untilAway = ({ isHidden, subscribe }: AppLifecycle, onAway: () => void): PageLifecycle => ({
  isHidden,
  subscribe: (handler) =>
    subscribe((state, awayMs) => {
      if (awayMs > GOES_ON_WITHIN_MS) onAway();
      else handler(state);
    }),
});

/**
 * A playback of one episode in the element with `ref`, closed with the component. After the last report it invalidates
 * everything that depends on the watched time.
 */
export function usePlayback(
  episodeId: number,
  onAway: (episodeId: number) => void,
  rowOf?: RowOf,
): {
  playback: Playback;
  /** Null until mounted. */
  video: HTMLVideoElement | null;
  ref: (video: HTMLVideoElement | null) => void;
} {
  const api = useApi();
  const platform = usePlatform();
  const services = usePlaybackServices();
  const stores = useStores();
  const queryClient = useQueryClient();
  const focus = useFocusEngine();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [playback] = useState(() =>
    createViewerPlayback({
      episodeId,
      onAway,
      rowOf,
      api,
      platform,
      services,
      stores,
      queryClient,
      pressedAt: focus.lastActAt(),
    }),
  );

  const ref = useCallback(
    (element: HTMLVideoElement | null) => {
      // At once: the next render is not needed for it.
      if (element) void playback.open(element);
      setVideo(element);
    },
    [playback],
  );

  useEffect(
    () => () => {
      const profileId = stores.session.getState().lastProfile?.profile.id;
      const { positionSeconds } = playback.machine.position.getState();
      // Without a frame there is no offset to store.
      if (profileId !== undefined && positionSeconds > 0)
        services.offline.getState()?.leaveAt(profileId, episodeId, Math.floor(positionSeconds));
      void playback.close().then(() => queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }));
    },
    [playback, queryClient, stores, services, episodeId],
  );

  useEffect(() => {
    const follow = () => platform.screensaver.setAllowed(playback.machine.getState().state !== 'playing');
    const unsubscribe = playback.machine.subscribe(follow);
    return () => {
      unsubscribe();
      platform.screensaver.setAllowed(true);
    };
  }, [platform, playback]);

  useEffect(
    () => platform.network.subscribe((isOnline) => (isOnline ? playback.tryNetwork() : undefined)),
    [platform, playback],
  );

  useEffect(() => savePlaybackRecord(platform, playback), [platform, playback]);

  useEffect(
    () => recordQuality({ api, platform, playback, services, token: stores.session.getState().lastProfile?.token }),
    [api, platform, playback, services, stores],
  );

  return { playback, video, ref };
}

interface ViewerPlaybackOptions {
  readonly episodeId: number;
  readonly onAway: (episodeId: number) => void;
  readonly rowOf: RowOf | undefined;
  readonly api: Client;
  readonly platform: Platform;
  readonly services: PlaybackServices;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  /** When the viewer pressed what opened the player; -Infinity without a press. */
  readonly pressedAt: number;
}

/** A playback for the signed-in profile; it reports with the token of this moment. */
function createViewerPlayback(options: ViewerPlaybackOptions): Playback {
  const { episodeId, onAway, rowOf, api, platform, services, stores, queryClient } = options;
  const { subtitle, drawings } = stores.settings.getState().settings;
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
  // Events that an earlier page could not send.
  void adEvents.sendAll(profileId);
  const report = (playLogId: string, sent: PlayReport) =>
    reportPlayLog(api, playLogId, toWireReport(sent), lastProfile?.token).then((answer) => {
      // A viewer who has left sees another screen.
      if (created.getState().phase !== 'closed') tellWatchTime(answer.watch_seconds_left);
      return answer;
    });
  const tellWatchTime = createWatchTimeNotice({
    remaining() {
      const { durationSeconds } = created.machine.getState();
      return Math.max(0, durationSeconds - created.machine.position.getState().positionSeconds);
    },
    show: (text) => stores.toasts.getState().show(text),
  });
  const created = createPlayback({
    episodeId,
    profileId,
    clock: services.clock,
    engine: createEngineFor(services, platform, services.takePrepared(episodeId)),
    openVideo: (id) =>
      requestPlayedVideo(
        {
          api,
          queryClient,
          clock: services.clock,
          device: platform.device.platform,
          rowOf,
          profileId,
          isOnline: platform.network.isOnline,
          offline: services.offline.getState(),
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
    pendingReports: services.pendingReports(openReports),
    currentPlayLog: createCurrentPlayLog(storage),
    lifecycle: untilAway(platform.lifecycle, () => onAway(episodeId)),
    logError,
    drawing: drawings,
    subtitleKey: subtitleKeyOf(subtitle.language, subtitle.isForDeaf),
    preferredVideoCodecs: platform.device.preferredVideoCodecs,
    ...(takeStartOver(queryClient, episodeId) ? { startAtSeconds: 0 } : {}),
  });
  const beforeMs = services.clock.now() - options.pressedAt;
  if (beforeMs < LONGEST_PRESS_MS) created.chronicle.add({ type: 'press', beforeMs: Math.round(beforeMs) });
  return created;
}

/** Stores the record of this playback for the diagnostics: when it stops or fails, and at its end. */
function savePlaybackRecord({ storage, lifecycle }: Platform, playback: Playback): () => void {
  let written = '';
  const write = () => {
    written = JSON.stringify(playbackRecord(playback.chronicle));
    storage.set(LAST_PLAYBACK_KEY, written);
  };
  let lastState = playback.machine.getState().state;
  const follow = () => {
    const { state } = playback.machine.getState();
    // Persist now; the set may be unplugged.
    if (state !== lastState && (state === 'paused' || state === 'ended' || state === 'failed')) write();
    lastState = state;
  };
  const unsubscribes = [lifecycle.subscribe(write), playback.subscribe(write), playback.machine.subscribe(follow)];
  return () => {
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    write();
    // Includes the answer to the last report, unless another playback has stored its record since.
    void playback.close().then(() => {
      if (storage.get(LAST_PLAYBACK_KEY) === written) write();
    });
  };
}

/** The current value of a readable; renders when it changes. */
export const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.getState);
