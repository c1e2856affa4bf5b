import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { MediaTicket } from '#contract/media-tickets.ts';
import { createCurrentPlayLog } from '#src/player/reports/current-play-log.ts';
import { OfflineVideoOver } from '#src/player/offline/offline-play-log.ts';
import { createPlayLogLease, type PlayLogLeaseOptions } from '#src/player/reports/play-log-lease.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const TICKET: MediaTicket = { ticket: 'ticket-0', expires_at: '2026-11-20T12:03:00Z', expires_in: 180 };

const buildVideo = (override: Partial<PlayedVideo> = {}): PlayedVideo => ({
  episode_id: 7,
  play_log_id: 'log-1',
  resume_offset: 300,
  expires_at: '2026-11-21T00:00:00Z',
  streams: [{ protocol: 'dash', url: '/media/7.mpd', drm: null }],
  subtitles: [],
  thumbnails: null,
  markers: { intro: null, outro: null },
  next_episode_id: null,
  ...override,
});

function setUp(options: Partial<PlayLogLeaseOptions> = {}) {
  expectNothingLeft(() => lease.leave());
  const clock = createFakeClock();
  const texts = new Map<string, string>();
  const currentPlayLog = createCurrentPlayLog({
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  });
  const sent: PlayReport[] = [];
  const answers: ErrorCode[] = [];
  const onEnd = vi.fn();
  const onRenewed = vi.fn();
  const renewTicket = vi.fn((_playLogId: string): Promise<MediaTicket> => Promise.reject({ code: 'PLAYBACK_EXPIRED' }));
  const lease = createPlayLogLease({
    video: buildVideo(),
    profileId: 'minsu',
    clock,
    position: () => 310,
    pendingReports: { open: () => ({ save: vi.fn(), leave: vi.fn(), drop: vi.fn(), release: vi.fn() }) },
    currentPlayLog,
    report(_playLogId, report) {
      sent.push(report);
      const code = answers.shift();
      return code ? Promise.reject({ code }) : Promise.resolve();
    },
    renewTicket,
    errorCodeOf: (error) => (error as { code?: ErrorCode }).code ?? null,
    onRenewed,
    onEnd,
    logError: vi.fn(),
    ...options,
  });
  return { clock, currentPlayLog, sent, answers, onEnd, onRenewed, renewTicket, lease };
}

describe('reports', () => {
  test.each([
    ['PLAYBACK_DEACTIVATED', 'kicked'],
    ['PLAYBACK_EXPIRED', 'revalidate'],
    ['TOTAL_PLAY_TIME_INVALID', 'revalidate'],
  ] as const)('%s ends the lease as %s', async (code, ending) => {
    const { lease, clock, answers, onEnd } = setUp();
    answers.push(code);
    lease.play();
    await clock.pass(60_000);
    expect(onEnd.mock.calls.map(([how]: string[]) => how)).toEqual([ending]);
  });

  test('send the final report once on leaving, and nothing afterwards', async () => {
    const { lease, clock, sent, answers, onEnd } = setUp();
    answers.push('PLAYBACK_EXPIRED');
    lease.play();
    await clock.pass(5_000);
    await lease.leave();
    await lease.leave();
    await clock.pass(600_000);
    expect(sent).toEqual([{ totalPlayTime: 5, playEndOffset: 310, isPlayerExit: true }]);
    expect(onEnd).not.toHaveBeenCalled();
    expect(clock.running()).toBe(0);
  });
});

describe('refused media', () => {
  test('asks the server once for the reason and revalidates', async () => {
    const { lease, onEnd, renewTicket } = setUp();
    lease.refused();
    lease.refused();
    await settled();
    expect(renewTicket.mock.calls).toEqual([['log-1']]);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(onEnd).toHaveBeenCalledWith('revalidate', { code: 'PLAYBACK_EXPIRED' });
  });

  test('revalidates when the server gives no reason within 3 s', async () => {
    const { lease, clock, onEnd } = setUp({ renewTicket: () => new Promise(() => undefined) });
    lease.refused();
    await clock.pass(2_000);
    expect(onEnd).not.toHaveBeenCalled();
    await clock.pass(1_000);
    expect(onEnd).toHaveBeenCalledWith('revalidate', expect.anything());
  });

  test('is superseded when another window has opened a play log since', async () => {
    const { lease, onEnd, currentPlayLog } = setUp();
    currentPlayLog.claim('log-2');
    lease.refused();
    await settled();
    expect(onEnd.mock.calls.map(([how]: string[]) => how)).toEqual(['superseded']);
    await lease.leave();
    expect(currentPlayLog.isTakenFrom('log-1')).toBe(true);
  });

  test('renews the ticket where the video has one', async () => {
    const next = { ...TICKET, ticket: 'ticket-1' };
    const { lease, onEnd, onRenewed } = setUp({
      video: buildVideo({ ticket: TICKET }),
      renewTicket: () => Promise.resolve(next),
    });
    lease.refused();
    await settled();
    expect(onRenewed.mock.calls).toEqual([[next]]);
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('a downloaded episode', () => {
  const offline = { expiresAt: '2026-11-20T12:00:30Z', watchedSeconds: 20 };

  test('expires with its right', async () => {
    const { clock, onEnd } = setUp({ video: buildVideo({ offline }) });
    await clock.pass(29_000);
    expect(onEnd).not.toHaveBeenCalled();
    await clock.pass(1_000);
    expect(onEnd).toHaveBeenCalledWith('expired', expect.any(OfflineVideoOver));
  });

  test('claims nothing, because the server opened no play log for it', () => {
    const { currentPlayLog } = setUp({ video: buildVideo({ offline }) });
    expect(currentPlayLog.isTakenFrom('any')).toBe(false);
  });
});
