import { sql, type RawBuilder } from 'kysely';
import type { EpisodeRow } from './tables.ts';

/**
 * Episodes with the instant from which viewers may see them as `published_at`: that of the record, unless an operator has
 * decided otherwise for the episode or its title, and with the end of the episode or its title as `ends_at`. Leaves out what an
 * operator hides. Use it in place of `episodes` wherever a viewer's answer depends on what is out. (`greatest` and `least`
 * ignore nulls: most titles have no instant of their own.)
 *
 *     db.selectFrom(releasedEpisodes.as('episodes')).where(isOut('episodes', now))
 */
export const releasedEpisodes = sql<EpisodeRow>`(
  select episodes.id, episodes.item_id, episodes."order", episodes.episode_num, episodes.subject, episodes.synopsis,
    episodes.clip_id, episodes.running_time, episodes.thumbnail, episodes.access, episodes.audio_tracks,
    episodes.subtitle_tracks, episodes.countries,
    greatest(coalesce(own.starts_at, episodes.published_at), title.starts_at) as published_at,
    least(episodes.ends_at, items.ends_at) as ends_at
  from episodes
  join items on items.id = episodes.item_id
  left join publications as own on own.id = episodes.id and own.kind = 'episode'
  left join publications as title on title.id = episodes.item_id and title.kind = 'title'
  where own.is_hidden is not true and title.is_hidden is not true
)`;

/** Whether an episode has come out and has not ended. */
export const isOut = (name: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${name}.published_at`)} <= ${now}
    and (${sql.ref(`${name}.ends_at`)} is null or ${sql.ref(`${name}.ends_at`)} > ${now}))`;
