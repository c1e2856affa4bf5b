import { expect, test } from 'vitest';
import { readQualities, saveQuality, sendQualities } from '#src/player/reports/pending-quality.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';
import { buildQuality } from '#tests/support/media/quality.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 24 * 3600_000;

/** What is sent of a playback that was written so long ago and is open or done, and what stays. */
async function sendAfter(agoMs: number, isDone: boolean): Promise<[sent: number, left: number]> {
  const storage = createMemoryStorage();
  saveQuality(storage, { playLogId: 'log', writtenAt: NOW - agoMs, isDone, report: buildQuality() });
  let sent = 0;
  await sendQualities({
    storage,
    clock: { instant: () => NOW },
    send: async () => void (sent += 1),
    errorCodeOf: () => null,
  });
  return [sent, readQualities(storage).length];
}

test.each([
  ['is done', 0, true, [1, 0]],
  ['may be open in another tab', 150_000, false, [0, 1]],
  ['is of a page that is gone', 150_001, false, [1, 0]],
  ['was written before the clock was set back', -DAY_MS, false, [1, 0]],
  ['is a week old, which the server refuses', 7 * DAY_MS, true, [0, 0]],
])('the quality of a playback that %s is sent once or stays', async (_, agoMs, isDone, expected) => {
  expect(await sendAfter(agoMs, isDone)).toEqual(expected);
});
