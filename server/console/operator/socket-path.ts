import { join, relative } from 'node:path';

/** Bytes of a socket's path that every supported system accepts. */
const LONGEST_PATH = 103;

/**
 * Where the server that has the embedded database open listens for operators' commands. Undefined where there can be no
 * such file: on Windows, and in a folder whose path is too long even from the working directory.
 */
export function operatorSocketIn(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const path = join(dataDir, 'operator.sock');
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= LONGEST_PATH);
}
