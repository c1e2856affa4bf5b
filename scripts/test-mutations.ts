import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { staleEntries } from './mutations/equivalent.ts';
import { FOLDER, writeWhole } from './mutations/log.ts';
import { forget, isInShare, measure, outcomesOf, stop } from './mutations/measure.ts';
import { MODULES, type Module } from './mutations/modules.ts';
import { pageOf, summaryOf } from './mutations/page.ts';
import { sampleOf } from './mutations/sample.ts';

/*
 * `npm run test:mutations [-- <module or file> ...]`: changes the sources in small ways, and lists the changes that no
 * test notices (CONTRIBUTING.md, "Mutations"). `-- sample --seed 7` does so with some changes of the server's areas.
 * Results stay in artifacts/mutations: the next command continues an aborted run from there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '2' },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '150' },
    /** Only the pages, of what is known. */
    pages: { type: 'boolean', default: false },
    /** Without what is known. */
    afresh: { type: 'boolean', default: false },
  },
});

function readNumber(name: 'jobs' | 'share' | 'seed' | 'count'): number {
  const number = Number(values[name]);
  if (number > 0 && (name === 'share' ? number <= 1 : Number.isInteger(number))) return number;
  console.error(`--${name} is "${values[name]}"`);
  process.exit(1);
}

interface Chosen {
  readonly module: Module;
  /** Those to measure now. */
  readonly files: readonly string[];
}

async function choose(): Promise<Chosen[]> {
  if (positionals[0] === 'sample') {
    const module = await sampleOf(readNumber('seed'), readNumber('count'));
    return [{ module, files: module.files }];
  }
  const known = new Set(MODULES.flatMap(({ name, files }) => [name, ...files]));
  const unknown = positionals.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const names = MODULES.map(({ name }) => name).join(', ');
    console.error(`Unknown: ${unknown.join(', ')}. Choose files, or from ${names}, sample.`);
    process.exit(1);
  }
  const share = readNumber('share');
  return MODULES.map((module) => {
    const isWhole = positionals.length === 0 || positionals.includes(module.name);
    return {
      module: share < 1 ? { ...module, isChosen: isInShare(share) } : module,
      files: isWhole ? module.files : module.files.filter((file) => positionals.includes(file)),
    };
  }).filter(({ files }) => files.length > 0);
}

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
    stop();
  });

const share = readNumber('share');
const summaries: string[] = [];
for (const { module, files } of await choose()) {
  if (isStopped) break;
  if (values.afresh) forget(module, files);
  if (!values.pages) await measure(module, files, { jobs: readNumber('jobs'), tell: (line) => console.log(line) });
  const mutants = await outcomesOf(module);
  const page = join(FOLDER, `${module.name}.md`);
  writeWhole(page, pageOf(module.name, mutants, share < 1 ? `A sample: ${100 * share} % of the mutants.` : ''));
  for (const { path, original, replacement } of module.isChosen ? [] : staleEntries(module.files, mutants))
    console.warn(`equivalent.ts: ${path} has no mutant "${original}" -> "${replacement}" like that any more.`);
  summaries.push(`${summaryOf(module.name, mutants)}, ${page}`);
}
console.log(`\n${summaries.join('\n')}`);
if (isStopped) process.exitCode = 1;
