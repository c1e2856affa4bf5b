import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { MOST_SUBTITLE_BYTES } from '#contract/console/tracks.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import type { GivenSubtitle } from './track-editing.ts';

/** Reads a subtitle file of this machine. @throws RefusedError */
export async function readGiven(path: string): Promise<Pick<GivenSubtitle, 'name' | 'bytes'>> {
  const name = basename(path);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(`${name} cannot be read (${error.code}).`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new RefusedError(`${name} is no file.`);
    if (found.size > MOST_SUBTITLE_BYTES) throw new RefusedError(`${name} is too large for a subtitle.`);
    return { name, bytes: await file.readFile() };
  } finally {
    await file.close();
  }
}
