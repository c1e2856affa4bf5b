import type { Connection } from '../db/open.ts';
import type { EpisodeTarget } from './job.ts';

/** Gives a job another target in the transaction that has locked the jobs. */
export async function setTarget(tx: Connection, id: string, target: EpisodeTarget): Promise<void> {
  await tx
    .updateTable('media_jobs')
    .set({ target: JSON.stringify(target) })
    .where('id', '=', id)
    .execute();
}
