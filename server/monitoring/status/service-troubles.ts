import type { Trouble } from '#contract/console/overview.ts';
import type { ServiceHealth } from '#contract/console/service.ts';

/** A disk of videos is nearly full below this share, or below these bytes. */
const LEAST_FREE_SHARE = 0.1;
const LEAST_FREE_BYTES = 2_000_000_000;

function diskTrouble({ media_store: store, media_jobs: videos }: ServiceHealth): Trouble | null {
  const { state, free_bytes: free, total_bytes: total } = store;
  // The first video makes the folder.
  if (state === 'missing' && videos.running + videos.waiting + videos.failed === 0) return null;
  if (state !== 'writable' || free === null || total === null)
    return { kind: 'disk', value: 0, limit: 0, detail: state };
  const limit = Math.max(LEAST_FREE_BYTES, Math.round(total * LEAST_FREE_SHARE));
  return free < limit ? { kind: 'disk', value: free, limit, detail: 'full' } : null;
}

/** What is wrong with the parts that the service depends on: the same on every page that tells the state of the service. */
export function findServiceTroubles(health: ServiceHealth): Trouble[] {
  const { database, mail, media_jobs: videos, jobs } = health;
  const found: (Trouble | null)[] = [
    database.state === 'ready' ? null : { kind: 'database', value: 0, limit: 0, detail: database.state },
    diskTrouble(health),
    mail.cnt_failing > 0 ? { kind: 'mail', value: mail.cnt_failing, limit: 0, detail: '' } : null,
    videos.failed > 0 ? { kind: 'video', value: videos.failed, limit: 0, detail: 'failed' } : null,
    videos.retrying > 0 ? { kind: 'video', value: videos.retrying, limit: 0, detail: 'retrying' } : null,
    ...jobs
      .filter(({ state }) => state === 'failing' || state === 'overdue')
      .map(({ name, failures }): Trouble => ({ kind: 'job', value: failures, limit: 0, detail: name })),
  ];
  return found.filter((trouble) => trouble !== null);
}
