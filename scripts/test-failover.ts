import { parseArgs } from 'node:util';
import { openLab } from '../tests/failover/lab.ts';
import { kindOf } from '../tests/failover/rules.ts';
import { findFailoverTools } from '../tests/failover/tools.ts';

/*
 * `npm run test:failover -- --rounds 20`: the primary of a database cluster is killed, cut off, switched over and frozen
 * in turn while televisions write. Afterwards every acknowledged write must be there. See docs/operations.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    televisions: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});
const readNumber = (name: 'rounds' | 'televisions'): number => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${name} must be a whole number from 1 on, and is "${values[name]}"`);
  process.exit(1);
};
const [rounds, televisions] = [readNumber('rounds'), readNumber('televisions')];

const tools = findFailoverTools();
if ('missing' in tools) {
  console.error(`Not installed: ${tools.missing.join(', ')}. Run "npm run tools:install -- failover".`);
  process.exit(1);
}

// Exits normally on a signal, so that all programs are ended.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const lab = await openLab(tools, televisions, values.seed);
let differences = 0;
let isDone = false;
const tell = (found: readonly string[]) => {
  differences += found.length;
  for (const difference of found) console.log(`  ${difference}`);
};
try {
  for (let round = 0; round < rounds; round += 1) {
    const result = await lab.liveRound(kindOf(round));
    console.log(
      `round ${round + 1}: ${result.kind} of ${result.from}, then ${result.to}: ${result.secondsWithoutWrites.toFixed(1)} s ` +
        `without writes, whole after ${result.secondsUntilWhole} s more, picture stood still ${result.secondsStalled.toFixed(1)} s, ` +
        `${result.acknowledged} writes acknowledged, ${result.differences.length} differences`,
    );
    tell(result.differences);
  }
  console.log('All sets are switched off and come back …');
  tell(await lab.end());
  isDone = true;
} finally {
  await lab.close({ keepsLogs: !isDone || differences > 0 });
  for (const complaint of lab.complaints) console.log(`  log: ${complaint}`);
  if (!isDone || differences > 0) console.log(`Logs of the database: ${lab.logs}`);
}
console.log(differences === 0 ? 'No acknowledged write is lost.' : `${differences} differences.`);
// Sets without power wait for answers for ever.
process.exit(differences === 0 ? 0 : 1);
