import type { Migration } from 'kysely';
import { run } from './run.ts';

const keysOf = (tracks: string, usual: string) => `array(
  select case coalesce(one.track ->> 'role', '${usual}')
      when '${usual}' then one.track ->> 'lang' else (one.track ->> 'lang') || '/' || (one.track ->> 'role') end
  from jsonb_array_elements(case jsonb_typeof(${tracks}) when 'array' then ${tracks} else '[]' end) with ordinality as one (track, place)
  order by one.place)`;

/** The sounds and subtitles of each episode's clip by language and role, so that titles can be listed by them. */
export const tracksOfEpisodes: Migration = {
  up: (db) =>
    run(db, [
      `alter table episodes add column if not exists audio_tracks text[] not null default '{}'`,
      `alter table episodes add column if not exists subtitle_tracks text[] not null default '{}'`,
      `update episodes set audio_tracks = ${keysOf('clips.audio', 'main')},
        subtitle_tracks = ${keysOf('clips.subtitles', 'subtitle')}
      from clips where clips.id = episodes.clip_id`,
    ]),
};
