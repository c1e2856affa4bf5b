import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isOwnFile } from '../../catalogue/format/index.ts';
import type { MediaStore } from '../../providers/media-store.ts';

export interface TextPlaces {
  catalogueFolder: string;
  mediaStore: MediaStore;
}

/** The beginning of a stored text; undefined where a bucket has no such file. */
export const readStoredText = async (
  places: TextPlaces,
  path: string,
  mostBytes: number,
): Promise<string | undefined> => (await readStored(places, path, mostBytes))?.toString();

/** The beginning of a stored file; undefined where a bucket has no such file. */
export async function readStored(
  { catalogueFolder, mediaStore }: TextPlaces,
  path: string,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const isStored = isOwnFile(path);
  if (!isStored || mediaStore.kind === 'folder') {
    const file = join(isStored && mediaStore.kind === 'folder' ? mediaStore.folder : catalogueFolder, path);
    return buffer(createReadStream(file, { end: mostBytes - 1 }));
  }
  const file = await mediaStore.find(path);
  if (!file || file.size === 0) return undefined;
  const parts: Buffer[] = [];
  const range = { start: 0, end: Math.min(file.size, mostBytes) - 1 };
  for await (const part of mediaStore.read(path, file, range)) parts.push(part);
  return Buffer.concat(parts);
}
