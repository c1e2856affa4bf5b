import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPendingReports, type ReportStorage } from '#src/player/pending-reports.ts';
import type { PlayReport } from '#src/player/play-tracker.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const KEY = 'pendingReports';
const HOUR_MS = 3_600_000;

function createDisk(initial: Record<string, string> = {}): ReportStorage & { readonly texts: Record<string, string> } {
  const texts = { ...initial };
  return {
    texts,
    get: (key) => texts[key] ?? null,
    set: (key, text) => void (texts[key] = text),
    remove: (key) => void delete texts[key],
  };
}

/** A page: each has its own queue and shares disk and clock with the pages before it. */
function openPage(disk: ReportStorage, clock = createFakeClock()) {
  const sent: [string, PlayReport][] = [];
  const senders: string[] = [];
  const answers: (ErrorCode | 'none')[] = [];
  const logError = vi.fn();
  const queue = createPendingReports({
    storage: disk,
    clock,
    report: (playLogId, report, profileId) => {
      sent.push([playLogId, report]);
      senders.push(profileId);
      const code = answers.shift();
      return code ? Promise.reject({ code: code === 'none' ? null : code }) : Promise.resolve();
    },
    errorCodeOf: (error) => (error as { code: ErrorCode | null }).code,
    logError,
  });
  return {
    queue,
    sent,
    senders,
    clock,
    logError,
    answer: (...codes: (ErrorCode | 'none')[]) => answers.push(...codes),
  };
}

const report = (totalPlayTime: number, isPlayerExit = false): PlayReport => ({
  totalPlayTime,
  playEndOffset: totalPlayTime + 100,
  isPlayerExit,
});

describe('a page that was killed while playing', () => {
  test('has its watched time sent at the next start, once, and its play log closed', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.queue.open('a', 'minsu').keep(report(40));
    killed.clock.advance(180_000);
    const next = openPage(disk, killed.clock);
    await next.queue.sendAll('minsu');
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([['a', report(40, true)]]);
    expect(disk.texts).toEqual({});
  });

  test('is told apart from another tab that wrote a moment ago, whose play log stays open', async () => {
    const disk = createDisk();
    const other = openPage(disk);
    other.queue.open('a', 'minsu').keep(report(40));
    other.clock.advance(120_000);
    const mine = openPage(disk, other.clock);
    await mine.queue.sendAll('minsu');
    expect(mine.sent).toEqual([['a', report(40, false)]]);
    // Once: by this page, and by one that is opened after it.
    await mine.queue.sendAll('minsu');
    const reloaded = openPage(disk, other.clock);
    await reloaded.queue.sendAll('minsu');
    expect([...mine.sent, ...reloaded.sent]).toHaveLength(1);
    // Nobody wrote for longer: it was killed after all.
    other.clock.advance(60_000);
    await mine.queue.sendAll('minsu');
    expect(mine.sent.at(-1)).toEqual(['a', report(40, true)]);
    expect(mine.queue.list()).toEqual([]);
  });

  test('that still plays in another tab has what it watched since told too', async () => {
    const disk = createDisk();
    const other = openPage(disk);
    const playLog = other.queue.open('a', 'minsu');
    playLog.keep(report(40));
    const mine = openPage(disk, other.clock);
    await mine.queue.sendAll('minsu');
    other.clock.advance(5_000);
    playLog.keep(report(45));
    await mine.queue.sendAll('minsu');
    expect(mine.sent).toEqual([
      ['a', report(40)],
      ['a', report(45)],
    ]);
  });

  test('loses nothing when another playback took its place before it was sent', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.queue.open('a', 'minsu').keep(report(40));
    killed.clock.advance(5_000);
    const next = openPage(disk, killed.clock);
    // The server takes only the last report of a play log that gave way.
    next.answer('PLAYBACK_EXPIRED');
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([
      ['a', report(40, false)],
      ['a', report(40, true)],
    ]);
    expect(next.queue.list()).toEqual([]);
  });

  test('is closed also when the calendar was set back meanwhile', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.clock.advance(HOUR_MS);
    killed.queue.open('a', 'minsu').keep(report(40));
    const next = openPage(disk, createFakeClock());
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([['a', report(40, true)]]);
  });

  test('keeps the newest state of each play log, in the order of watching', async () => {
    const disk = createDisk();
    const { queue, clock } = openPage(disk);
    const first = queue.open('a', 'minsu');
    first.keep(report(5));
    queue.open('b', 'minsu').keep(report(7));
    first.keep(report(10));
    clock.advance(180_000);
    const next = openPage(disk, clock);
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([
      ['a', report(10, true)],
      ['b', report(7, true)],
    ]);
  });
});

test('leaves a play log to its tracker while it is being watched', async () => {
  const { queue, sent } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.keep(report(10, true));
  await queue.sendAll('minsu');
  expect(sent).toEqual([]);
  store.release();
  await queue.sendAll('minsu');
  expect(sent).toEqual([['a', report(10, true)]]);
});

test('forgets a play log that needs nothing more', () => {
  const { queue } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.keep(report(10));
  store.drop();
  expect(queue.list()).toEqual([]);
});

test("sends with the token of its own profile only, and keeps the others'", async () => {
  const { queue, sent, senders } = openPage(createDisk());
  for (const [playLogId, profileId] of [
    ['a', 'minsu'],
    ['b', 'jiwoo'],
  ] as const) {
    const store = queue.open(playLogId, profileId);
    store.keep(report(10, true));
    store.release();
  }
  await queue.sendAll('jiwoo');
  expect(sent.map(([playLogId]) => playLogId)).toEqual(['b']);
  expect(queue.list().map((entry) => entry.playLogId)).toEqual(['a']);
  await queue.sendAll('minsu');
  expect(senders).toEqual(['jiwoo', 'minsu']);
});

test('two viewers at once have both theirs sent', async () => {
  const { queue, sent } = openPage(createDisk());
  for (const profileId of ['minsu', 'jiwoo']) {
    const store = queue.open(`of ${profileId}`, profileId);
    store.keep(report(10, true));
    store.release();
  }
  await Promise.all([queue.sendAll('minsu'), queue.sendAll('jiwoo')]);
  expect(sent.map(([playLogId]) => playLogId)).toEqual(['of minsu', 'of jiwoo']);
  expect(queue.list()).toEqual([]);
});

test('two calls at once send once', async () => {
  const { queue, sent } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.keep(report(10, true));
  store.release();
  await Promise.all([queue.sendAll('minsu'), queue.sendAll('minsu')]);
  expect(sent).toHaveLength(1);
});

describe('the answer of the server', () => {
  const twoLeft = () => {
    const page = openPage(createDisk());
    for (const playLogId of ['a', 'b']) {
      const store = page.queue.open(playLogId, 'minsu');
      store.keep(report(10, true));
      store.release();
    }
    return page;
  };

  test.each(['none', 'INTERNAL', 'TOO_MANY_REQUESTS', 'OVERLOADED', 'MAINTENANCE', 'TOKEN_INVALID'] as const)(
    '%s keeps the report and the order: nothing later is sent first',
    async (answer) => {
      const { queue, sent, answer: willAnswer } = twoLeft();
      willAnswer(answer);
      await queue.sendAll('minsu');
      expect(sent).toHaveLength(1);
      expect(queue.list().map((entry) => entry.playLogId)).toEqual(['a', 'b']);
    },
  );

  test.each([
    'PLAYBACK_EXPIRED',
    'PLAYBACK_DEACTIVATED',
    'TOTAL_PLAY_TIME_INVALID',
    'NOT_FOUND',
    'VALIDATION_FAILED',
  ] as const)('%s drops the report and goes on', async (answer) => {
    const { queue, sent, answer: willAnswer } = twoLeft();
    willAnswer(answer);
    await queue.sendAll('minsu');
    expect(sent.map(([playLogId]) => playLogId)).toEqual(['a', 'b']);
    expect(queue.list()).toEqual([]);
  });
});

describe('what is read back', () => {
  test.each([
    ['half a write', '[{"playLogId":"a"'],
    ['another shape', '{"a":1}'],
    ['an old entry without a profile', '[{"playLogId":"a","totalPlayTime":1,"playEndOffset":1,"isPlayerExit":true}]'],
    [
      'numbers that are no seconds',
      JSON.stringify([{ ...report(1), totalPlayTime: -1, playLogId: 'a', profileId: 'profile-1' }]),
    ],
    ['null', 'null'],
  ])('ignores %s', async (_, text) => {
    const { queue, sent } = openPage(createDisk({ [KEY]: text }));
    await queue.sendAll('minsu');
    expect(sent).toEqual([]);
  });

  test('ignores what is older than a play log lives', () => {
    const { queue, clock } = openPage(createDisk());
    queue.open('a', 'minsu').keep(report(10));
    clock.advance(12 * HOUR_MS + 1);
    expect(queue.list()).toEqual([]);
  });
});

test('never keeps more than twenty, the oldest go', () => {
  const { queue } = openPage(createDisk());
  for (let number = 1; number <= 25; number += 1) queue.open(`log-${number}`, 'minsu').keep(report(number));
  expect(queue.list()).toHaveLength(20);
  expect(queue.list()[0]?.playLogId).toBe('log-6');
});

test('goes on without a storage that is full', () => {
  const disk = createDisk();
  const { queue, logError } = openPage({
    ...disk,
    set: () => {
      throw new Error('full');
    },
  });
  queue.open('a', 'minsu').keep(report(10));
  expect(logError).toHaveBeenCalledTimes(1);
});
