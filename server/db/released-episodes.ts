import { sql, type SelectQueryBuilder } from 'kysely';
import type { Connection } from './database.ts';
import type { EpisodeRow, Tables } from './tables.ts';

/**
 * Episodes with the instant from which viewers may see them as `published_at`: that of the record, unless an operator has
 * decided otherwise for the episode or its title. Leaves out what an operator hides. Use it in place of `episodes`
 * wherever a viewer's answer depends on what is out:
 *
 *     db.selectFrom(releasedEpisodes(db).as('episodes')).where('published_at', '<=', now)
 */
export const releasedEpisodes = (db: Connection): SelectQueryBuilder<Tables, 'episodes', EpisodeRow> =>
  db
    .selectFrom('episodes')
    .leftJoin('publications as own', (join) => join.onRef('own.id', '=', 'episodes.id').on('own.kind', '=', 'episode'))
    .leftJoin('publications as title', (join) =>
      join.onRef('title.id', '=', 'episodes.item_id').on('title.kind', '=', 'title'),
    )
    .where(sql<boolean>`own.is_hidden is not true and title.is_hidden is not true`)
    .select([
      'episodes.id',
      'episodes.item_id',
      'episodes.order',
      'episodes.episode_num',
      'episodes.subject',
      'episodes.synopsis',
      'episodes.clip_id',
      'episodes.running_time',
      'episodes.thumbnail',
      'episodes.access',
      'episodes.audio_tracks',
      'episodes.subtitle_tracks',
      // `greatest` ignores nulls: most titles have no instant of their own.
      sql<Date>`greatest(coalesce(own.starts_at, episodes.published_at), title.starts_at)`.as('published_at'),
    ]) as unknown as SelectQueryBuilder<Tables, 'episodes', EpisodeRow>;
