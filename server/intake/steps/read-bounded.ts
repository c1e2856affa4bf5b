import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** @returns undefined for what is no file, or an empty one. */
export async function readBounded(path: string, mostBytes: number): Promise<Uint8Array | 'tooLarge' | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  try {
    const found = await file?.stat();
    if (file === undefined || !found?.isFile() || found.size === 0) return undefined;
    if (found.size > mostBytes) return 'tooLarge';
    // It may grow while it is read.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(found.size), 0, found.size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file?.close();
  }
}
