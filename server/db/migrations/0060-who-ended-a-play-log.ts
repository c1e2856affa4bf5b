import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The device that took over from a play log, to name it to the viewer; null when no device did. */
export const whoEndedAPlayLog: Migration = {
  up: (db) => run(db, [`alter table play_logs add column gave_way_to uuid`]),
};
