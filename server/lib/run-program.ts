import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** Kept end of what the program says about a failure, in characters. */
const KEPT_MESSAGES = 2_000;

export interface ProgramLimits {
  readonly longestMs: number;
  readonly mostAnswerBytes: number;
  /** More variables than the program's language. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of programs that nobody waits for. */
  readonly niceness?: number;
  /** Kills the program, and the run fails with the error of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program that reads bytes and writes an answer.
 *
 * @returns the program's answer, and the end of what it wrote to its standard error. A program that was killed, for lack of
 * memory or for its time, has an incomplete answer.
 * @throws Error when it cannot start
 */
export async function runProgram(
  command: readonly string[],
  bytes: Uint8Array,
  { longestMs, mostAnswerBytes, environment, niceness, signal }: ProgramLimits,
): Promise<{ answer: Buffer; messages: string }> {
  const [program = '', ...words] = command;
  // Nothing of the server's environment: it has secrets.
  const child = spawn(program, words, {
    env: { LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  child.on('spawn', () => {
    try {
      if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness);
    } catch {
      // The program has already ended.
    }
  });
  const parts: Buffer[] = [];
  let received = 0;
  let messages = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    if (received > mostAnswerBytes) return void child.kill('SIGKILL');
    parts.push(part);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-KEPT_MESSAGES);
  });
  // A program that was killed closes its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { answer: Buffer.concat(parts), messages: `${messages}exit ${code ?? signal ?? ''}` };
  } finally {
    clearTimeout(late);
  }
}
