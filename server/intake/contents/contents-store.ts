import { sql } from 'kysely';
import type { Connection } from '../../db/open.ts';

export interface Content {
  clipId: string;
  hash: string;
  source: string;
}

/** Stores what the clips are made of. */
export async function insertContents(tx: Connection, contents: readonly Content[], now: Date): Promise<void> {
  if (contents.length === 0) return;
  await tx
    .insertInto('media_contents')
    .values(contents.map(({ clipId, hash, source }) => ({ clip_id: clipId, hash, source, added_at: now })))
    .onConflict((conflict) => conflict.column('clip_id').doNothing())
    .execute();
}

export interface KnownContent {
  clip_id: string;
  hash: string;
  source: string;
  /** Id of the episode that plays it, or that a job makes from it. */
  episode_num: string;
  title_name: string | null;
  /** Whether a job still needs the file at its place. */
  is_job: boolean;
}

/** Which of these contents episodes play, or unfinished jobs work on. */
export async function listKnownContents(db: Connection, hashes: readonly string[]): Promise<KnownContent[]> {
  const wanted = sql`any(${[...hashes]}::text[])`;
  const { rows } = await sql<KnownContent>`
    select content.clip_id, content.hash, content.source, episode.episode_num, item.name as title_name, false as is_job
    from media_contents as content
    join episodes as episode on episode.clip_id = content.clip_id
    join items as item on item.id = episode.item_id
    where content.hash = ${wanted}
    union all
    select content.clip_id, content.hash, content.source, job.target->>'episodeNum',
      coalesce(job.target->'newTitle'->>'name', item.name), true
    from media_contents as content
    join media_jobs as job on job.id = content.clip_id::uuid and job.state in ('waiting', 'running')
    left join items as item on item.id = (job.target->>'titleId')::int
    where content.hash = ${wanted}`.execute(db);
  return rows;
}

/** Stores where a file that was moved is now. */
export const moveContent = async (db: Connection, clipId: string, source: string): Promise<void> => {
  await db.updateTable('media_contents').set({ source }).where('clip_id', '=', clipId).execute();
};

/**
 * Forgets contents of which neither a clip nor a job is left. Two statements: a cluster refuses to change a table of one
 * machine by one that it copies to all.
 */
export async function removeLostContents(db: Connection, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select content.clip_id as id from media_contents as content
    where content.added_at < ${before}
      and not exists (select 1 from clips where clips.id = content.clip_id)
      and not exists (select 1 from media_jobs as job where job.id = content.clip_id::uuid)`.execute(db);
  if (rows.length === 0) return;
  await sql`delete from media_contents where added_at < ${before} and clip_id = any(${rows.map(({ id }) => id)})`.execute(
    db,
  );
}
