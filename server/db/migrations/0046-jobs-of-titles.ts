import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What the inbox asks for each proposal, without reading the jobs of years. */
export const jobsOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists media_jobs_of_titles on media_jobs ((target ->> 'titleId'))
        where state in ('waiting', 'running', 'failed')`,
    ]),
};
