import { access, mkdir } from 'node:fs/promises';

/**
 * Makes a folder with the first call. Later calls reject if the folder is gone: its disk may have been unmounted, and what
 * is written below its place would be hidden when it is back.
 */
export function createLastingFolder(folder: string): () => Promise<void> {
  let isMade = false;
  return async () => {
    if (isMade) await access(folder);
    else await mkdir(folder, { recursive: true, mode: 0o700 });
    isMade = true;
  };
}
