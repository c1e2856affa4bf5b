import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Which device a play log gave way to, so that the viewer can be told; null where no device is the reason. */
export const whoEndedAPlayLog: Migration = {
  up: (db) => run(db, [`alter table play_logs add column gave_way_to uuid`]),
};
