import { describe, expect, test } from 'vitest';
import { changeOf, type Surroundings } from '#server/intake/waiting/look-at-waiting.ts';
import type { WaitingJob } from '#server/intake/waiting/waiting-store.ts';

const GB = 1024 ** 3;
const NOW = new Date('2026-11-28T12:00:00Z');
const LATER = new Date('2026-11-28T12:20:00Z');

const job = (code: string | undefined, changes: Partial<WaitingJob> = {}): WaitingJob => ({
  id: 'job',
  source: '/v/1.mkv',
  source_bytes: GB,
  tries: 1,
  step: null,
  next_try_at: LATER,
  last_error: code === undefined ? null : { code, params: {}, message: '' },
  ...changes,
});
const change = (one: WaitingJob, around: Partial<Surroundings> = {}) =>
  changeOf(one, { isThere: true, free: 100 * GB, now: NOW, ...around });

describe('a job that waits', () => {
  test.each<[string, WaitingJob, Partial<Surroundings>]>([
    ['its source is back', job('SOURCE_MISSING'), {}],
    ['the disk has room again', job('WAITING_FOR_ROOM'), {}],
    ['the media folder is back', job('FOLDER_UNAVAILABLE'), {}],
  ])('is begun at once when %s', (_why, one, around) => {
    expect(change(one, around)).toBe('wake');
  });

  test.each<[string, WaitingJob, Partial<Surroundings>]>([
    ['its source is still gone', job('SOURCE_MISSING'), { isThere: false }],
    ['the disk is still full', job('WAITING_FOR_ROOM'), { free: GB }],
    ['the media folder is still gone', job('FOLDER_UNAVAILABLE'), { free: undefined }],
    ['a tool failed', job('TOOL_FAILED'), {}],
    ['it is due', job('SOURCE_MISSING', { next_try_at: NOW }), {}],
    ['all is well', job(undefined), {}],
    ['it needs its source no more', job(undefined, { step: 'package' }), { isThere: false }],
  ])('stays as it is when %s', (_why, one, around) => {
    expect(change(one, around)).toBeUndefined();
  });

  test('says that its source is gone before its turn comes, and takes it back', () => {
    expect(change(job(undefined, { tries: 0, next_try_at: NOW }), { isThere: false })).toBe('gone');
    expect(change(job('SOURCE_MISSING', { tries: 0, next_try_at: NOW }))).toBe('back');
  });
});
