import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { releasedEpisodes } from '../db/released-episodes.ts';

/** When a title or an episode that viewers saw has left the service; undefined when it has not, or an operator hides it. */
export async function findEnd(
  db: Connection,
  { kind, id }: { kind: 'title' | 'episode'; id: number },
  now: Date,
): Promise<Date | undefined> {
  const which = kind === 'episode' ? sql`episodes.id = ${id}` : sql`episodes.item_id = ${id}`;
  const { rows } = await sql<{ at: Date | null }>`
    select max(ends_at) as at from ${releasedEpisodes} as episodes
    where ${which} and published_at <= ${now}
    having bool_and(coalesce(ends_at <= ${now}, false))`.execute(db);
  return rows[0]?.at ?? undefined;
}
