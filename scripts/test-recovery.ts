import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lossBefore, tooLate, type WrittenReport } from '../tests/recovery/ledger.ts';
import { openLab } from '../tests/recovery/lab.ts';
import { listEpisodesAt, openHoldingSet, writeReports } from '../tests/recovery/televisions.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/*
 * `npm run test:recovery`: sets write reports to a server on PostgreSQL; a base backup is made; an operator deletes rows by
 * mistake; then the machine is lost. The database is restored whole from the received and from the archived log, and to
 * the instant before the mistake, by the commands of docs/operations/backup.md.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '45' }, 'archive-timeout': { type: 'string', default: '60' } },
});
const readNumber = (name: keyof typeof values): number => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${name} must be a whole number from 1 on, and is "${values[name]}"`);
  process.exit(1);
};
/** How long reports are sent before the backup, then before the mistake, and then after it. */
const partMs = readNumber('seconds') * 1_000;
const archiveTimeout = readNumber('archive-timeout');
/** Reports of so many seconds before the loss may be lost: if `pg_receivewal` has the log, and if its files are archived. */
const RECEIVED_WITHIN_SECONDS = 3;
const archivedWithinSeconds = archiveTimeout + 30;
const LEAST_REPORTS = 50;

const installed = findPostgres();
if (!installed) {
  console.error('Not installed: PostgreSQL. Run "npm run tools:install".');
  process.exit(1);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const faults: string[] = [];
const require = (isSo: boolean, fault: string) => void (isSo || faults.push(fault));
const lab = await openLab(installed, archiveTimeout);
try {
  const episodes = await listEpisodesAt(lab.url);
  const ledger: WrittenReport[] = [];
  let isOver = false;
  // The first episodes are those of the sets that hold a video.
  const writers = [0, 1].map((part) =>
    writeReports(
      lab.url,
      episodes.slice(2).filter((_, index) => index % 2 === part),
      { ledger, isOver: () => isOver },
    ),
  );
  const holding = await openHoldingSet(lab.url, episodes[0]!);
  await pass(partMs);
  const backupFrom = performance.now();
  const bytes = await lab.backUp();
  console.log(
    `base backup: ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - backupFrom) / 1_000).toFixed(1)} s`,
  );
  await pass(partMs);
  const [before] = await lab.ask<{ time: string; ms: number; ratings: number }>(
    `select clock_timestamp()::text as time, extract(epoch from clock_timestamp()) * 1000 as ms,
       (select count(*) from ratings) as ratings`,
  );
  await lab.ask('delete from ratings');
  const late = await openHoldingSet(lab.url, episodes[1]!);
  await pass(partMs);
  const [reportOfHolding, reportOfLate] = [await holding.report(lab.url), await late.report(lab.url)];
  require(`${reportOfHolding} ${reportOfLate}` === '200 200', `before the loss: ${reportOfHolding}, ${reportOfLate}`);
  const lostAtMs = Date.now();
  await lab.lose();
  isOver = true;
  await Promise.all(writers);

  for (const [log, withinSeconds] of [
    ['received', RECEIVED_WITHIN_SECONDS],
    ['archived', archivedWithinSeconds],
  ] as const) {
    const restored = await lab.restore(log);
    const { accepted, lost, windowSeconds } = lossBefore(ledger, restored.watched, lostAtMs);
    console.log(
      `machine lost, ${log} log: ${lost} of ${accepted} accepted reports lost, those of the last ${windowSeconds.toFixed(1)} s; ` +
        `database after ${restored.databaseSeconds.toFixed(1)} s, service after ${restored.serverSeconds.toFixed(1)} s`,
    );
    require(accepted >= LEAST_REPORTS, `only ${accepted} reports say nothing`);
    require(windowSeconds <= withinSeconds, `the ${log} log lost ${windowSeconds} s, more than ${withinSeconds}`);
    require((await restored.count('ratings')) === 0, 'the whole log did not repeat the mistake');
    await restored.close();
  }

  const { time, ms, ratings } = before!;
  const restored = await lab.restore('received', time);
  const { accepted, lost } = lossBefore(ledger, restored.watched, Number(ms));
  const after = tooLate(ledger, restored.watched, Number(ms));
  const ratingsBack = await restored.count('ratings');
  console.log(
    `back to ${time}: ${lost} of ${accepted} reports before it lost, ${after.length} after it there, ${ratingsBack} of ${ratings} ratings back; ` +
      `database after ${restored.databaseSeconds.toFixed(1)} s, service after ${restored.serverSeconds.toFixed(1)} s`,
  );
  require(lost === 0, `${lost} reports from before the instant are lost`);
  require(after.length === 0, `${after.length} reports from after the instant are there`);
  require(Number(ratings) > 0 && ratingsBack === Number(ratings), `${ratingsBack} of ${ratings} ratings are back`);
  const held = await holding.report(restored.url);
  const refused = await late.report(restored.url);
  console.log(`sets: one that plays since before it reports ${held}; one that signed in after it ${refused}`);
  require(held === '200', `a report of today to the database of yesterday: ${held}`);
  require(refused.startsWith('401 '), `the session from after the instant: ${refused}`);
  await restored.close();
} finally {
  await lab.close();
}
for (const fault of faults) console.log(`  ${fault}`);
console.log(faults.length === 0 ? 'Everything before the instants is there.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
