import { describe, expect, test } from 'vitest';
import type { OperatedAdvertisement } from '#contract/console/advertisements.ts';
import { fieldsOf, problemOf, typedOf } from '#console/pages/advertisements/advertisement-fields.ts';

const SHOWN = {
  title: '겨울 장갑',
  clip: { id: 'winter' },
  skip_after: 5,
  weight: 2,
  starts_at: '2026-12-01T03:00:07.000Z',
  ends_at: '2027-01-01T00:00:30.000Z',
} as OperatedAdvertisement;
const SENT = { ...SHOWN, clip: undefined, clip_id: 'winter' };

describe('the form of an advertisement', () => {
  test('that is not touched sends what it has read, to the second', () => {
    expect(fieldsOf(typedOf(SHOWN, ''), SHOWN)).toEqual(SENT);
    const endless = { ...SHOWN, starts_at: null, ends_at: null, skip_after: null };
    expect(fieldsOf(typedOf(endless, ''), endless)).toEqual({ ...SENT, ...endless, clip: undefined });
  });

  test('sends a time that is typed, and none that is emptied', () => {
    const typed = { ...typedOf(SHOWN, ''), startsAt: '2026-12-02T12:00', endsAt: '' };
    expect(fieldsOf(typed, SHOWN)).toEqual({ ...SENT, starts_at: '2026-12-02T03:00:00.000Z', ends_at: null });
  });

  test('begins a new one with a clip, five seconds until it can be skipped and the weight of one', () => {
    expect(fieldsOf({ ...typedOf(null, 'winter'), title: '장갑' }, null)).toEqual({
      ...{ title: '장갑', clip_id: 'winter', skip_after: 5, weight: 1 },
      ...{ starts_at: null, ends_at: null },
    });
  });

  test.each([
    [{ title: ' ' }, '이름을 적어 주세요.'],
    [{ clipId: '' }, '영상을 골라 주세요.'],
    [{ skipAfter: '5.5' }, '건너뛰기는 초로 적어 주세요. 비워 두면 건너뛸 수 없어요.'],
    [{ skipAfter: '' }, null],
    [{ weight: '0' }, '비중은 1부터 100까지예요.'],
    [{ weight: '100' }, null],
    [{ weight: '101' }, '비중은 1부터 100까지예요.'],
    [{ endsAt: '2026-12-01T12:00' }, '끝나는 시각은 시작하는 시각보다 뒤여야 해요.'],
    [{ endsAt: '2026-12-01T12:01' }, null],
  ])('with %j says %s', (changes, problem) => {
    expect(problemOf({ ...typedOf(SHOWN, ''), ...changes })).toBe(problem);
  });
});
