import { setPriority } from 'node:os';
import { learn } from './learn.ts';
import type { LearntOutcome, ToProgram } from './learner.ts';
import { addAccount, createWatchedTogether, type WatchedTogether } from './watched-together.ts';

/*
 * Counts what is watched together and learns from it, in a process of its own (`learner.ts`).
 */

/** Lowest priority. */
const NICENESS = 19;

let together: WatchedTogether | undefined;

process.on('message', (message: ToProgram) => {
  if (message.kind === 'begin') together = createWatchedTogether(message.size);
  else if (!together) throw new Error('not begun');
  else if (message.kind === 'accounts') for (const profiles of message.accounts) addAccount(together, profiles);
  else {
    const { profiles } = together;
    const outcome: LearntOutcome = { profiles, learnt: learn(together) };
    process.send!(outcome, () => process.exit());
  }
});
// The worker ended, perhaps killed: another worker starts a new program.
process.on('disconnect', () => process.exit(1));
setPriority(NICENESS);
