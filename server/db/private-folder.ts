import { chmod, mkdir, stat } from 'node:fs/promises';

/** Permission bits of a folder's group and of everybody else. */
const OTHERS = 0o077;
/** A folder in which every user of the machine keeps files, such as /tmp. */
const STICKY = 0o1000;

/** The folder is open to other users of the machine and cannot be closed. The message is for the operator. */
export class SharedFolderError extends Error {
  override readonly name = 'SharedFolderError';
}

/**
 * Makes a folder, or closes an existing one, so that only the current user can enter it: it holds password hashes and
 * signing secrets. Windows has no such bits; there the folder inherits the rights of its parent.
 *
 * @throws SharedFolderError where other users could read it all the same.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return;
  if (mode & STICKY)
    throw new SharedFolderError(`${folder} is shared by all users of this machine: name a folder of its own`);
  await chmod(folder, 0o700).catch(() => undefined);
  if ((await stat(folder)).mode & OTHERS)
    throw new SharedFolderError(`${folder} can be read by other users of this machine, and its mode cannot be changed`);
}
