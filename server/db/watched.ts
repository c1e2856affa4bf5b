import { sql, type RawBuilder } from 'kysely';
import { koreanDayOf } from './korean-day.ts';
import type { ProfileRow } from './tables.ts';

/**
 * What a profile watched, as `watched (episode_id, item_id, day, play_time, watched_at)`: play logs, and the daily sums of
 * removed ones, without what the profile removed from its history. `day` is the day in Korea on which watching began;
 * `watched_at` is the last report.
 */
export const watchedBy = ({ account_id, id }: Pick<ProfileRow, 'account_id' | 'id'>): RawBuilder<unknown> => sql`(
  select seen.* from (
    select episode_id, item_id, ${koreanDayOf('opened_at')} as day, total_play_time::bigint as play_time,
      coalesce(reported_at, opened_at) as watched_at
    from play_logs where account_id = ${account_id} and profile_id = ${id} and total_play_time > 0
    union all
    select episode_id, item_id, day, play_time, watched_at
    from watch_days where account_id = ${account_id} and profile_id = ${id}
  ) as seen
  where not exists (
    select 1 from history_removals as removals
    where removals.account_id = ${account_id} and removals.profile_id = ${id}
      and removals.episode_id = seen.episode_id and removals.removed_at >= seen.watched_at)
) as watched`;
