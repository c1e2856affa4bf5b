import { vi } from 'vitest';
import type { Advertisement } from '#contract/ads.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createAdEvents } from '#src/player/ads/ad-events.ts';
import { createSeenBreaks } from '#src/player/ads/ad-breaks.ts';
import { createCurrentPlayLog } from '#src/player/reports/current-play-log.ts';
import { createPendingReports } from '#src/player/reports/pending-reports.ts';
import { createPlayback } from '#src/player/playback.ts';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/app/fake-engine.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';
import { createLate, type Late } from '#tests/support/app/late.ts';

/** The calls of a playback whose answers a test can hold. */
export type HeldCall = 'video' | 'report' | 'ticket' | 'ad' | 'ad event';

export const TICKET_SECONDS = 180;

const AD: Advertisement = {
  id: 1,
  title: '푸딩',
  duration: 12,
  skip_after: 5,
  stream_url: '/media/ad.mpd',
  streams: [{ protocol: 'dash', url: '/media/ad.mpd', drm: null }],
};

const isRefusal = <T>(handled: T | { code: ErrorCode }): handled is { code: ErrorCode } =>
  typeof handled === 'object' && handled !== null && 'code' in handled;

/** Calls of the engine that a viewer sees, hears or pays for. */
const LOUD = /^(attach|load|play|seek|readdress)$/;

export type Viewer = ReturnType<typeof createViewer>;
export type Player = ReturnType<Viewer['open']>;

/** A viewer who opens one player after the other, on one disk and with one server. */
export function createViewer(video: Partial<PlayedVideo> = {}) {
  const clock = createFakeClock();
  const storage = createMemoryStorage();
  const logError = vi.fn();
  const lates = new Map<HeldCall, Late<void>>();
  /** Play logs that the server has open. */
  const openPlayLogs = new Set<string>();
  const refusals = { report: [] as ErrorCode[], ticket: [] as ErrorCode[] };
  const asked = { video: 0, report: 0, ticket: 0, ad: 0, 'ad event': 0 };

  /** The server handles the call at once; only its answer is late. */
  const answer = async <T>(call: HeldCall, handled: T | { code: ErrorCode }): Promise<T> => {
    asked[call] += 1;
    const late = lates.get(call);
    lates.delete(call);
    await late?.promise;
    if (isRefusal(handled)) throw handled as unknown as Error;
    return handled;
  };
  const errorCodeOf = (error: unknown) => (error as { code?: ErrorCode }).code ?? null;

  const openVideo = () => {
    const number = asked.video + 1;
    const playLogId = `log-${number}`;
    if (!video.offline) openPlayLogs.add(playLogId);
    const answered = answer<PlayedVideo>('video', {
      episode_id: 7,
      play_log_id: playLogId,
      resume_offset: 300,
      expires_at: '2026-11-21T00:00:00Z',
      streams: [{ protocol: 'dash', url: `/media/ticket-0/7.mpd`, drm: null }],
      subtitles: [],
      thumbnails: null,
      markers: { intro: null, outro: null },
      next_episode_id: null,
      ...video,
    });
    // No client can close a play log of which it has not heard.
    answered.catch(() => openPlayLogs.delete(playLogId));
    return answered;
  };
  const report = (playLogId: string, { isPlayerExit }: PlayReport) => {
    const code = refusals.report.shift();
    if (code ?? isPlayerExit) openPlayLogs.delete(playLogId);
    return answer('report', code ? { code } : undefined);
  };
  const renewTicket = (playLogId: string) => {
    const code = refusals.ticket.shift();
    if (code) openPlayLogs.delete(playLogId);
    const ticket = { ticket: `ticket-${asked.ticket + 1}`, expires_at: '', expires_in: TICKET_SECONDS };
    return answer('ticket', code ? { code } : ticket);
  };
  const pendingReports = createPendingReports({ storage, clock, report, errorCodeOf, logError });

  /** Opens a player of its own page, without waiting for anything. */
  const open = () => {
    const engine = createFakeEngine();
    const page = { isHidden: false, tell: (_state: 'hidden' | 'visible') => {} };
    const profileId = 'minsu';
    const events = createAdEvents({
      storage,
      profileId,
      errorCodeOf,
      logError,
      send: () => answer('ad event', undefined),
    });
    const playback = createPlayback({
      episodeId: 7,
      profileId,
      clock,
      engine,
      openVideo,
      report,
      renewTicket,
      errorCodeOf,
      pendingReports,
      logError,
      currentPlayLog: createCurrentPlayLog(storage),
      lifecycle: {
        isHidden: () => page.isHidden,
        subscribe(handler) {
          page.tell = handler;
          return () => (page.tell = () => {});
        },
      },
      ads: {
        requestAd: () => answer<Advertisement | null>('ad', AD),
        events,
        seen: createSeenBreaks(storage, clock, { profileId, episodeId: 7 }),
      },
    });
    return {
      playback,
      engine,
      start: () => void playback.open({} as HTMLVideoElement),
      state: () => playback.machine.getState().state,
      setHidden(isHidden: boolean) {
        page.isHidden = isHidden;
        page.tell(isHidden ? 'hidden' : 'visible');
      },
      async watch(seconds: number) {
        for (let second = 0; second < seconds; second += 1) {
          engine.playOn(playback.machine.position.getState().positionSeconds, 1);
          await clock.pass(1_000);
        }
      },
      /** The loud calls of the engine from a number of calls on. */
      loud: (from: number) => engine.calls.slice(from).filter((call) => LOUD.test(call)),
    };
  };

  return {
    clock,
    storage,
    open,
    asked: () => ({ ...asked }),
    /** Holds the answer to the next call. */
    hold(call: HeldCall): Late<void> {
      const late = createLate();
      lates.set(call, late);
      return late;
    },
    /** The server ends the play log at its next report or renewal. */
    refuse: (call: 'report' | 'ticket', code: ErrorCode) => void refusals[call].push(code),
    openPlayLogs: () => Array.from(openPlayLogs),
    pendingPlayLogs: () => pendingReports.list().map(({ playLogId }) => playLogId),
    /** An earlier page left a report on the disk. */
    leaveReport(playLogId: string) {
      openPlayLogs.add(playLogId);
      const store = pendingReports.open(playLogId, 'minsu');
      store.save({ totalPlayTime: 5, playEndOffset: 90, isPlayerExit: true });
      store.release();
    },
  };
}

/** A player in which the picture moves. */
export async function startPlaying(viewer: Viewer): Promise<Player> {
  const player = viewer.open();
  player.start();
  await settled();
  return player;
}

/** Holds an answer of the engine; the next ones come at once. */
export function holdEngine(engine: FakeEngine, what: 'onAttach' | 'onLoad'): Late<void> {
  const late = createLate();
  engine[what] = late.promise;
  return late;
}
