import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where Debian, its administrators and Homebrew install programs. `PATH` is not read: it belongs to who started the server. */
export const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Programs of Linux that bound others; absent on other systems. */
export interface Limiters {
  readonly prlimit?: string;
  readonly setpriv?: string;
}

export function findLimiters(
  folders: readonly string[] = PROGRAM_FOLDERS,
  platform: string = process.platform,
): Limiters {
  if (platform !== 'linux') return {};
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(isProgram);
  const [prlimit, setpriv] = [find('prlimit'), find('setpriv')];
  return { ...(prlimit && { prlimit }), ...(setpriv && { setpriv }) };
}

/**
 * The words before a command that bound its private memory. setpriv kills the program when this process dies, so that no
 * orphan keeps working while another process retries.
 */
export const limitsOf = ({ prlimit, setpriv }: Limiters, { memoryBytes }: { memoryBytes: number }): string[] => [
  ...(prlimit ? [prlimit, `--data=${memoryBytes}`, '--core=0'] : []),
  ...(setpriv ? [setpriv, '--pdeathsig', 'KILL'] : []),
];

/** The words that start a program of ours within its private memory. @param program a file of the sources, or its build. */
export const ownProgram = (program: string, limits: { memoryBytes: number }): string[] => [
  ...limitsOf(findLimiters(), limits),
  ...[process.execPath, ...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), program],
];

/** Whether a program took more time or memory than it may, as the end of its messages says. */
export const wasEnded = (messages: string): boolean => /exit SIG(?:KILL|ABRT)$/.test(messages);
