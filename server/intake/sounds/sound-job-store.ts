import { sql } from 'kysely';
import type { Connection } from '../../db/open.ts';
import type { SoundTarget } from '../job.ts';

/** Sounds of one video that are shown. */
const MOST_SHOWN = 20;

const ofClip = sql<string>`target->>'clipId'`;

/** Jobs that make a sound for a clip and have not ended well, the oldest first. */
export async function listSoundJobs(db: Connection, clipId: string) {
  const rows = await db
    .selectFrom('media_jobs')
    .select(['id', 'state', 'fraction', 'target'])
    .where('state', 'in', ['waiting', 'running', 'failed'])
    .where(ofClip, '=', clipId)
    .orderBy('created_at')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ id, state, fraction, target }) => ({
    id,
    state,
    fraction,
    label: (target as SoundTarget).sound.label,
  }));
}

export const countSoundJobs = async (db: Connection, clipId: string): Promise<number> => {
  const jobs = await listSoundJobs(db, clipId);
  return jobs.filter(({ state }) => state !== 'failed').length;
};
