import type { Migration } from 'kysely';
import { run } from './run.ts';

/** An index of the jobs that make clips for advertisements, by the id of the clip: few among the jobs of episodes. */
export const jobsOfAdvertisements: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists media_jobs_of_advertisements on media_jobs (replace(id::text, '-', ''))
        where target->>'use' = 'advertisement'`,
    ]),
};
