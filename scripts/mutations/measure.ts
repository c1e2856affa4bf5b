import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { instrument, type Mutant } from './instrument.ts';
import { addLine, FOLDER, hashOf, logPath, readLog, writeWhole, type Said } from './log.ts';
import type { Module } from './modules.ts';
import type { Plan, PlannedSource } from './plan.ts';
import { importsOf } from './reach.ts';

/** A part of the sources for one run of Vitest: long enough to start it seldom, short enough for two runs to end together. */
const PART_SIZE = 30_000;
/** Looks at the logs of a run that often, in ms. Looks are counted, and no time: the machine may sleep. */
const LOOK_EVERY_MS = 2000;
/** An attempt that takes longer never ends. */
const HUNG_AFTER_LOOKS = 90;
/** Vitest starts, and runs the tests of a file without a mutant. */
const STARTS_WITHIN_LOOKS = 300;

export type Outcome = 'noticed' | 'survived' | 'untested' | 'unmeasured';

export interface Measured extends Mutant {
  readonly outcome: Outcome;
}

export interface Options {
  /** How many runs of Vitest at the same time. */
  readonly jobs: number;
  readonly tell: (line: string) => void;
}

const read = (path: string) => readFileSync(path, 'utf8');
const testHashes = new Map<string, string | undefined>();
const testHash = (test: string) => {
  if (!testHashes.has(test)) testHashes.set(test, existsSync(test) ? hashOf(read(test)) : undefined);
  return testHashes.get(test);
};

export const readTexts = (paths: readonly string[]) => paths.map((path) => ({ path, text: read(path) }));

/** Some of the mutants of a file; ids differ from run to run. */
export function isChosenBy(mutants: readonly Mutant[]): (mutant: Mutant) => boolean {
  const keys = new Set(mutants.map(({ path, name }) => `${path} ${name}`));
  return ({ path, name }) => keys.has(`${path} ${name}`);
}

/** A share of the mutants, the same ones each time. */
export const isInShare =
  (share: number) =>
  ({ path, name }: Mutant) =>
    Number.parseInt(hashOf(`${path} ${name}`).slice(0, 8), 16) < share * 2 ** 32;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly log: string;
  readonly mutants: readonly Mutant[];
  readonly tests: readonly string[];
}

async function readSources(module: Module, paths: readonly string[]): Promise<Source[]> {
  const texts = readTexts(paths);
  const { codes, mutants } = await instrument(texts);
  return texts.map(({ path, text }) => ({
    path,
    text,
    code: codes.get(path)!,
    log: logPath(module.name, path),
    mutants: mutants.filter((mutant) => mutant.path === path && (module.isChosen?.(mutant) ?? true)),
    tests: module.testsOf(path),
  }));
}

const saidOf = ({ log, text }: Source) => readLog(log, text, testHash) ?? new Map<string, Said>();

const isNoticed = (said: ReadonlyMap<string, Said>, { name }: Mutant) =>
  [...said.values()].some(({ verdicts }) => ['noticed', 'hung'].includes(verdicts.get(name) ?? ''));

/** The tests that can still say something about a source. */
function openTests({ tests }: Source, said: ReadonlyMap<string, Said>, left: readonly Mutant[]): string[] {
  return tests.filter((test) => {
    const of = said.get(test);
    if (!of?.hasEnded) return true;
    return !of.isUnusable && left.some(({ name }) => of.covers.includes(name) && !of.verdicts.has(name));
  });
}

function planSource(source: Source): PlannedSource {
  const said = saidOf(source);
  const left = source.mutants.filter((mutant) => !isNoticed(said, mutant));
  const open = left.length === 0 ? [] : openTests(source, said, left);
  const quietOf = (test: string) =>
    [...(said.get(test)?.verdicts ?? [])].filter(([, verdict]) => verdict === 'quiet').map(([name]) => name);
  return {
    path: source.path,
    code: source.code,
    log: source.log,
    names: Object.fromEntries(left.map(({ id, name }) => [id, name])),
    tests: Object.fromEntries(open.map((test) => [test, { hash: testHash(test)!, quiet: quietOf(test) }])),
  };
}

function planOf(sources: readonly Source[]): Plan {
  const planned = sources.map(planSource);
  const paths = new Set(sources.map(({ path }) => path));
  const open = new Set(planned.flatMap(({ tests }) => Object.keys(tests)));
  const imported = (test: string) => importsOf(test).files.filter((file) => paths.has(file)).length;
  const tests = [...open].sort((one, other) => imported(other) - imported(one));
  return { root: process.cwd(), tests, sources: planned };
}

const running = new Set<() => void>();
let isStopped = false;

/** Ends the runs: the next command continues them. */
export function stop(): void {
  isStopped = true;
  running.forEach((end) => end());
}

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

/** Ends Vitest when it writes nothing for too long. */
async function runVitest(name: string, plan: Plan): Promise<void> {
  const path = join(FOLDER, 'running', `${name}.json`);
  writeWhole(path, JSON.stringify(plan));
  const output = openSync(join(FOLDER, 'running', `${name}.log`), 'w');
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutations/vitest.config.ts'],
    // Its workers are ended with it.
    { stdio: ['ignore', output, output], detached: true, env: { ...process.env, MUTATION_PLAN: path } },
  );
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It ended itself.
    }
  };
  running.add(end);
  const written = () => plan.sources.reduce((sum, { log }) => sum + sizeOf(log), 0);
  let size = written();
  let looks = 0;
  const watch = setInterval(() => {
    const now = written();
    looks = now === size ? looks + 1 : 0;
    size = now;
    if (looks < HUNG_AFTER_LOOKS) return;
    const isTrying = plan.sources.some(({ log }) => /\{"trying"[^\n]*\n$/.test(read(log)));
    if (isTrying || looks >= STARTS_WITHIN_LOOKS) end();
  }, LOOK_EVERY_MS);
  await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  end();
  running.delete(end);
  closeSync(output);
}

/** What the last run was trying when it ended, without having been stopped, never ends or ends the process. */
function noteHung(source: Source): void {
  for (const [test, { trying }] of saidOf(source)) {
    if (trying === undefined) continue;
    addLine(source.log, { test, hash: testHash(test)! });
    addLine(source.log, { mutant: trying, verdict: 'hung' });
  }
}

async function measurePart(name: string, sources: readonly Source[]): Promise<boolean> {
  for (const { log, text } of sources)
    if (!readLog(log, text, testHash)) writeWhole(log, `${JSON.stringify({ source: hashOf(text) })}\n`);
  const written = () => sources.reduce((sum, { log }) => sum + sizeOf(log), 0);
  while (!isStopped) {
    const plan = planOf(sources);
    if (plan.tests.length === 0) return true;
    const before = written();
    await runVitest(name, plan);
    if (isStopped) return true;
    if (written() === before) return false;
    sources.forEach(noteHung);
  }
  return true;
}

/** Parts of about the same size, in the order of the paths. */
function partsOf(sources: readonly Source[]): Source[][] {
  const parts: Source[][] = [];
  let size = PART_SIZE;
  for (const source of sources) {
    if (size + source.text.length > PART_SIZE) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(source);
    size += source.text.length;
  }
  return parts;
}

/** Tries what changed since the last time: sources, or tests of what no test noticed. */
export async function measure(module: Module, paths: readonly string[], { jobs, tell }: Options): Promise<void> {
  const sources = (await readSources(module, paths)).filter(({ mutants }) => mutants.length > 0);
  const parts = partsOf(sources.filter((source) => Object.keys(planSource(source).tests).length > 0));
  let done = 0;
  const work = async () => {
    for (let part = parts.shift(); part && !isStopped; part = parts.shift()) {
      // Ids count from zero in each part.
      const fresh = await readSources(
        module,
        part.map(({ path }) => path),
      );
      const began = Date.now();
      const name = `${module.name}-${(done += 1)}`;
      const hasRun = await measurePart(name, fresh);
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      if (!hasRun) process.exitCode = 1;
      if (!isStopped)
        tell(
          `${fresh.map(({ path }) => path).join(', ')}: ${hasRun ? `${seconds} s` : `failed, see ${FOLDER}/running/${name}.log`}`,
        );
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

export const forget = (module: Module, paths: readonly string[]): void =>
  paths.forEach((path) => rmSync(logPath(module.name, path), { force: true }));

/** What is known about the mutants of a module. */
export async function outcomesOf(module: Module): Promise<Measured[]> {
  const sources = await readSources(module, module.files);
  return sources.flatMap((source) => {
    const said = saidOf(source);
    const left = source.mutants.filter((mutant) => !isNoticed(said, mutant));
    const isMeasured = openTests(source, said, left).length === 0;
    const covered = new Set([...said.values()].flatMap(({ covers }) => covers));
    return source.mutants.map((mutant): Measured => {
      if (isNoticed(said, mutant)) return { ...mutant, outcome: 'noticed' };
      if (!isMeasured) return { ...mutant, outcome: 'unmeasured' };
      return { ...mutant, outcome: covered.has(mutant.name) ? 'survived' : 'untested' };
    });
  });
}
