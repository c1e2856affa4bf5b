import type { Ledger } from '../ledger.ts';
import type { Stored, StoredWork } from '../stored.ts';
import { compareChoices } from './compare-choices.ts';
import { compareOrders } from './compare-orders.ts';
import { comparePlaybacks } from './compare-playbacks.ts';
import { possibleCount } from './registers.ts';

export interface Circumstances {
  /** By account. */
  maxStreams: ReadonlyMap<string, number>;
  /** Names of the background jobs. */
  jobs: readonly string[];
  now: Date;
}

/** A job that is due for so long was forgotten, in ms. */
const JOB_LATE_MS = 30_000;

/** Each sign-in added one device. */
function compareDevices({ entries }: Ledger, stored: Stored): string[] {
  const accounts = new Set(entries.flatMap(({ accountId }) => accountId ?? []));
  return [...accounts].flatMap((accountId) => {
    const signIns = entries.filter((entry) => entry.call === 'login' && entry.accountId === accountId);
    const { least, most } = possibleCount(signIns);
    const count = stored.devices.filter((device) => device.account_id === accountId).length;
    return count < least || count > most
      ? [`account ${accountId}: ${count} devices, signed in ${least} to ${most}`]
      : [];
  });
}

/** Each job ran without an error and is planned again, and nobody holds an old lease. */
function compareJobs({ jobs }: StoredWork, { jobs: names, now }: Circumstances): string[] {
  return names.flatMap((name) => {
    const job = jobs.find((row) => row.name === name);
    if (!job) return [`job "${name}": never registered`];
    const lateMs = now.getTime() - Math.max(job.next_run_at.getTime(), job.leased_until?.getTime() ?? 0);
    const problems = [
      ...(job.failures > 0 ? [`failed ${job.failures} times: ${job.last_error}`] : []),
      ...(job.last_duration_ms === null ? ['never ended'] : []),
      ...(lateMs > JOB_LATE_MS ? [`late by ${lateMs / 1000} s`] : []),
      ...(-lateMs > 2 * Math.max(job.every_seconds, 300) * 1000 ? [`planned in ${-lateMs / 1000} s`] : []),
    ];
    return problems.map((problem) => `job "${name}": ${problem}`);
  });
}

/** Work outside of calls. */
export const compareWork = (stored: StoredWork, circumstances: Circumstances): string[] => [
  ...compareJobs(stored, circumstances),
  ...(stored.unsentMails > 0 ? [`${stored.unsentMails} mails were not sent`] : []),
];

/** @returns a line for each entry of the ledger that the database disagrees with. */
export const compare = (ledger: Ledger, stored: Stored, circumstances: Circumstances): string[] => [
  ...compareChoices(ledger, stored),
  ...comparePlaybacks(ledger, stored, circumstances.maxStreams),
  ...compareOrders(ledger, stored),
  ...compareDevices(ledger, stored),
  ...compareWork(stored, circumstances),
  ...stored.wrongSums,
];
