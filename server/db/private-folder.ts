import { chmod, mkdir, stat } from 'node:fs/promises';

/** Permission bits of the group and of others. */
const OTHERS = 0o077;
/** The sticky bit: a folder that all users share, such as /tmp. */
const STICKY = 0o1000;

/** Other users of the machine can read the folder and it cannot be restricted. The message is for the operator. */
export class SharedFolderError extends Error {
  override readonly name = 'SharedFolderError';
}

/**
 * Creates a folder, or restricts an existing one, so that only the current user can enter it: it holds password hashes
 * and signing secrets. Windows has no such bits; the folder inherits its parent's rights.
 *
 * @param own the user of this process.
 * @throws SharedFolderError when other users can still read it, or when it is another user's.
 */
export async function makePrivateFolder(folder: string, own = process.getuid?.()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode, uid } = await stat(folder);
  // A volume that another container made; root gets in everywhere.
  if (own !== undefined && own !== 0 && own !== uid)
    throw new SharedFolderError(
      `${folder} belongs to user ${uid}, and this process runs as user ${own}. Give it to that user: chown -R ${own} ${folder}`,
    );
  if ((mode & OTHERS) === 0) return;
  if (mode & STICKY)
    throw new SharedFolderError(`${folder} is shared by all users of this machine: use a separate folder`);
  await chmod(folder, 0o700).catch(() => undefined);
  if ((await stat(folder)).mode & OTHERS)
    throw new SharedFolderError(`${folder} can be read by other users of this machine, and its mode cannot be changed`);
}
