import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { largeOf, tileOf } from '../catalogue/index.ts';
import { titlePathOf, type TitleRecord } from '../catalogue/format/index.ts';
import type { MakePicture } from '../catalogue/pictures/make-picture.ts';
import { ServiceError } from '../lib/fail.ts';
import { RefusedError } from '../lib/refused-error.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { drawPicture } from './drawn-pictures.ts';
import { IntakeError, shownName } from './intake-error.ts';
import { PICTURE_KINDS, type PictureKind, type Pictures } from './job.ts';
import type { CodedText } from './texts/coded-text.ts';
import { noticeOf } from './texts/notice-texts.ts';

const LARGEST_BYTES = 20_000_000;

export interface ArtOptions {
  mediaStore: MediaStore;
  makePicture: MakePicture;
}

async function readPicture(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  try {
    const found = await file?.stat();
    return file && found?.isFile() && found.size <= LARGEST_BYTES ? await file.readFile() : undefined;
  } finally {
    await file?.close();
  }
}

/**
 * Stores a picture as televisions draw it. A program of its own decodes it, because a stranger may have made it.
 *
 * @param path where it is stored, as records write it
 * @returns a notice where the picture cannot be used
 * @throws IntakeError when too many pictures wait
 */
export async function storePicture(
  { mediaStore, makePicture }: ArtOptions,
  { kind, source, path }: { kind: PictureKind | 'still'; source: string; path: string },
): Promise<CodedText | undefined> {
  const file = shownName(source);
  const bytes = await readPicture(source);
  if (bytes === undefined) return noticeOf('ART_CHANGED', { file });
  try {
    const { picture, tile, large } = await makePicture(kind, bytes, null);
    if (tile) await mediaStore.putBytes(tileOf(path), tile);
    if (large) await mediaStore.putBytes(largeOf(path), large);
    await mediaStore.putBytes(path, picture);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return noticeOf('ART_UNUSABLE', { file, detail: error.message });
    if (error instanceof ServiceError)
      throw new IntakeError('UNEXPECTED', { detail: `${file} waits for other pictures.` }, { cause: error });
    throw error;
  }
}

/**
 * The pictures of a new title: those beside its videos, else its name in type.
 *
 * @returns their paths in the record.
 */
export async function makeArt(
  options: ArtOptions,
  { titleId, name }: { titleId: number; name: string },
  pictures: Pictures,
  tell: (notice: CodedText) => void,
): Promise<TitleRecord['art']> {
  const { mediaStore } = options;
  const folder = titlePathOf(titleId);
  const art: Partial<Record<PictureKind, string>> = {};
  for (const kind of PICTURE_KINDS) {
    // Media centres have a wide picture alone, without letters.
    const source = pictures[kind] ?? (kind === 'wide' ? pictures.backdrop : undefined);
    const path = `${folder}/${kind}.webp`;
    const drawn = `${folder}/${kind}.svg`;
    if (source !== undefined && !(await mediaStore.has(path))) {
      const notice = await storePicture(options, { kind, source, path });
      if (notice && source === pictures[kind]) tell(notice);
    }
    if (source !== undefined && (await mediaStore.has(path))) art[kind] = path;
    else {
      // Screens write the title's name over its backdrop.
      await mediaStore.putText(drawn, drawPicture(kind, kind === 'backdrop' ? '' : name));
      art[kind] = drawn;
    }
  }
  return art as TitleRecord['art'];
}
