import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { systemRandom } from '../lib/random.ts';

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** The end of the name of a lock's file, beside its folder. */
export const LOCK_SUFFIX = '.lock';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Whether nobody listens at a socket's file, which outlives its process. A process of another user refuses otherwise. */
const isLeftOver = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(false) ?? socket.destroy());
    socket.once('error', (error) => resolve(codeOf(error) === 'ECONNREFUSED'));
  });

const inUse = (folder: string) => (error: unknown) => {
  throw codeOf(error) === 'EADDRINUSE' ? new FolderInUseError(folder) : error;
};

/** A name that ends with its process. On Linux, processes in other network namespaces do not see it. */
async function lockName(folder: string): Promise<Server | undefined> {
  const prefix = { linux: '\0', win32: '\\\\.\\pipe\\' }[process.platform as string];
  if (prefix === undefined) return undefined;
  const name = `bora-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  return listen(prefix + name).catch(inUse(folder));
}

/**
 * Removes the socket of a killed process.
 *
 * @returns false when a running process has put its own socket there since the look; it is left in place.
 */
export async function removeLeftOver(path: string): Promise<boolean> {
  // No longer than the path: systems limit that of a socket.
  const aside = path.replace(/.{4}$/, systemRandom.uuid().slice(0, 4));
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  if (await isLeftOver(aside)) {
    await rm(aside, { force: true });
    return true;
  }
  await rename(aside, path);
  return false;
}

/**
 * A socket beside the folder, which containers that share a volume see; undefined where the disk can hold none.
 *
 * @param isOnly there is no other lock: without a socket it rejects.
 * @throws FolderInUseError when another process listens there.
 */
async function lockBeside(folder: string, isOnly: boolean): Promise<Server | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = folder + LOCK_SUFFIX;
  try {
    return await listen(path);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') {
      if (isOnly) throw error;
      return undefined;
    }
  }
  if (!(await isLeftOver(path)) || !(await removeLeftOver(path))) throw new FolderInUseError(folder);
  return listen(path).catch(inUse(folder));
}

/**
 * Locks a folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * silently lose data. The operating system releases this lock however the process ends; a pid file would survive a
 * killed process, and pids are reused.
 *
 * @returns releases the lock.
 * @throws FolderInUseError when another process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = realpathSync(folder);
  const name = await lockName(path);
  const file = await lockBeside(path, !name).catch(async (error: unknown) => {
    if (name) await close(name);
    throw error;
  });
  return async () => {
    for (const server of [file, name]) if (server) await close(server);
  };
}
