import { parseArgs } from 'node:util';
import { NotWholeError } from '../tests/failover/cluster.ts';
import { openLab, type Lab } from '../tests/failover/lab.ts';
import { kindOf } from '../tests/failover/rules.ts';
import { findFailoverTools } from '../tests/failover/tools.ts';

/*
 * `npm run test:failover -- --rounds 20`: the primary of a database cluster is killed, cut off, switched over, frozen and
 * crashed in turn while televisions write, with Patroni's times as the options say. Afterwards every acknowledged write
 * must be there. A round after which Patroni does not bring all machines back is not counted, and the next one has a new
 * cluster. See docs/operations/grow.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    televisions: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    ttl: { type: 'string', default: '8' },
    'loop-wait': { type: 'string', default: '2' },
    'retry-timeout': { type: 'string', default: '3' },
  },
});
const readNumber = (name: Exclude<keyof typeof values, 'seed'>): number => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${name} must be a whole number from 1 on, and is "${values[name]}"`);
  process.exit(1);
};
const [rounds, televisions] = [readNumber('rounds'), readNumber('televisions')];
const times = {
  ttl: readNumber('ttl'),
  loop_wait: readNumber('loop-wait'),
  retry_timeout: readNumber('retry-timeout'),
};

const tools = findFailoverTools();
if ('missing' in tools) {
  console.error(`Not installed: ${tools.missing.join(', ')}. Run "npm run tools:install -- failover".`);
  process.exit(1);
}

// Exits normally on a signal, so that all programs are ended.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

let lab: Lab | undefined;
let [differences, counted, hung] = [0, 0, 0];
const tell = (found: readonly string[]) => {
  differences += found.length;
  for (const difference of found) console.log(`  ${difference}`);
};
const close = async (old: Lab, { keepsLogs }: { keepsLogs: boolean }) => {
  await old.close({ keepsLogs });
  for (const complaint of old.complaints) console.log(`  log: ${complaint}`);
  if (keepsLogs) console.log(`Logs of the database: ${old.logs}`);
};
let isDone = false;
try {
  while (counted < rounds && hung < rounds) {
    lab ??= await openLab(tools, { televisions, seed: values.seed, times });
    const kind = kindOf(counted + hung);
    const name = `round ${counted + hung + 1}`;
    try {
      const result = await lab.liveRound(kind);
      counted += 1;
      console.log(
        `${name}: ${kind} of ${result.from}, then ${result.to}: ${result.secondsWithoutWrites.toFixed(1)} s ` +
          `without writes, whole after ${result.secondsUntilWhole} s more, picture stood still ${result.secondsStalled.toFixed(1)} s, ` +
          `${result.acknowledged} writes acknowledged, ${result.differences.length} differences`,
      );
      tell(result.differences);
    } catch (error) {
      if (!(error instanceof NotWholeError)) throw error;
      hung += 1;
      console.log(`${name}: ${kind}, not counted: ${error.message}. The next round has a new cluster.`);
      await close(lab, { keepsLogs: true });
      lab = undefined;
    }
  }
  console.log('All sets are switched off and come back …');
  if (lab) tell(await lab.end());
  isDone = true;
} finally {
  if (lab) await close(lab, { keepsLogs: !isDone || differences > 0 });
}
console.log(`${counted} rounds counted, ${hung} not.`);
console.log(differences === 0 ? 'No acknowledged write is lost.' : `${differences} differences.`);
// Sets without power wait for answers for ever.
process.exit(differences === 0 && counted === rounds ? 0 : 1);
