import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPendingReports, type ReportStorage } from '#src/player/reports/pending-reports.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
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

/** A page with its own queue, on the disk and the clock of the earlier pages. */
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
  test('has its watched time sent once at the next start, and its play log closed', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.queue.open('a', 'minsu').save(report(40));
    killed.clock.advance(180_000);
    const next = openPage(disk, killed.clock);
    await next.queue.sendAll('minsu');
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([['a', report(40, true)]]);
    expect(disk.texts).toEqual({});
  });

  test('is distinguished from a live tab that wrote a moment ago, whose play log stays open', async () => {
    const disk = createDisk();
    const other = openPage(disk);
    other.queue.open('a', 'minsu').save(report(40));
    other.clock.advance(120_000);
    const mine = openPage(disk, other.clock);
    await mine.queue.sendAll('minsu');
    expect(mine.sent).toEqual([['a', report(40, false)]]);
    // Once: by this page, and by one that is opened later.
    await mine.queue.sendAll('minsu');
    const reloaded = openPage(disk, other.clock);
    await reloaded.queue.sendAll('minsu');
    expect([...mine.sent, ...reloaded.sent]).toHaveLength(1);
    // Without a write for this long, the other page was killed after all.
    other.clock.advance(60_000);
    await mine.queue.sendAll('minsu');
    expect(mine.sent.at(-1)).toEqual(['a', report(40, true)]);
    expect(mine.queue.list()).toEqual([]);
  });

  test('has its later watched time sent too when it still plays in another tab', async () => {
    const disk = createDisk();
    const other = openPage(disk);
    const playLog = other.queue.open('a', 'minsu');
    playLog.save(report(40));
    const mine = openPage(disk, other.clock);
    await mine.queue.sendAll('minsu');
    other.clock.advance(5_000);
    playLog.save(report(45));
    await mine.queue.sendAll('minsu');
    expect(mine.sent).toEqual([
      ['a', report(40)],
      ['a', report(45)],
    ]);
  });

  test('loses nothing when another playback superseded it before the report', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.queue.open('a', 'minsu').save(report(40));
    killed.clock.advance(5_000);
    const next = openPage(disk, killed.clock);
    // The server accepts only the final report of a superseded play log.
    next.answer('PLAYBACK_EXPIRED');
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([
      ['a', report(40, false)],
      ['a', report(40, true)],
    ]);
    expect(next.queue.list()).toEqual([]);
  });

  test('is closed also when the system clock was set back', async () => {
    const disk = createDisk();
    const killed = openPage(disk);
    killed.clock.advance(HOUR_MS);
    killed.queue.open('a', 'minsu').save(report(40));
    const next = openPage(disk, createFakeClock());
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([['a', report(40, true)]]);
  });

  test('keeps the newest state of each play log, in watching order', async () => {
    const disk = createDisk();
    const { queue, clock } = openPage(disk);
    const first = queue.open('a', 'minsu');
    first.save(report(5));
    queue.open('b', 'minsu').save(report(7));
    first.save(report(10));
    clock.advance(180_000);
    const next = openPage(disk, clock);
    await next.queue.sendAll('minsu');
    expect(next.sent).toEqual([
      ['a', report(10, true)],
      ['b', report(7, true)],
    ]);
  });
});

test('the queue leaves an active play log to its tracker', async () => {
  const { queue, sent } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.save(report(10, true));
  await queue.sendAll('minsu');
  expect(sent).toEqual([]);
  store.release();
  await queue.sendAll('minsu');
  expect(sent).toEqual([['a', report(10, true)]]);
});

test.each(['drop', 'release'] as const)('the queue waits for a final report on its way, until %s', async (end) => {
  const page = openPage(createDisk());
  const left = page.queue.open('a', 'minsu');
  left.save(report(40, true));
  left.leave();
  let isSent = false;
  const sent = page.queue.sendAll('minsu').then(() => (isSent = true));
  await page.queue.sendAll('jiwoo');
  expect(isSent).toBe(false);
  left[end]();
  await sent;
  // A report without an answer is a matter of the next call: by then, another profile may watch.
  expect(page.sent).toEqual([]);
});

test('the queue drops a play log that needs no further report', () => {
  const { queue } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.save(report(10));
  store.drop();
  expect(queue.list()).toEqual([]);
});

test('the queue sends with the token of its own profile and keeps the reports of others', async () => {
  const { queue, sent, senders } = openPage(createDisk());
  for (const [playLogId, profileId] of [
    ['a', 'minsu'],
    ['b', 'jiwoo'],
  ] as const) {
    const store = queue.open(playLogId, profileId);
    store.save(report(10, true));
    store.release();
  }
  await queue.sendAll('jiwoo');
  expect(sent.map(([playLogId]) => playLogId)).toEqual(['b']);
  expect(queue.list().map((entry) => entry.playLogId)).toEqual(['a']);
  await queue.sendAll('minsu');
  expect(senders).toEqual(['jiwoo', 'minsu']);
});

test('the queue sends the reports of two viewers separately', async () => {
  const { queue, sent } = openPage(createDisk());
  for (const profileId of ['minsu', 'jiwoo']) {
    const store = queue.open(`of ${profileId}`, profileId);
    store.save(report(10, true));
    store.release();
  }
  await Promise.all([queue.sendAll('minsu'), queue.sendAll('jiwoo')]);
  expect(sent.map(([playLogId]) => playLogId)).toEqual(['of minsu', 'of jiwoo']);
  expect(queue.list()).toEqual([]);
});

test('two concurrent calls send each report once', async () => {
  const { queue, sent } = openPage(createDisk());
  const store = queue.open('a', 'minsu');
  store.save(report(10, true));
  store.release();
  await Promise.all([queue.sendAll('minsu'), queue.sendAll('minsu')]);
  expect(sent).toHaveLength(1);
});

describe('a queued report', () => {
  const twoLeft = () => {
    const page = openPage(createDisk());
    for (const playLogId of ['a', 'b']) {
      const store = page.queue.open(playLogId, 'minsu');
      store.save(report(10, true));
      store.release();
    }
    return page;
  };

  test.each(['none', 'INTERNAL', 'TOO_MANY_REQUESTS', 'OVERLOADED', 'MAINTENANCE', 'TOKEN_INVALID'] as const)(
    'stays in its place after the answer %s, and no later one is sent first',
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

describe('an unanswered report', () => {
  const leave = ({ queue }: ReturnType<typeof openPage>, playLogId: string) => {
    const store = queue.open(playLogId, 'minsu');
    store.save(report(10, true));
    store.release();
  };

  test('requests a retry when its call failed and when its tracker gave up', async () => {
    const page = openPage(createDisk());
    const onUnanswered = vi.fn();
    const end = page.queue.subscribeUnanswered(onUnanswered);
    leave(page, 'a');
    expect(onUnanswered).toHaveBeenCalledTimes(1);
    page.answer('none');
    await page.queue.sendAll('minsu');
    expect(onUnanswered).toHaveBeenCalledTimes(2);
    await page.queue.sendAll('minsu');
    end();
    leave(page, 'b');
    expect(onUnanswered).toHaveBeenCalledTimes(2);
  });

  test('requests no retry when the server refused it for good', async () => {
    const page = openPage(createDisk());
    leave(page, 'a');
    const onUnanswered = vi.fn();
    page.queue.subscribeUnanswered(onUnanswered);
    page.answer('NOT_FOUND');
    await page.queue.sendAll('minsu');
    expect(onUnanswered).not.toHaveBeenCalled();
  });

  test('is sent by the running retry when its tracker gives up', async () => {
    const page = openPage(createDisk());
    leave(page, 'a');
    const sending = page.queue.sendAll('minsu');
    leave(page, 'b');
    await sending;
    expect(page.sent.map(([playLogId]) => playLogId)).toEqual(['a', 'b']);
  });

  test('is logged once regardless of the retries', async () => {
    const page = openPage(createDisk());
    leave(page, 'a');
    page.answer('none', 'none', 'OVERLOADED');
    for (let time = 0; time < 3; time += 1) await page.queue.sendAll('minsu');
    expect(page.logError).toHaveBeenCalledTimes(2);
  });
});

describe('the stored queue', () => {
  test.each([
    ['a partial write', '[{"playLogId":"a"'],
    ['another shape', '{"a":1}'],
    ['an old entry without a profile', '[{"playLogId":"a","totalPlayTime":1,"playEndOffset":1,"isPlayerExit":true}]'],
    ['invalid numbers', JSON.stringify([{ ...report(1), totalPlayTime: -1, playLogId: 'a', profileId: 'profile-1' }])],
    ['null', 'null'],
  ])('ignores %s', async (_, text) => {
    const { queue, sent } = openPage(createDisk({ [KEY]: text }));
    await queue.sendAll('minsu');
    expect(sent).toEqual([]);
  });

  test.each([
    ['regular', false],
    ['final', true],
  ])('ignores a %s report from the end of its play log on, and does not send it', async (_, isPlayerExit) => {
    const { queue, clock, sent } = openPage(createDisk());
    const store = queue.open('a', 'minsu');
    store.save(report(10, isPlayerExit));
    store.release();
    clock.advance(12 * HOUR_MS - 1);
    expect(queue.list()).toHaveLength(1);
    clock.advance(1);
    expect(queue.list()).toEqual([]);
    await queue.sendAll('minsu');
    expect(sent).toEqual([]);
  });
});

test('the queue keeps at most twenty reports and drops the oldest', () => {
  const { queue } = openPage(createDisk());
  for (let number = 1; number <= 25; number += 1) queue.open(`log-${number}`, 'minsu').save(report(number));
  expect(queue.list()).toHaveLength(20);
  expect(queue.list()[0]?.playLogId).toBe('log-6');
});

test('the queue works without free storage', () => {
  const disk = createDisk();
  const { queue, logError } = openPage({
    ...disk,
    set: () => {
      throw new Error('full');
    },
  });
  queue.open('a', 'minsu').save(report(10));
  expect(logError).toHaveBeenCalledTimes(1);
});
