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
