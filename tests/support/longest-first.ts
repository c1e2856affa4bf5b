import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * One project after another: a worker that changes the project starts again, and loads all sources again. First the one
 * with a single long file, which leaves the other workers to the rest; last the one with the shortest files, which end
 * together on all workers.
 */
const PROJECTS = ['engines', 'server', 'server-postgres', 'server-turns', 'certification', 'app', 'unit'];

/**
 * Files that take long, the longest first. A long file that starts last leaves the other workers idle, and a fresh
 * checkout has no durations of earlier runs to sort by.
 */
const LONG = [
  'server/start/process.test.ts',
  'server/start/backup.test.ts',
  'server/postgres/roles.test.ts',
  'server/postgres/evening.test.ts',
  'server/db/durability.test.ts',
  'server/intake/intake-steps.test.ts',
  'server/start/commands.test.ts',
  'server/catalogue/title-commands.test.ts',
  'certification/samsung.test.tsx',
  'app/focus/there-and-back.test.tsx',
  'app/account/way-in.test.tsx',
  'app/title.test.tsx',
  'server/db/migrations.test.ts',
  'server/accounts/limits.test.ts',
  'demo/tests/shipped.test.ts',
  'demo/tests/art.test.ts',
];

const rankIn = (list: readonly string[], isIt: (one: string) => boolean): number => {
  const index = list.findIndex(isIt);
  return index === -1 ? list.length : index;
};
const projectRankOf = ({ project }: TestSpecification) => rankIn(PROJECTS, (name) => name === project.name);
const fileRankOf = ({ moduleId }: TestSpecification) =>
  rankIn(LONG, (path) => moduleId.endsWith(path.startsWith('demo/') ? `/${path}` : `/tests/${path}`));

/** Starts the projects in their order, and in each of them the long files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort(
      (one, other) => projectRankOf(one) - projectRankOf(other) || fileRankOf(one) - fileRankOf(other),
    );
  }
}
