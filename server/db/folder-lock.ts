import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

const isAnswering = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true) ?? socket.destroy());
    socket.once('error', () => resolve(false));
  });

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Locks a folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * silently lose data. The operating system releases this lock however the process ends; a pid file would survive a
 * killed process, and pids are reused.
 *
 * @returns releases the lock.
 * @throws FolderInUseError when another process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = `bora-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  const isFile = process.platform !== 'linux' && process.platform !== 'win32';
  const path = isFile
    ? join(tmpdir(), `${name}.sock`)
    : process.platform === 'win32'
      ? `\\\\.\\pipe\\${name}`
      : `\0${name}`;

  const server = await listen(path).catch(async (error: unknown) => {
    if (!isInUse(error)) throw error;
    // A socket file outlives its process; the lock is held only if the socket answers.
    if (!isFile || (await isAnswering(path))) throw new FolderInUseError(folder);
    await rm(path, { force: true });
    return listen(path);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
