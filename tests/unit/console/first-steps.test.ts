import { expect, test } from 'vitest';
import { firstStepsOf } from '#console/pages/overview/first-steps.ts';

const AT = '2026-11-29T00:00:00Z';
const READY = {
  health: {
    mail: { delivery: 'smtp', cnt_waiting: 0, cnt_failing: 0, oldest_at: null },
    media_store: { state: 'writable', free_bytes: 1, total_bytes: 2 },
    certificate: { ends_at: AT, warns_at: AT, problem: null },
    backup: { last_at: AT, age_seconds: 0 },
  },
  looks: { is_new: false },
  cntTitle: 3,
} as const;
type Given = Parameters<typeof firstStepsOf>[0];
const open = (given: Given) => firstStepsOf(given).flatMap(({ name, isDone }) => (isDone ? [] : [name]));
const but = (health: Partial<Given['health']>): Given => ({ ...READY, health: { ...READY.health, ...health } });

test('nothing is left where all is there, also where the database has backups of its own', () => {
  expect(open(READY)).toEqual([]);
  expect(open(but({ backup: null }))).toEqual([]);
});

test.each<[Given, string]>([
  [{ ...READY, looks: { is_new: true } }, '서비스 꾸미기'],
  [{ ...READY, cntTitle: 0 }, '첫 영상'],
  [but({ certificate: null }), '주소와 인증서'],
  [but({ certificate: { ends_at: AT, warns_at: AT, problem: 'self-signed certificate' } }), '주소와 인증서'],
  [but({ mail: { ...READY.health.mail, delivery: 'none' } }), '메일'],
  [but({ mail: { ...READY.health.mail, cnt_failing: 1 } }), '메일'],
  [but({ media_store: { ...READY.health.media_store, state: 'read-only' } }), '미디어 저장소'],
  [but({ backup: { last_at: null, age_seconds: 9 } }), '백업'],
])('what is missing is the one step left: %#', (given, step) => {
  expect(open(given)).toEqual([step]);
});

test('the folder of videos may be made with the first one', () => {
  expect(open(but({ media_store: { state: 'missing', free_bytes: null, total_bytes: null } }))).toEqual([]);
});
