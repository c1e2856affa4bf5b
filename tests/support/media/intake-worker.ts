import { createRunInChild } from '#server/intake/run-in-child.ts';

/*
 * A worker that works on one video, in a process that a test may kill:
 *
 *     intake-worker.ts PROGRAM SOURCE FOLDER
 *
 * Prints each step as it begins, and `done`.
 */
const [program = '', source = '', folder = ''] = process.argv.slice(2);
await createRunInChild(
  program,
  {},
)({
  source,
  folder,
  signal: new AbortController().signal,
  onStep: (step) => process.stdout.write(`${step}\n`),
  onProgress: () => undefined,
  onNotice: () => undefined,
});
process.stdout.write('done\n');
