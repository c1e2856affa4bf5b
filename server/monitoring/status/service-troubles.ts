import type { Trouble } from '#contract/console/overview.ts';
import type { ServiceHealth } from '#contract/console/service.ts';
import { CERTIFICATE_DAYS } from '#server/providers/certificate.ts';

/** A disk of videos is nearly full below this share, or below these bytes. */
const LEAST_FREE_SHARE = 0.1;
const LEAST_FREE_BYTES = 2_000_000_000;
/** The shortest period of a job is a few seconds: workers that began none for so long, in ms, do not work. */
const WORKER_SILENT_MS = 5 * 60_000;
/** Sets whose clock is wrong take the time from answers. */
const MOST_AHEAD_MS = 5_000;
const DAY_SECONDS = 86_400;
const BACKUP_DAYS = 7;

function diskTrouble({ media_store: store, media_jobs: videos }: ServiceHealth): Trouble | null {
  const { state, free_bytes: free, total_bytes: total } = store;
  // The first video makes the folder.
  if (state === 'missing' && videos.running + videos.waiting + videos.failed === 0) return null;
  if (state !== 'writable' || free === null || total === null)
    return { kind: 'disk', value: 0, limit: 0, detail: state };
  const limit = Math.max(LEAST_FREE_BYTES, Math.round(total * LEAST_FREE_SHARE));
  return free < limit ? { kind: 'disk', value: free, limit, detail: 'full' } : null;
}

/** Jobs that failed or are late; one trouble alone where no worker runs any of them. */
function jobTroubles({ jobs, checked_at: at }: ServiceHealth): Trouble[] {
  const last = Math.max(0, ...jobs.map(({ last_run_at: ran }) => (ran === null ? 0 : Date.parse(ran))));
  const silentMs = Date.parse(at) - last;
  const isSilent = jobs.every(({ state }) => state !== 'running') && silentMs > WORKER_SILENT_MS;
  const value = last === 0 ? 0 : Math.round(silentMs / 1000);
  if (isSilent) return [{ kind: 'worker', value, limit: WORKER_SILENT_MS / 1000, detail: '' }];
  return jobs
    .filter(({ state }) => state === 'failing' || state === 'overdue')
    .map(({ name, failures }): Trouble => ({ kind: 'job', value: failures, limit: 0, detail: name }));
}

function certificateTrouble({ certificate, checked_at: at }: ServiceHealth): Trouble | null {
  if (certificate === null) return null;
  const days = Math.floor((Date.parse(certificate.ends_at) - Date.parse(at)) / (DAY_SECONDS * 1000));
  const trouble = (detail: string): Trouble => ({ kind: 'certificate', value: days, limit: CERTIFICATE_DAYS, detail });
  if (days < 0) return trouble('ended');
  if (certificate.problem !== null) return trouble('untrusted');
  return Date.parse(at) > Date.parse(certificate.warns_at) ? trouble('ending') : null;
}

function backupTrouble({ backup }: ServiceHealth): Trouble | null {
  const limit = BACKUP_DAYS * DAY_SECONDS;
  if (backup === null || backup.age_seconds <= limit) return null;
  return { kind: 'backup', value: backup.age_seconds, limit, detail: backup.last_at === null ? 'none' : 'old' };
}

/** What is wrong with the parts that the service depends on: the same on every page that tells the state of the service. */
export function findServiceTroubles(health: ServiceHealth): Trouble[] {
  const { clock, database, mail, media_jobs: videos } = health;
  const found: (Trouble | null)[] = [
    database.state === 'ready' ? null : { kind: 'database', value: 0, limit: 0, detail: database.state },
    Math.abs(clock.ahead_ms) > MOST_AHEAD_MS
      ? { kind: 'clock', value: clock.ahead_ms, limit: MOST_AHEAD_MS, detail: '' }
      : null,
    diskTrouble(health),
    certificateTrouble(health),
    mail.cnt_failing > 0 ? { kind: 'mail', value: mail.cnt_failing, limit: 0, detail: '' } : null,
    videos.failed > 0 ? { kind: 'video', value: videos.failed, limit: 0, detail: 'failed' } : null,
    videos.retrying > 0 ? { kind: 'video', value: videos.retrying, limit: 0, detail: 'retrying' } : null,
    ...jobTroubles(health),
    backupTrouble(health),
  ];
  return found.filter((trouble) => trouble !== null);
}
