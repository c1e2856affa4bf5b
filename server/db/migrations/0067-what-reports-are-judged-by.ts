import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Copies the data that validates reports into play logs, so that a report reads only this table. */
export const whatReportsAreJudgedBy: Migration = {
  up: (db) =>
    run(db, [
      `alter table play_logs add column running_time integer not null default 0, add column outro_start integer`,
      `update play_logs set running_time = episodes.running_time, outro_start = (clips.outro ->> 'start')::int
        from episodes join clips on clips.id = episodes.clip_id
        where episodes.id = play_logs.episode_id and play_logs.state in ('active', 'superseded')`,
    ]),
};
