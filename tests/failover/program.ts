import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** A program that this test started. */
export interface Program {
  readonly pid: number;
  readonly isRunning: boolean;
  /** Resolves when it ended. */
  readonly ended: Promise<void>;
}

export interface ProgramOptions {
  /** Receives standard output and standard error. */
  logFile: string;
  cwd: string;
  uid?: number | undefined;
  gid?: number | undefined;
}

export function startProgram(command: string, args: readonly string[], options: ProgramOptions): Program {
  const { logFile, ...others } = options;
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    ...others,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: options.cwd },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  let isRunning = true;
  // An interrupted run must not leave it behind.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isRunning = false;
      process.off('exit', endWithUs);
      resolve();
    });
  });
  return {
    pid: child.pid,
    get isRunning() {
      return isRunning;
    },
    ended,
  };
}

/** Sends a signal to a process that may have ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process and all that it started, as long as they are its descendants. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program, in brackets, may contain spaces.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process ended while it was read.
    }
  }
  const listOf = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(listOf)];
  return listOf(pid);
}
