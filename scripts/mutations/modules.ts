import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './instrument.ts';
import { importsOf, reachOf } from './reach.ts';

/** Sources that are measured together, and reach the target together. */
export interface Module {
  readonly name: string;
  readonly files: readonly string[];
  /** The tests that may notice a mutant of a file. */
  readonly testsOf: (path: string) => readonly string[];
  /** Whether a mutant is tried; by default each. */
  readonly isChosen?: ((mutant: Mutant) => boolean) | undefined;
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort();

/** Tests of screens that start no server. */
const needsNoServer = (test: string) =>
  ![...reachOf(test)].some((file) => /^tests\/support\/(app\/app\.tsx|server\/server)/.test(file));

const unitTests = filesIn('tests/unit').filter((file) => /\.test\.tsx?$/.test(file));
const tests = [
  ...unitTests,
  ...filesIn('tests/app').filter((file) => file.endsWith('.test.tsx') && needsNoServer(file)),
];

/** A test measures what it imports itself, and its own folder: others would take long, and notice by chance. */
function moduleOf(name: string, files: readonly string[], testFolder: string): Module {
  const own = new Set(files);
  const importsOne = (test: string) => importsOf(test).files.some((file) => own.has(file));
  const chosen = tests.filter((test) => test.startsWith(`${testFolder}/`) || importsOne(test));
  return { name, files, testsOf: (path) => chosen.filter((test) => reachOf(test).has(path)) };
}

const NEEDS_SERVER = /^(kysely|pg|fastify.*|@tus\/.*)$/;
const isFreeOfServer = (file: string) =>
  [...reachOf(file)].every(
    (reached) => !/\/([a-z-]+-)?store\.ts$|\/routes\.ts$/.test(reached) && !needsPackage(reached),
  );
const needsPackage = (file: string) => importsOf(file).packages.some((name) => NEEDS_SERVER.test(name));

/**
 * The rules of the server: modules of `server/` that a unit test imports itself and that reach neither a store nor a
 * package of the database or of HTTP; with the parts in their own folder that they are split into.
 */
function serverRules(): string[] {
  const imported = new Set(unitTests.flatMap((test) => importsOf(test).files));
  const rules = [...imported].filter((file) => file.startsWith('server/') && isFreeOfServer(file));
  const parts = rules.flatMap((rule) => {
    const isBeside = (file: string) => dirname(file) === dirname(rule);
    return [...reachOf(rule, isBeside)].filter(isBeside);
  });
  return [...new Set([...rules, ...parts])].sort();
}

export const SERVER_RULES: readonly string[] = serverRules();

export const MODULES: readonly Module[] = [
  moduleOf('focus', filesIn('src/focus'), 'tests/unit/focus'),
  moduleOf('platform', filesIn('platform'), 'tests/unit/platform'),
  moduleOf('contract', filesIn('contract'), 'tests/unit/contract'),
  moduleOf(
    'console-editing',
    filesIn('console/editing').filter((file) => file.endsWith('.ts')),
    'tests/unit/console',
  ),
  moduleOf('player', filesIn('src/player'), 'tests/unit/player'),
  moduleOf('server-rules', SERVER_RULES, 'tests/unit/server'),
];
