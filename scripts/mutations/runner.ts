import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { startTests } from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';
import { TestRunner, vi, type RunnerTestCase, type RunnerTestFile, type TestRunnerConfig } from 'vitest';
import { addLine } from './log.ts';
import type { Plan, PlannedSource } from './plan.ts';

/*
 * A runner of Vitest. It runs each test file as usual, and sees which tests come to which mutants. Then it runs those tests
 * again and again in the same worker, each time with one of these mutants. A worker for each mutant would take a hundred
 * times as long.
 */

/** What Stryker's code in the sources reads and writes. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** What survives from one test file to the next in one worker. */
interface Memory {
  plan?: Plan;
  readonly noticed: Set<string>;
  /** Evaluated while a module loads. */
  readonly static: Set<string>;
}

const globals = globalThis as typeof globalThis & { __stryker__?: Stryker; __mutations__?: Memory };
const stryker = (globals.__stryker__ ??= {});
const memory = (globals.__mutations__ ??= { noticed: new Set(), static: new Set() });
const plan = (memory.plan ??= JSON.parse(readFileSync(process.env['MUTATION_PLAN']!, 'utf8')) as Plan);

/** In place of a test: the hooks of a file, and runs with a mutant. */
const HOOKS = 'hooks';
const REPEATED = 'repeated';

/** More hits than that are an endless loop. */
const HIT_FACTOR = 100;
const LEAST_HITS = 1000;

const realSetTimeout = globalThis.setTimeout;
/** Lets rejections without a handler arrive. */
const turn = () => new Promise<void>((resolve) => realSetTimeout(resolve, 0));

let rejections = 0;
process.on('unhandledRejection', () => (rejections += 1));
process.on('uncaughtException', () => (rejections += 1));

/** A module that Vitest evaluated. */
interface Evaluated {
  promise?: unknown;
  exports?: unknown;
  evaluated?: boolean;
  readonly importers: Set<string>;
}
interface Inner {
  moduleRunner: unknown;
  _otel: unknown;
  workerState: {
    readonly evaluatedModules: {
      readonly idToModuleMap: Map<string, Evaluated>;
      readonly fileToModulesMap: Map<string, Set<Evaluated>>;
    };
  };
}
const innerOf = (runner: TestRunner) => runner as unknown as Inner;

const forget = (module: Evaluated) => {
  module.promise = undefined;
  module.exports = undefined;
  module.evaluated = false;
  module.importers.clear();
};

/** The next import evaluates every module of ours again. */
function forgetModules(runner: TestRunner): void {
  for (const [id, module] of innerOf(runner).workerState.evaluatedModules.idToModuleMap)
    if (!/\/node_modules\/|scripts\/mutations\//.test(id)) forget(module);
}

function tidyUp(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof document !== 'undefined') document.body.innerHTML = '';
}

type Ran = 'passed' | 'failed' | 'timed out';

/** Runs tests again, silently, up to the first that fails. */
class Repetition extends TestRunner {
  hasFailed = false;
  hasTimedOut = false;

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test as never);
    if (test.result?.state !== 'fail') return;
    this.hasFailed = true;
    this.hasTimedOut = test.result.errors?.some(({ message }) => message.includes('timed out')) ?? false;
    super.cancel('test-failure');
  }
}

export default class MutationRunner extends TestRunner {
  readonly #config: TestRunnerConfig;
  #longestMs = 0;
  /** The tests of this file that pass without a mutant; undefined for all. */
  #passing: readonly string[] | undefined;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    this.#config = config as TestRunnerConfig;
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file as never);
    stryker.activeMutant = undefined;
    stryker.hitCount = undefined;
    stryker.currentTestId = undefined;
    this.#longestMs = 0;
  }

  onBeforeRunFiles(): void {
    stryker.currentTestId = HOOKS;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test as never);
    stryker.currentTestId = test.id;
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test as never);
    this.#longestMs = Math.max(this.#longestMs, test.result?.duration ?? 0);
    stryker.currentTestId = HOOKS;
  }

  override onAfterRunFiles(files?: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles();
    return this.#tryMutants(files![0]!);
  }

  async #tryMutants(file: RunnerTestFile): Promise<void> {
    const test = relative(plan.root, file.filepath);
    const sources = plan.sources.filter(({ tests }) => tests[test] !== undefined);
    const all = getTests(file);
    const passing = all.filter(({ result }) => result?.state !== 'fail').map(({ id }) => id);
    // Sources that count what runs are slow: tests about time may fail, and say nothing.
    this.#passing = passing.length > 0 && passing.length < all.length ? passing : undefined;
    const covered = this.#readCoverage();
    for (const { log, tests, names } of sources) {
      addLine(log, { test, hash: tests[test]!.hash });
      const ids = Object.keys(names).filter((id) => covered.has(id) || memory.static.has(id));
      addLine(log, { covers: ids.map((id) => names[id]!) });
    }

    const hasPassed = file.result?.state !== 'fail' || this.#passing !== undefined;
    let isUsable = hasPassed && (await this.#passes(file));
    if (!isUsable) {
      forgetModules(this);
      isUsable = hasPassed && (await this.#passes(file));
    }
    for (const source of sources) {
      if (!isUsable) addLine(source.log, { unusable: test });
      else for (const attempt of attemptsOf(source, test, covered)) await this.#try(file, source, attempt);
    }
    if (isUsable) for (const { log } of sources) addLine(log, { end: test });
  }

  /** Which tests of this file come to which mutant. */
  #readCoverage(): Map<string, { testIds: string[]; hits: number }> {
    const { static: loaded = {}, perTest = {} } = stryker.mutantCoverage ?? {};
    Object.keys(loaded).forEach((id) => memory.static.add(id));
    const covered = new Map<string, { testIds: string[]; hits: number }>();
    for (const [testId, hits] of Object.entries(perTest)) {
      delete perTest[testId];
      if (testId === REPEATED || (this.#passing && testId !== HOOKS && !this.#passing.includes(testId))) continue;
      for (const [id, count] of Object.entries(hits)) {
        const known = covered.get(id) ?? { testIds: [], hits: 0 };
        known.testIds.push(testId);
        known.hits += count;
        covered.set(id, known);
      }
    }
    return covered;
  }

  async #passes(file: RunnerTestFile, testIds?: readonly string[]): Promise<boolean> {
    return (await this.#repeat(file, testIds)) === 'passed';
  }

  /** @param testIds - The tests to run; by default, and for the hooks, the whole file. */
  async #repeat(file: RunnerTestFile, testIds: readonly string[] = [HOOKS]): Promise<Ran> {
    const timeoutMs = Math.min(this.#config.testTimeout, 2000 + 10 * this.#longestMs);
    const repetition = new Repetition({ ...this.#config, testTimeout: timeoutMs, hookTimeout: timeoutMs } as never);
    const inner = innerOf(repetition);
    Object.defineProperty(repetition, 'moduleRunner', { value: innerOf(this).moduleRunner });
    inner._otel = innerOf(this)._otel;
    const { fileToModulesMap } = inner.workerState.evaluatedModules;
    fileToModulesMap.get(file.filepath)?.forEach(forget);
    stryker.currentTestId = REPEATED;
    const before = rejections;
    const asked = testIds.includes(HOOKS) ? this.#passing : testIds;
    const some = asked ? { testIds: [...asked] } : {};
    const [result] = await startTests([{ filepath: file.filepath, ...some } as never], repetition as never);
    await turn();
    if (repetition.hasTimedOut) return 'timed out';
    return repetition.hasFailed || result?.result?.state === 'fail' || rejections > before ? 'failed' : 'passed';
  }

  async #try(file: RunnerTestFile, { log, names }: PlannedSource, { id, testIds, hits, isStatic }: Attempt) {
    const mutant = names[id]!;
    addLine(log, { trying: mutant });
    const attempt = async () => {
      if (isStatic) forgetModules(this);
      stryker.activeMutant = id;
      stryker.hitCount = 0;
      stryker.hitLimit = Math.max(LEAST_HITS, hits * HIT_FACTOR);
      const ran = await this.#repeat(file, testIds);
      stryker.activeMutant = undefined;
      stryker.hitCount = undefined;
      if (isStatic) forgetModules(this);
      return ran;
    };
    let ran = await attempt();
    // The machine may have been busy, or asleep.
    if (ran === 'timed out') ran = await attempt();
    // A failed test may leave something behind that fails the next ones.
    if (ran !== 'passed' && !(await this.#passes(file, testIds))) {
      tidyUp();
      forgetModules(this);
      // Nothing helps: the command starts another worker, which continues with the next mutant.
      if (!(await this.#passes(file, testIds))) {
        addLine(log, { mutant, verdict: 'noticed' });
        process.kill(process.pid, 'SIGKILL');
      }
      ran = await attempt();
      tidyUp();
    }
    if (ran !== 'passed') memory.noticed.add(id);
    addLine(log, { mutant, verdict: ran === 'passed' ? 'quiet' : 'noticed' });
  }
}

interface Attempt {
  readonly id: string;
  readonly testIds: readonly string[];
  readonly hits: number;
  /** Evaluated while a module loads: all modules load again for it. */
  readonly isStatic: boolean;
}

function attemptsOf(
  { names, tests }: PlannedSource,
  test: string,
  covered: ReadonlyMap<string, { readonly testIds: readonly string[]; readonly hits: number }>,
): Attempt[] {
  const quiet = new Set(tests[test]!.quiet);
  const left = Object.keys(names).filter((id) => !memory.noticed.has(id) && !quiet.has(names[id]!));
  const inTests = left.flatMap((id): Attempt[] => {
    const { testIds, hits } = covered.get(id) ?? { testIds: [], hits: 0 };
    const isStatic = memory.static.has(id);
    return testIds.length > 0 && !isStatic ? [{ id, testIds, hits, isStatic }] : [];
  });
  const atLoad = left
    .filter((id) => memory.static.has(id))
    .map((id) => ({ id, testIds: [HOOKS], hits: 0, isStatic: true }));
  return [...inTests, ...atLoad];
}
