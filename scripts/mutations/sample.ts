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

const topicsOfTests = new Map(serverTests.map((test) => [test, topicsOf([test])]));

/** The rarer a shared topic, the better a test fits. */
function fitOf(test: string, area: string, topics: ReadonlySet<string>): number {
  const isNamedAfter = test.includes(`/${area.replace(/^server\//, '').replace(/s$/, '')}`) ? 1 : 0;
  const shared = [...topicsOfTests.get(test)!].filter((topic) => topics.has(topic));
  const weightOf = (topic: string) => 1 / serverTests.filter((other) => topicsOfTests.get(other)!.has(topic)).length;
  return isNamedAfter + shared.reduce((sum, topic) => sum + weightOf(topic), 0);
}

function fittingTests(path: string): string[] {
  const area = areaOf(path);
  const topics = topicsOf(filesIn(dirname(path)));
  const fit = new Map(serverTests.map((test) => [test, fitOf(test, area, topics)]));
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
