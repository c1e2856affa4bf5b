import { explain } from './with-operate.ts';
import { HelpAsked, UsageError } from './words.ts';

/** Exit codes of all commands: 0 done, 1 refused or failed, 2 these words are no command. */
export function runCommand(
  main: () => void | Promise<void>,
  explainFailure: (error: unknown) => string = explain,
): void {
  // A reader such as `head` may close the pipe: no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      if (error instanceof HelpAsked) return console.log(error.usage);
      console.error(error instanceof UsageError ? error.message : explainFailure(error));
      process.exitCode = error instanceof UsageError ? 2 : 1;
    });
}
