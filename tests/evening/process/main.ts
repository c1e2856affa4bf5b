import { join } from 'node:path';
import { openEmbedded } from '#server/db/embedded.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { endProcessInTime } from '#server/start/end-process.ts';
import { startServer } from '#server/start/start.ts';
import { startWork } from '#server/start/start-work.ts';
import { HASTE } from '../time.ts';
import { readWork } from '../stored.ts';
import type { ProcessSettings } from './settings.ts';
import { openSharedClock } from './shared-clock.ts';

/*
 * One process of an evening: the server or worker as `server/start/main.ts` starts it, with the evening's clock, and with the
 * timeouts of viewers' calls divided by the evening's haste. Without such a clock it has the real time.
 */

/** The limits of `server/db/postgres.ts`, in ms. */
const CALLS = { waitMs: 3_000, connectMs: 3_000, statementMs: 5_000, answerMs: 6_000, lockMs: 3_000 };
const PROBE = { waitMs: 2_000, connectMs: 2_000, statementMs: 2_000, answerMs: 2_000, lockMs: 2_000 };

const hurried = <T extends Record<string, number>>(limits: T): T =>
  Object.fromEntries(Object.entries(limits).map(([name, ms]) => [name, ms / HASTE])) as T;

const settings = JSON.parse(process.env['EVENING_PROCESS'] ?? '') as ProcessSettings;

// No process outlives an interrupted run, not even one that was starting.
setInterval(() => {
  if (process.ppid !== settings.parentId) process.exit(1);
}, 1_000).unref();

const { role, store, catalogueFolder } = settings;
const time = settings.clockFile === undefined ? {} : openSharedClock(settings.clockFile, settings.clockSlot);
const limits = settings.clockFile === undefined ? {} : { calls: hurried(CALLS), probe: hurried(PROBE) };
const database = store.kind === 'postgres' ? await openPostgres(store.url, limits) : await openEmbedded(store.dataDir);
const shared = {
  database,
  catalogueFolder,
  mediaStore: createFolderStore(catalogueFolder),
  ...time,
  host: '127.0.0.1',
  port: 0,
  publicUrl: 'http://bora.test',
  delivery: { kind: 'mailbox' as const },
  migrations: 'release-step' as const,
  // Warnings of the faults are expected; an error is a defect.
  logger: { level: settings.logLevel },
};
const running =
  role === 'work'
    ? await startWork(shared)
    : await startServer({
        ...shared,
        role,
        hasDemoAccounts: false,
        hasTestPayment: true,
        webFolder: join(catalogueFolder, 'no-web'),
      });
// Only this process can read its embedded database. A message is the instant for which the test asks.
process.on('message', (now: Date) => void readWork(database.longWork, now).then((work) => process.send?.(work)));
endProcessInTime({ close: () => running.close(), explain: String, broken: database.broken });
console.log(`${role === 'work' ? 'Bora works' : 'Bora'}: ${running.url}`);
