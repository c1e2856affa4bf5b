import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Writes the reports of playing sets (`server/watching/playback/reports-store.ts`). Each statement is about one table and
 * names its keys, so that an engine plans it once; on a cluster the whole function runs on the machine of `owner`.
 */
const writeReports = `create or replace function write_reports(owner uuid, reports jsonb)
  returns table (place int, is_known boolean, has_profile boolean, account_id uuid, id uuid, profile_id uuid,
    episode_id int, item_id int, state text, opened_at timestamptz, expires_at timestamptz, ended_at timestamptz,
    total_play_time int, play_end_offset bigint, is_player_exit boolean, reported_at timestamptz, running_time int,
    outro_start int, watched_seconds int, extra_seconds int, daily_minutes int, bedtime_from text, bedtime_to text,
    bedtime_lifted_until timestamptz)
  language plpgsql as $$
#variable_conflict use_column
declare
  one record;
  token record;
  viewer record;
  log record;
begin
  -- Play logs are locked in one order, by all who lock several.
  for one in select * from jsonb_to_recordset(reports) as given (place int, account_id uuid, hash text, id uuid,
      was_state text, was_time int, was_offset bigint, was_exit boolean, state text, ended_at timestamptz,
      total_play_time int, play_end_offset bigint, is_player_exit boolean, reported_at timestamptz, day text,
      added_time int, place_offset int, is_finished boolean, unless_moved_since timestamptz)
    order by account_id, id
  loop
    place := one.place;
    is_known := false;
    has_profile := false;
    id := null;
    watched_seconds := null;

    select device_session_id, profile_id into token from tokens
      where account_id = one.account_id and hash = one.hash;
    if not found then return next; continue; end if;
    perform 1 from device_sessions
      where account_id = one.account_id and id = token.device_session_id and revoked_at is null;
    is_known := found;
    has_profile := token.profile_id is not null;
    if not is_known or not has_profile then return next; continue; end if;

    if one.was_state is not null then
      update play_logs set state = one.state, ended_at = one.ended_at, total_play_time = one.total_play_time,
          play_end_offset = one.play_end_offset, is_player_exit = one.is_player_exit, reported_at = one.reported_at
        where account_id = one.account_id and id = one.id
          and profile_id = token.profile_id and device_session_id = token.device_session_id
          and state = one.was_state and total_play_time = one.was_time
          and play_end_offset = one.was_offset and is_player_exit = one.was_exit
        returning episode_id, item_id into log;
      if found then
        if one.place_offset is not null then
          insert into playback_offsets as own
              (account_id, profile_id, episode_id, item_id, "offset", is_finished, updated_at)
            values (one.account_id, token.profile_id, log.episode_id, log.item_id, one.place_offset, one.is_finished,
              one.reported_at)
            on conflict (account_id, profile_id, episode_id) do update
              set "offset" = excluded."offset", is_finished = excluded.is_finished, updated_at = excluded.updated_at
              where one.unless_moved_since is null or own.updated_at <= one.unless_moved_since;
        end if;
        select profiles.daily_minutes, profiles.bedtime_from, profiles.bedtime_to, profiles.bedtime_lifted_until
          into viewer from profiles where account_id = one.account_id and id = token.profile_id;
        if viewer.daily_minutes is null and viewer.bedtime_from is null then continue; end if;
        insert into watch_times as own (account_id, profile_id, day, seconds)
          values (one.account_id, token.profile_id, one.day, one.added_time)
          on conflict (account_id, profile_id, day) do update set seconds = own.seconds + excluded.seconds
          returning own.seconds, own.extra_seconds into watched_seconds, extra_seconds;
        daily_minutes := viewer.daily_minutes;
        bedtime_from := viewer.bedtime_from;
        bedtime_to := viewer.bedtime_to;
        bedtime_lifted_until := viewer.bedtime_lifted_until;
        return next;
        continue;
      end if;
    end if;

    select play_logs.account_id, play_logs.id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id,
        play_logs.state, play_logs.opened_at, play_logs.expires_at, play_logs.ended_at, play_logs.total_play_time,
        play_logs.play_end_offset, play_logs.is_player_exit, play_logs.reported_at, play_logs.running_time,
        play_logs.outro_start
      into account_id, id, profile_id, episode_id, item_id, state, opened_at, expires_at, ended_at, total_play_time,
        play_end_offset, is_player_exit, reported_at, running_time, outro_start
      from play_logs
      where account_id = one.account_id and id = one.id
        and profile_id = token.profile_id and device_session_id = token.device_session_id;
    return next;
  end loop;
end $$`;

export const writtenReports: Migration = { up: (db) => run(db, [writeReports]) };
