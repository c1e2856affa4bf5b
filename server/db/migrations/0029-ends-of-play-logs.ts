import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Finds the play logs that ended in the last minutes: the edges of the media are told about them. */
export const endsOfPlayLogs: Migration = {
  up: (db) =>
    run(db, [`create index if not exists play_logs_ended on play_logs (ended_at) where ended_at is not null`]),
};
