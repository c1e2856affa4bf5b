import type { QueryClient } from '@tanstack/react-query';
import { lengthenUuid } from '#server/lib/short-uuid.ts';
import { ANSWER_LIMIT_MS, createClient, type Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { requestMediaTicket } from '#src/api/playback.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { createReportSender } from '#src/app/report-sender.ts';
import { toWireReport } from '#src/features/playback/report.ts';
import { requestPlayedVideo } from '#src/features/playback/request-played-video.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createCurrentPlayLog } from '#src/player/reports/current-play-log.ts';
import { createPendingReports, type PendingReports } from '#src/player/reports/pending-reports.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
import { createPlayback } from '#src/player/playback.ts';
import type { Playback } from '#src/player/playback-types.ts';
import { createSessionStore, currentToken, type SessionStore } from '#src/stores/session-store.ts';
import { createAdapter } from './client-adapter.ts';
import { createDecoder } from './decoder.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import { recordedClient } from './recorded-client.ts';
import { createPoweredClock } from './time.ts';

/** The parts of the app on a set that is switched on. */
export interface RunningApp {
  readonly clock: Clock;
  readonly api: Client;
  readonly session: SessionStore;
  readonly queryClient: QueryClient;
  readonly pendingReports: PendingReports;
  /** For calls of the viewer's phone, which a power cut of the set does not end. */
  readonly address: string;
  /** Opens a visit to the player; it ends with `close`. */
  watch(episodeId: number): Playback;
  /** Ends the app as the system does: the player's last report leaves, or is on the disk. */
  close(): Promise<void>;
}

export interface Television {
  readonly name: string;
  readonly app: RunningApp | null;
  /** Time that the set was on, in ms. */
  onMs(): number;
  switchOn(): RunningApp;
  /** Cuts the power: ends the app without closing anything. */
  pullPlug(): void;
}

export interface TelevisionOptions {
  name: string;
  accountId: string;
  /** Address of the household. */
  address: string;
  clock: Clock;
  network: Network;
  ledger: Ledger;
  durationSeconds: number;
  /** Whether the sets download the video from the servers; otherwise the costs do not include it. */
  hasMedia: boolean;
}

/** Storage of a set, which survives its power. */
const createDisk = () => {
  const values = new Map<string, string>();
  return (power: AbortSignal) => ({
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void (power.aborted || values.set(key, value)),
    remove: (key: string) => void (power.aborted || values.delete(key)),
  });
};

const PLAY_LOG_OF_ADDRESS = /^\/media\/\d+\.([\w-]{22})\.([0-9a-f-]{36})\./;

/** A set: the app's own client, session, tracker and playback, without screens and with a decoder without a picture. */
export function createTelevision(options: TelevisionOptions): Television {
  const { name, accountId, network, ledger } = options;
  const openStorage = createDisk();
  const openCookies = createDisk();
  let app: RunningApp | null = null;
  let power = new AbortController();
  let current: Playback | null = null;
  let onSinceMs = 0;
  let earlierMs = 0;

  const start = (signal: AbortSignal): { running: RunningApp; clock: ReturnType<typeof createPoweredClock> } => {
    const clock = createPoweredClock(options.clock);
    const storage = openStorage(signal);
    const session = createSessionStore(openCookies(signal));
    const queryClient = createQueryClient();
    const logError = () => undefined;
    const api = recordedClient(
      createClient({
        baseUrl: '',
        token: () => currentToken(session.getState()),
        onSessionLost: () => session.getState().signOut(),
        timeoutMs: ANSWER_LIMIT_MS,
        adapter: createAdapter(network, clock, options.address, signal),
      }),
      {
        ledger,
        clock,
        television: name,
        owner: () => ({ accountId, profileId: session.getState().lastProfile?.profile.id ?? null }),
      },
    );
    const pendingReports = createPendingReports({
      storage,
      clock,
      errorCodeOf,
      logError,
      report(playLogId, report, profileId) {
        const { lastProfile } = session.getState();
        if (lastProfile?.profile.id !== profileId) return Promise.reject(new Error('not the profile that watched'));
        return reportPlayLog(api, playLogId, toWireReport(report), lastProfile.token);
      },
    });
    const sender = createReportSender({ clock, session, pendingReports, onSent: () => undefined });
    session.subscribe((state, before) => {
      if (state.isProfileChosen && !before.isProfileChosen) sender.send();
    });
    sender.send();

    const fetchMedia = async (address: string): Promise<number> => {
      if (!options.hasMedia) return 200;
      const { pathname } = new URL(address);
      const atMs = clock.now();
      const headers = { range: 'bytes=0-999', 'x-forwarded-for': options.address };
      const { status } = await network
        .send({ method: 'GET', path: pathname, headers, signal })
        .catch(() => ({ status: 0 }));
      if (signal.aborted) return new Promise<never>(() => undefined);
      if (status === 404) ledger.missing.push(pathname);
      const [, owner, playLogId] = PLAY_LOG_OF_ADDRESS.exec(pathname) ?? [];
      if ((status === 200 || status === 206) && owner !== undefined && playLogId !== undefined)
        ledger.servings.push({ accountId: lengthenUuid(owner), playLogId, atMs });
      return status;
    };

    const watch = (episodeId: number): Playback => {
      const lastProfile = session.getState().lastProfile;
      const profileId = lastProfile?.profile.id ?? '';
      const report = (playLogId: string, sent: PlayReport) =>
        reportPlayLog(api, playLogId, toWireReport(sent), lastProfile?.token);
      const playback: Playback = createPlayback({
        episodeId,
        profileId,
        clock,
        errorCodeOf,
        pendingReports,
        report,
        logError,
        engine: createDecoder({
          clock,
          fetchMedia,
          durationSeconds: options.durationSeconds,
          onSecond() {
            const { phase, video } = playback.getState();
            if (phase !== 'open' || !video) return;
            const seen = ledger.playLogs.get(video.play_log_id);
            if (seen) seen.watchedSeconds += 1;
          },
        }),
        openVideo: (id) =>
          requestPlayedVideo(
            {
              api,
              queryClient,
              clock,
              profileId,
              device: 'tizen',
              isOnline: () => true,
              offline: null,
              abandon: () => undefined,
            },
            id,
          ),
        renewTicket: (playLogId) => requestMediaTicket(api, playLogId, lastProfile?.token),
        currentPlayLog: createCurrentPlayLog(storage),
        lifecycle: { isHidden: () => false, subscribe: () => () => undefined },
      });
      playback.subscribe(() => {
        const { phase, video } = playback.getState();
        if (phase !== 'open' || !video || ledger.playLogs.has(video.play_log_id)) return;
        ledger.playLogs.set(video.play_log_id, { television: name, watchedSeconds: 0, isCutOff: false });
      });
      current = playback;
      // The decoder needs no element.
      void playback.open({} as HTMLVideoElement);
      return playback;
    };

    const running: RunningApp = {
      clock,
      api,
      session,
      queryClient,
      pendingReports,
      watch,
      address: options.address,
      async close() {
        await current?.close();
        if (!signal.aborted) end();
      },
    };
    return { running, clock };
  };

  let stopClock: () => void = () => undefined;
  const end = () => {
    if (!app) return;
    earlierMs += options.clock.now() - onSinceMs;
    stopClock();
    app.queryClient.clear();
    app = null;
    current = null;
    power.abort();
  };

  return {
    name,
    get app() {
      return app;
    },
    onMs: () => earlierMs + (app ? options.clock.now() - onSinceMs : 0),
    switchOn() {
      if (app) return app;
      power = new AbortController();
      onSinceMs = options.clock.now();
      const { running, clock } = start(power.signal);
      stopClock = clock.cut;
      app = running;
      return running;
    },
    pullPlug() {
      const video = current?.getState().video;
      const seen = video && ledger.playLogs.get(video.play_log_id);
      if (seen && current?.machine.getState().state !== 'idle') seen.isCutOff = true;
      end();
    },
  };
}
