import { dirname } from 'node:path';
import { instrument, type Mutant } from './instrument.ts';
import { hashOf } from './log.ts';
import { isChosenBy, readTexts } from './measure.ts';
import { filesIn, SERVER_RULES, type Module } from './modules.ts';
import { importsOf, reachOf } from './reach.ts';

/** A mutant is tried with this many test files at most. */
const FITTING_TESTS = 8;

/** A file can be measured when its server runs in its own process, and on the embedded database. */
const serverTests = filesIn('tests/server').filter(
  (file) =>
    /^tests\/server\/[^/]+\/[^/]+\.test\.ts$/.test(file) && reachOf(file).has('tests/support/server/server-fixture.ts'),
);

/** The folder of an area, `server/home` of `server/home/rows/new.ts`. */
const areaOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** What an area, or a test, says about itself by its imports: modules of the contract, and areas of the server. */
const topicsOf = (paths: readonly string[]) =>
  new Set(
    paths
      .flatMap((path) => [path, ...importsOf(path).files])
      .flatMap((path) => (path.startsWith('contract/') ? [path] : path.startsWith('server/') ? [areaOf(path)] : [])),
  );

/** Words of a path without their plural: a test is named after what it tests. */
const wordsOf = (path: string) =>
  new Set(
    path
      .replace(/^(?:tests\/)?server\//, '')
      .replace(/(?:\.test)?\.ts$/, '')
      .split(/[/-]/)
      .map((word) => word.replace(/s$/, '')),
  );

const sharedBy = (of: (test: string) => ReadonlySet<string>) => {
  const known = new Map(serverTests.map((test) => [test, of(test)]));
  const count = new Map<string, number>();
  for (const each of [...known.values()].flatMap((some) => [...some])) count.set(each, (count.get(each) ?? 0) + 1);
  /** The rarer what is shared, the better a test fits. */
  return (test: string, wanted: ReadonlySet<string>) =>
    [...known.get(test)!].filter((each) => wanted.has(each)).reduce((sum, each) => sum + 1 / count.get(each)!, 0);
};
const sharedTopics = sharedBy((test) => topicsOf([test]));
const sharedWords = sharedBy(wordsOf);

function fittingTests(path: string): string[] {
  const [topics, words] = [topicsOf(filesIn(dirname(path))), wordsOf(path)];
  const fit = new Map(serverTests.map((test) => [test, sharedTopics(test, topics) + 2 * sharedWords(test, words)]));
  return [...serverTests].sort((one, other) => fit.get(other)! - fit.get(one)!).slice(0, FITTING_TESTS);
}

/** Some mutants of the server's areas, chosen by the seed, as a module; the same seed chooses the same ones. */
export async function sampleOf(seed: number, count: number): Promise<Module> {
  const rules = new Set(SERVER_RULES);
  const files = filesIn('server').filter((path) => !rules.has(path) && !path.startsWith('server/db/migrations/'));
  const { mutants } = await instrument(readTexts(files));
  const placeOf = ({ path, name }: Mutant) => hashOf(`${seed} ${path} ${name}`);
  const chosen = mutants
    .map((mutant) => ({ mutant, place: placeOf(mutant) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const paths = [...new Set(chosen.map(({ path }) => path))].sort();
  return {
    name: `sample-${seed}`,
    files: paths,
    testsOf: fittingTests,
    isChosen: isChosenBy(chosen),
  };
}
