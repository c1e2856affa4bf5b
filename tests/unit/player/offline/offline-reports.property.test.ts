import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { judgeReport } from '#server/watching/playback/report-rules.ts';
import { createPendingReports, type ReportStorage } from '#src/player/reports/pending-reports.ts';
import { createPlayTracker, type PlayReport, type PlayTracker } from '#src/player/reports/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

/*
 * Random sequences of a bad evening: episodes are opened, watched and left, the page dies, the network fails, and answers
 * get lost. The server applies its own rules.
 */
type Happening =
  | { readonly kind: 'open' | 'hasty open' | 'leave' | 'die' | 'restart' }
  | { readonly kind: 'watch'; readonly seconds: number }
  | { readonly kind: 'network'; readonly is: Network };
/** `mute`: requests arrive, answers do not. */
type Network = 'there' | 'gone' | 'mute';

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('open' as const, 'hasty open' as const, 'leave' as const, 'die' as const, 'restart' as const),
  }),
  fc.record({ kind: fc.constant('watch' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('network' as const), is: fc.constantFrom<Network[]>('there', 'gone', 'mute') }),
);

type PlayLog = Parameters<typeof judgeReport>[0];

function createServer(now: () => Date) {
  const logs = new Map<string, PlayLog>();
  const refused: string[] = [];
  return {
    logs,
    refused,
    /** One device: opening a play log supersedes the previous one. */
    open() {
      for (const log of logs.values()) if (log.state === 'active') log.state = 'superseded';
      const id = `log-${logs.size + 1}`;
      logs.set(id, {
        state: 'active',
        opened_at: now(),
        expires_at: new Date(now().getTime() + 12 * 3_600_000),
        total_play_time: 0,
        play_end_offset: 0,
        is_player_exit: false,
        reported_at: null,
      });
      return id;
    },
    report(id: string, sent: PlayReport): ErrorCode | null {
      const log = logs.get(id)!;
      const verdict = judgeReport(log, sent, now());
      if (verdict === 'repeated') return null;
      if (verdict !== 'accepted') {
        refused.push(`${id} ${verdict} ${JSON.stringify(sent)}`);
        return verdict;
      }
      Object.assign(log, {
        total_play_time: sent.totalPlayTime,
        play_end_offset: sent.playEndOffset,
        is_player_exit: sent.isPlayerExit,
        reported_at: now(),
        ...(sent.isPlayerExit ? { state: 'left' } : {}),
      });
      return null;
    },
  };
}

async function live(happenings: readonly Happening[]) {
  const clock = createFakeClock();
  const server = createServer(() => new Date(clock.instant()));
  const texts = new Map<string, string>();
  const watched = new Map<string, { seconds: number; wasKilled: boolean }>();
  let network: Network = 'there';
  let offset = 0;
  let mostUnderWay = 0;
  let page = startPage();
  let playing = null as { id: string; tracker: PlayTracker } | null;

  /** A dead page writes and sends nothing. */
  function startPage() {
    const life = { isAlive: true, underWay: 0 };
    const storage: ReportStorage = {
      get: (key) => texts.get(key) ?? null,
      set: (key, text) => void (life.isAlive && texts.set(key, text)),
      remove: (key) => void (life.isAlive && texts.delete(key)),
    };
    const report = async (id: string, sent: PlayReport) => {
      if (!life.isAlive || network === 'gone') throw { code: null };
      life.underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, life.underWay);
      const code = server.report(id, sent);
      await Promise.resolve();
      life.underWay -= 1;
      if (network === 'mute') throw { code: null };
      if (code) throw { code };
    };
    const errorCodeOf = (error: unknown) => (error as { code: ErrorCode | null }).code;
    const logError = () => undefined;
    const queue = createPendingReports({ storage, clock, report, errorCodeOf, logError });
    return { life, queue, report, errorCodeOf, logError };
  }
  const leave = async () => {
    await playing?.tracker.detach();
    playing = null;
  };
  const die = () => {
    page.life.isAlive = false;
    if (playing) watched.get(playing.id)!.wasKilled = true;
    void playing?.tracker.detach();
    playing = null;
    page = startPage();
  };
  /** When hasty, requests the video before the reports of earlier pages have arrived. */
  const open = async (isHasty: boolean) => {
    await leave();
    if (!isHasty) await page.queue.sendAll('minsu');
    if (network !== 'there') return;
    const id = server.open();
    const { report, errorCodeOf, logError } = page;
    const tracker = createPlayTracker({
      clock,
      position: () => offset,
      report: (sent) => report(id, sent),
      errorCodeOf,
      logError,
      onKick: () => undefined,
      onRevalidate: () => undefined,
      store: page.queue.open(id, 'minsu'),
    });
    watched.set(id, { seconds: 0, wasKilled: false });
    tracker.play();
    playing = { id, tracker };
    if (isHasty) await page.queue.sendAll('minsu');
  };

  for (const event of happenings) {
    if (event.kind === 'open' || event.kind === 'hasty open') await open(event.kind === 'hasty open');
    if (event.kind === 'leave') await leave();
    if (event.kind === 'die') die();
    if (event.kind === 'restart') {
      die();
      await page.queue.sendAll('minsu');
    }
    if (event.kind === 'network') network = event.is;
    if (event.kind === 'watch') {
      for (let second = 0; second < event.seconds; second += 1) {
        offset += 1;
        await clock.pass(1_000);
      }
      if (playing) watched.get(playing.id)!.seconds += event.seconds;
    }
    await settled();
  }
  await leave();
  // The following days: the network works, and the app starts twice.
  network = 'there';
  for (let start = 0; start < 2; start += 1) {
    die();
    await page.queue.sendAll('minsu');
    clock.advance(200_000);
  }
  return { server, watched, left: page.queue.list(), mostUnderWay };
}

test('the server eventually knows the watched time and refuses no report, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 25 }), async (happenings) => {
      const { server, watched, left, mostUnderWay } = await live(happenings);
      for (const [id, { seconds, wasKilled }] of watched) {
        const known = server.logs.get(id)!.total_play_time;
        expect(known).toBeLessThanOrEqual(seconds);
        // A killed page loses at most the seconds since its last write.
        expect(known).toBeGreaterThanOrEqual(wasKilled ? seconds - 5 : seconds);
      }
      expect(server.refused.filter((line) => line.includes('TOTAL_PLAY_TIME_INVALID'))).toEqual([]);
      expect(left).toEqual([]);
      expect(mostUnderWay).toBeLessThanOrEqual(1);
    }),
    {
      numRuns: 150,
      examples: [
        [[{ kind: 'open' }, { kind: 'watch', seconds: 30 }, { kind: 'die' }, { kind: 'hasty open' }]],
        [
          [
            { kind: 'open' },
            { kind: 'watch', seconds: 30 },
            { kind: 'network', is: 'gone' },
            { kind: 'leave' },
            { kind: 'restart' },
          ],
        ],
      ],
    },
  );
});
