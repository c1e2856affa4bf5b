import { fork, type ChildProcess } from 'node:child_process';
import { failureOf } from './intake-error.ts';
import { type Begin, messageSchema } from './messages.ts';
import { RunFailedError, type RunJob } from './run-job.ts';
import type { CodedText } from './texts/coded-text.ts';

/** Kept end of what a program writes, in characters. */
const KEPT_LOG = 8_000;
/** Time between asking a program to end and killing it, in ms; a server that closes has 2 s for its jobs. */
const KILL_AFTER_MS = 1_000;

/** Signals the program and the tools that it has started. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // Systems without process groups; or it has ended.
    child.kill(signal);
  }
}

/**
 * Runs the steps of each job in a process of its own, which is also a process group: killing it leaves no encoder behind.
 *
 * @param program the file of `child.ts`, or its build.
 * @param environment the only variables that the child gets.
 */
export const createRunInChild =
  (program: string, environment: Readonly<Record<string, string>>): RunJob =>
  ({ source, folder, protection, choices, sound, signal, onStep, onProgress, onNotice }) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const child = fork(program, [source, folder], {
        env: { ...environment },
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      // A program that could not start says so by its end.
      child.send(
        {
          ...(protection && { protection }),
          ...(choices && { choices: { ...choices } as Begin['choices'] }),
          ...(sound && { sound }),
        } satisfies Begin,
        () => undefined,
      );
      let log = '';
      let ended: (CodedText & { isFinal: boolean }) | 'done' | undefined;
      let killing: NodeJS.Timeout | undefined;
      const abort = () => {
        signalAll(child, 'SIGTERM');
        killing = setTimeout(() => signalAll(child, 'SIGKILL'), KILL_AFTER_MS);
      };
      signal.addEventListener('abort', abort, { once: true });

      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-KEPT_LOG);
      });
      child.on('message', (sent) => {
        const parsed = messageSchema.safeParse(sent);
        if (!parsed.success) return;
        const message = parsed.data;
        switch (message.kind) {
          case 'step':
            return onStep(message.step);
          case 'progress':
            return onProgress(message);
          case 'notice':
            return onNotice({ code: message.code, params: message.params, message: message.text });
          case 'done':
            ended = 'done';
            return;
          case 'failed':
            ended = message;
        }
      });
      const finish = (failed: Error | undefined) => {
        clearTimeout(killing);
        signal.removeEventListener('abort', abort);
        if (signal.aborted) reject(signal.reason as Error);
        else if (failed) reject(failed);
        else resolve();
      };
      child.on('error', finish);
      // Ends tools that outlive their program, which would keep its output open.
      child.on('exit', () => signalAll(child, 'SIGKILL'));
      child.on('close', (code, killer) => {
        if (ended === 'done') return finish(undefined);
        const failure =
          ended ??
          (killer === null
            ? failureOf('PROGRAM_ENDED', { exit: code ?? 0 })
            : failureOf('PROGRAM_KILLED', { signal: killer }));
        finish(new RunFailedError(failure, { isFinal: ended?.isFinal ?? false, log }));
      });
    });
