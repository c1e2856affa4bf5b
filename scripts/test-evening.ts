import { parseArgs } from 'node:util';
import { liveEvening, type EveningResult } from '../tests/evening/evening.ts';
import { lackOfEvidence } from '../tests/evening/rules/evidence.ts';
import { openSite } from '../tests/evening/site.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/*
 * `npm run test:evening`: simulated televisions live an evening in which servers, workers and the database break, and
 * their ledger is compared with the database. See docs/decisions/168-simulate-evenings-by-a-seed.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    televisions: { type: 'string', default: '36' },
    engine: { type: 'string', default: 'both' },
    calls: { type: 'boolean', default: false },
  },
});
const ENGINES = ['postgres', 'embedded', 'both'];

function readNumber(name: 'seed' | 'seeds' | 'minutes' | 'televisions', fallback = 1): number {
  const number = Number(values[name] ?? fallback);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${name} must be a whole number from 1 on, and is "${values[name]}"`);
  process.exit(1);
}

const first = readNumber('seed', 1 + (Math.floor(Date.now() / 1000) % 1_000_000));
const count = readNumber('seeds');
const minutes = readNumber('minutes');
const televisions = readNumber('televisions');
if (!ENGINES.includes(values.engine)) {
  console.error(`--engine must be one of ${ENGINES.join(', ')}, and is "${values.engine}"`);
  process.exit(1);
}
const installed = findPostgres();
if (!installed && values.engine !== 'embedded')
  console.warn('PostgreSQL is not installed (npm run tools:install): only the embedded database is tested.');
const engines = (['postgres', 'embedded'] as const).filter(
  (engine) => (values.engine === 'both' || values.engine === engine) && (engine === 'embedded' || installed),
);

/** How often each call ended in which way. */
function tellCalls({ ledger }: EveningResult): void {
  const counts = new Map<string, number>();
  for (const { call, outcome, code, status } of ledger.entries) {
    const key = `${call}: ${outcome}${code === undefined ? '' : ` ${code} ${status}`}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, number] of [...counts].sort()) console.log(`  ${key}: ${number}`);
  console.log(`  reads: ${ledger.reads}; pieces of video: ${ledger.servings.length}`);
}

function tell(engine: string, { seed, writes, faults, differences, complaints }: EveningResult): void {
  const summary = `${writes.acknowledged} writes acknowledged, ${writes.refused} refused, ${writes.doubtful} unanswered`;
  console.log(`${engine}, seed ${seed}: ${summary}, ${faults.length} faults, ${differences.length} differences`);
  for (const difference of differences) console.log(`  ${difference}`);
  for (const complaint of complaints) console.log(`  log: ${complaint}`);
  if (differences.length === 0) return;
  for (const { atSecond, kind, lastsSeconds, server } of faults)
    console.log(`  second ${atSecond}: ${kind} (server ${server}) for ${lastsSeconds} s`);
  const again = `--seed ${seed} --minutes ${minutes} --televisions ${televisions} --engine ${engine}`;
  console.log(`  again: npm run test:evening -- ${again}`);
}

// Exits normally on a signal, so that the database is stopped.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const failed: string[] = [];
const sum = { acknowledged: 0, refused: 0, doubtful: 0 };
for (const engine of engines) {
  const site = await openSite(engine === 'postgres' ? installed : undefined);
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const result = await liveEvening(site, { seed, minutes, televisions, hasFaults: true });
      tell(engine, result);
      if (values.calls) tellCalls(result);
      for (const outcome of ['acknowledged', 'refused', 'doubtful'] as const) sum[outcome] += result.writes[outcome];
      const lack = lackOfEvidence(result.writes);
      if (lack !== null) console.log(`  says nothing: ${lack}`);
      if (result.differences.length > 0 || lack !== null) failed.push(`${engine} ${seed}`);
    }
  } finally {
    await site.close();
  }
}
const counts = `${sum.acknowledged} writes acknowledged, ${sum.refused} refused, ${sum.doubtful} unanswered`;
console.log(
  `${failed.length === 0 ? 'All ledgers agree with the database' : `Failed: ${failed.join(', ')}`}: ${counts}.`,
);
// Sets without power wait for answers for ever.
process.exit(failed.length === 0 ? 0 : 1);
