import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Finds the unfinished jobs of a title, which the inbox asks for at each proposal: without it, all jobs are read. */
export const jobsOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists media_jobs_of_titles on media_jobs ((target ->> 'titleId'))
        where state in ('waiting', 'running', 'failed')`,
    ]),
};
