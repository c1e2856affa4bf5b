import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { MOST_INDEX_BYTES, MOST_PICTURE_BYTES, MOST_SUBTITLE_BYTES } from '#contract/console/tracks.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import { subFileOf } from '../pictures/file-tracks.ts';
import { pictureFormatOfFile } from '../plan/subtitles.ts';
import type { GivenSubtitle } from './track-editing.ts';

/** Reads a subtitle file of this machine, an index with the file beside it. @throws RefusedError */
export async function readGiven(path: string): Promise<Pick<GivenSubtitle, 'name' | 'bytes' | 'indexBytes'>> {
  const name = basename(path);
  const format = pictureFormatOfFile(name);
  if (format !== 'vobsub') return { name, bytes: await read(path, format ? MOST_PICTURE_BYTES : MOST_SUBTITLE_BYTES) };
  const index = await read(path, MOST_INDEX_BYTES);
  return {
    name,
    bytes: Buffer.concat([index, await read(subFileOf(path), MOST_PICTURE_BYTES)]),
    indexBytes: index.length,
  };
}

async function read(path: string, most: number): Promise<Buffer> {
  const name = basename(path);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(`${name} cannot be read (${error.code}).`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new RefusedError(`${name} is no file.`);
    if (found.size > most) throw new RefusedError(`${name} is too large for a subtitle.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
