import { expect, test } from 'vitest';
import { errorCodes } from '#contract/errors.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { downloadOutcomeText, offlineDetail } from '#src/features/playback/offline/offline-labels.ts';
import { PlaybackError, type DownloadOutcome } from '#src/player/index.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

test.each([
  [{ state: 'downloading', part: 0.429, expiresAt: null }, '저장 중 42%'],
  [{ state: 'downloaded', part: 1, expiresAt: '2026-11-20T17:00:00Z' }, '5시간 남음'],
  [{ state: 'expired', part: 1, expiresAt: '2026-11-20T11:00:00Z' }, '볼 수 있는 기간이 끝났어요'],
] as const)('the label of %o is %s', (offline, text) => {
  expect(offlineDetail(offline, NOW)).toBe(text);
});

const refused = new ApiError({
  code: 'MEMBERSHIP_REQUIRED',
  message: errorCodes.MEMBERSHIP_REQUIRED.message,
  status: 403,
});
const unsupported = new PlaybackError('test', {
  kind: 'unsupported',
  severity: 'critical',
  category: 'storage',
  code: 0,
});

test.each<[DownloadOutcome, RegExp | null]>([
  [{ type: 'downloaded' }, /^3화 저장을 마쳤어요\. 보관함에서/],
  [{ type: 'already-downloaded' }, /^이미 저장한 영상이에요\.$/],
  [{ type: 'cancelled' }, null],
  [{ type: 'no-space' }, /공간이 부족해요/],
  [{ type: 'protected' }, /^보호된 영상이라 저장할 수 없어요/],
  [{ type: 'failed', error: refused }, new RegExp(errorCodes.MEMBERSHIP_REQUIRED.message)],
  [{ type: 'failed', error: unsupported }, /^이 브라우저에는/],
  [{ type: 'failed', error: new Error('cut') }, /^저장하지 못했어요\. 연결을/],
])('the message after a download with the outcome %o is right', (outcome, text) => {
  const said = downloadOutcomeText(outcome, '3화');
  if (text === null) expect(said).toBeNull();
  else expect(said).toMatch(text);
});
