import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { Clock } from '#server/lib/clock.ts';
import { lastDays } from '#server/lib/korean-days.ts';

/** Backups of the embedded database that the service makes by itself. */
export interface BackupPlan {
  readonly folder: string;
  /** Minute of the Korean day. */
  readonly atMinute: number;
  /** How many are kept: one a day. */
  readonly kept: number;
}

/** Writes a backup into a file. */
export type MakeBackup = (file: string, signal: AbortSignal) => Promise<void>;

const DAY_SECONDS = 86_400;
const KOREA_SECONDS = 9 * 3600;
/** Most of what the command writes that is kept for the log, in bytes. */
const KEPT_OUTPUT = 100_000;

const NAME = /^bora-\d{4}-\d\d-\d\d\.backup$/;

/**
 * The command `bora backup` as a process of its own, with the environment of this one: packing takes a processor for
 * seconds.
 *
 * @param program the file of `scripts/operate.ts`, or its build.
 */
export const createMakeBackup =
  (program: string): MakeBackup =>
  (file, signal) =>
    new Promise((resolve, reject) => {
      const words = [...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), program, 'backup', file];
      execFile(process.execPath, words, { signal, maxBuffer: KEPT_OUTPUT }, (error, _output, problem) => {
        if (error === null) resolve();
        else reject(new Error(problem.trim() || error.message));
      });
    });

/** Makes a backup each day, and removes those that are more than enough. Files of other names are left alone. */
export const backupJob = ({
  plan,
  clock,
  makeBackup,
}: {
  plan: BackupPlan;
  clock: Clock;
  makeBackup: MakeBackup;
}): ServiceJob => ({
  name: 'making backups',
  everySeconds: DAY_SECONDS,
  atSecond: (plan.atMinute * 60 - KOREA_SECONDS + DAY_SECONDS) % DAY_SECONDS,
  leaseSeconds: 60,
  longestSeconds: 3600,
  async run({ signal }) {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 });
    const [day] = lastDays(clock.now(), 1);
    await makeBackup(join(plan.folder, `bora-${day}.backup`), signal);
    const names = (await readdir(plan.folder)).filter((name) => NAME.test(name)).sort();
    for (const name of names.slice(0, -plan.kept)) await rm(join(plan.folder, name));
  },
});
