import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Learnt } from './learn.ts';

/** The histories of the profiles of one account, as numbers of titles. */
export type AccountHistory = readonly (readonly number[])[];

export interface LearntOutcome {
  /** Profiles with each title, by its number. */
  profiles: Uint32Array;
  learnt: Learnt;
}

/** Counts what is watched together and learns from it. */
export interface Learner {
  add(accounts: readonly AccountHistory[]): Promise<void>;
  learn(): Promise<LearntOutcome>;
  /** Ends it, also in the middle of its work. */
  stop(): void;
}

/** @param size the number of titles. */
export type StartLearner = (size: number) => Learner;

/** Kept end of what the program writes, in characters. */
const KEPT_LOG = 2_000;

/** From the worker to the program, in this order. */
export type ToProgram =
  { kind: 'begin'; size: number } | { kind: 'accounts'; accounts: readonly AccountHistory[] } | { kind: 'learn' };

/**
 * Learns in a process of its own: the event loop of the worker stays free for minutes of arithmetic, the process has the
 * lowest priority, and its memory goes with it.
 *
 * @param program the file of `learner-program.ts`, or its build.
 */
export const createStartLearner =
  (program: string): StartLearner =>
  (size) => {
    const child = fork(program, [], {
      env: {},
      // The parent may understand TypeScript by other means.
      execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-KEPT_LOG);
    });
    const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
      throw new Error(`The program that learns from histories ended: ${String(signal ?? code)}. ${log}`.trim());
    });
    // Avoids an unhandled rejection: the race below reports it.
    ended.catch(() => undefined);
    const send = (message: ToProgram) =>
      Promise.race([
        // What cannot be sent any longer goes to a program that has ended: its end says why.
        new Promise<void>((sent, failed) => child.send(message, (error) => (error ? ended.catch(failed) : sent()))),
        ended,
      ]);
    const begun = send({ kind: 'begin', size });
    begun.catch(() => undefined);
    return {
      async add(accounts) {
        await begun;
        await send({ kind: 'accounts', accounts });
      },
      async learn() {
        await begun;
        const answer = once(child, 'message') as Promise<[LearntOutcome]>;
        await send({ kind: 'learn' });
        const [outcome] = await Promise.race([answer, ended]);
        return outcome;
      },
      stop: () => void child.kill('SIGKILL'),
    };
  };
