import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { clipOf } from '#server/catalogue/transfer/export-store.ts';
import type { ClipRecord } from '#server/catalogue/format/index.ts';

/** A clip with what operators recognise it by. */
export interface ClipFace {
  clip: ClipRecord;
  /** Path of the file that it was made of; null for one that came otherwise, or long ago. */
  source: string | null;
  /** Picture of the first episode that plays it, or of the title whose trailer it is. */
  picture: string | null;
}

/**
 * The clip of a job has the job's id without its dashes. Jobs go after a month; what was seen of the file stays as long as
 * the clip.
 */
const sourceOfClip = sql<string | null>`coalesce(
  (select coalesce(name, source) from media_jobs where media_jobs.id = (case when clips.id ~ '^[0-9a-f]{32}$' then clips.id end)::uuid),
  (select source from media_contents where media_contents.clip_id = clips.id limit 1)
)`;

/** These clips; some may be gone. */
export async function listClipFaces(db: Connection, ids: readonly string[]): Promise<ClipFace[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('clips')
    .selectAll()
    .select(sourceOfClip.as('source'))
    .select(
      sql<string | null>`coalesce(
        (select thumbnail from episodes where clip_id = clips.id order by id limit 1),
        (select wide from items where trailer = clips.id order by id limit 1)
      )`.as('picture'),
    )
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::text[])`))
    .execute();
  return rows.map(({ source, picture, ...clip }) => ({ clip: clipOf(clip), source, picture }));
}
