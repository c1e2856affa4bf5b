import { expect, test } from 'vitest';
import { JOB_NAMES } from '#contract/console/job-names.ts';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { tellingTroublesJob } from '#server/monitoring/status/telling-troubles.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { tellingJob } from '#server/watching/media/tell-edges.ts';
import { backupJob } from '#server/backup/index.ts';
import { pictureJobs } from '#server/catalogue/index.ts';
import { inboxJobs } from '#server/intake/index.ts';

test('every background job has a Korean name in the console', () => {
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
  expect(jobs.length).toBeGreaterThan(10);
  expect(jobs.map(({ name }) => name).filter((name) => !(name in JOB_NAMES))).toEqual([]);
});
