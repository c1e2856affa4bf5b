import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more, the longest first. A long file that starts last leaves the other workers idle,
 * and a fresh checkout has no durations of earlier runs to sort by.
 */
const LONG = [
  'engines/story.test.ts',
  'server/process.test.ts',
  'server/durability.test.ts',
  'server/postgres/roles.test.ts',
  'server/commands.test.ts',
  'server/title-commands.test.ts',
  'app/there-and-back.test.tsx',
  'certification/samsung.test.tsx',
  'app/way-in.test.tsx',
  'server/migrations.test.ts',
  'server/limits.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const index = LONG.findIndex((path) => moduleId.endsWith(`tests/${path}`));
  return index === -1 ? LONG.length : index;
};

/** Starts the long test files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
