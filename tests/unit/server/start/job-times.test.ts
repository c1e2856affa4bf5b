import { expect, test } from 'vitest';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { tellingTroublesJob } from '#server/monitoring/status/telling-troubles.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { tellingJob } from '#server/watching/media/tell-edges.ts';
import { backupJob } from '#server/backup/index.ts';
import { pictureJobs } from '#server/catalogue/index.ts';
import { inboxJobs } from '#server/intake/index.ts';

// Jobs use their options only when they run.
const unused = {} as never;
const jobs = [
  ...backgroundJobs(unused, unused, unused),
  ...pictureJobs(unused),
  tellingTroublesJob(unused),
  tellingWebhooksJob(unused),
  tellingJob({ edge: { secret: 'a' } } as Parameters<typeof tellingJob>[0]),
  backupJob({ plan: { folder: '', atMinute: 0, kept: 1 }, clock: unused, makeBackup: unused }),
  ...inboxJobs({ watchedFolder: '/videos' } as Parameters<typeof inboxJobs>[0]),
];

/** In s: whoever waits for it would notice a longer time. */
const WAITED_FOR: Readonly<Record<string, number>> = {
  'telling edges': 1,
  ...{ 'examining files': 5, 'reading subtitles': 5 },
  ...{ publishing: 10, 'moving episodes': 10, 'checking payments': 10, 'telling webhooks': 10 },
  'looking at the watched folder': 10,
  ...{ 'erasing accounts': 15, 'making account files': 15 },
  'notifying about titles': 20,
  'telling troubles': 30,
  ...{ 'ending play logs': 60, 'counting playbacks': 60, 'counting advertisements': 60, 'comparing titles': 60 },
};
/** Once a day, or once an hour: nobody waits. */
const SELDOM = ['making backups', 'learning likeness', 'removing unused pictures'];

test('a job runs as often as those need it who wait for it, and each other one every ten minutes', () => {
  const times = Object.fromEntries(jobs.map(({ name, everySeconds }) => [name, everySeconds]));
  expect(jobs.length).toBeGreaterThan(20);
  const often = Object.fromEntries(Object.entries(times).filter(([name]) => !SELDOM.includes(name)));
  expect(often).toEqual({ ...Object.fromEntries(Object.keys(often).map((name) => [name, 600])), ...WAITED_FOR });
});

/** In s; each other run may take a minute. */
const LONGEST: Readonly<Record<string, number>> = {
  ...{ 'telling edges': 10, 'ending play logs': 10 },
  ...{ 'counting playbacks': 50, 'counting advertisements': 50 },
  'examining files': 120,
  ...{ 'counting charts': 300, 'counting viewing': 300, 'counting sales': 300, 'counting requests': 300 },
  ...{ 'removing old rows': 300, 'making account files': 300, 'comparing titles': 300, 'telling troubles': 300 },
  ...{ 'telling webhooks': 600, 'reading subtitles': 600 },
  ...{ 'making backups': 3600, 'learning likeness': 4 * 3600 },
};

test('a run may take a minute, or as long as its work takes; a worker that died is noticed within a minute', () => {
  const longest = Object.fromEntries(jobs.map(({ name, longestSeconds }) => [name, longestSeconds]));
  expect(longest).toEqual({ ...Object.fromEntries(Object.keys(longest).map((name) => [name, 60])), ...LONGEST });
  const leases = jobs.filter(({ leaseSeconds }) => leaseSeconds !== 60);
  expect(leases.map(({ name, leaseSeconds }) => [name, leaseSeconds])).toEqual([['telling edges', 10]]);
});

test('what runs by the clock runs at night in Korea, and charts half a minute before ten minutes are over', () => {
  const byClock = jobs.filter(({ atSecond }) => atSecond !== undefined);
  expect(
    Object.fromEntries(byClock.map(({ name, everySeconds, atSecond }) => [name, [everySeconds, atSecond]])),
  ).toEqual({
    'counting charts': [600, 570],
    // 4 in the morning, and midnight as the plan of this test says.
    'learning likeness': [24 * 3600, (24 + 4 - 9) * 3600],
    'making backups': [24 * 3600, (24 - 9) * 3600],
  });
});
