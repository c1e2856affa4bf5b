import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { MediaSigner } from '#server/providers/media-signer.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { clipFolderOf } from '#server/catalogue/format/clip-folder.ts';
import { isOwnFile } from '#server/catalogue/format/index.ts';
import { listArt } from '#server/catalogue/pictures/art-store.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import { listClipFaces, type ClipFace } from './clip-faces-store.ts';
import { lookAtClip } from './look-at-clip.ts';

/** A clip as operators recognize it. */
export interface ShownFace {
  /** Name of the file that it was made of. */
  file: string | null;
  /** Address of a picture. */
  picture: string | null;
}

/** Name of the picture that intake draws of a video, in the folder of its clip. */
const STILL = 'still.webp';

const fileNameOf = (source: string) => source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);

interface PictureUrls {
  artUrl(path: string): string;
  draftArt: Pick<DraftArt, 'sign'>;
}

/** Addresses of pictures for operators; those of drafts open for nobody else. */
export async function pictureUrls(
  tx: Connection,
  paths: readonly string[],
  { artUrl, draftArt, now }: PictureUrls & { now: Date },
): Promise<(path: string) => string> {
  const found = await listArt(tx, paths, now);
  const shown = new Set(found.filter((one) => one.is_public).map(({ path }) => path));
  return (path) => artUrl(shown.has(path) ? path : draftArt.sign(path));
}

/** Names and pictures of clips, by id. */
export type FindFaces = (db: Connection, ids: readonly string[]) => Promise<ReadonlyMap<string, ShownFace>>;

export function createFindFaces(
  options: PictureUrls & { clock: Clock; signer: MediaSigner; mediaStore: MediaStore },
): FindFaces {
  const { clock, mediaStore } = options;

  /** A clip that nothing plays yet shows the picture of its video, which lies in its folder. */
  const ownStill = async ({ clip }: ClipFace) => {
    const path = `${clipFolderOf(clip)}/${STILL}`;
    if (!isOwnFile(path) || !(await mediaStore.has(path).catch(() => false))) return null;
    return lookAtClip(options, clip).urlOf(path);
  };

  return async (db, ids) => {
    const faces = await listClipFaces(db, ids);
    const pictures = faces.flatMap(({ picture }) => (picture === null ? [] : [picture]));
    const urlOf = await pictureUrls(db, pictures, { ...options, now: clock.now() });
    const shown = new Map<string, ShownFace>();
    for (const face of faces) {
      const picture = face.picture === null ? await ownStill(face) : urlOf(face.picture);
      shown.set(face.clip.id, { file: face.source === null ? null : fileNameOf(face.source), picture });
    }
    return shown;
  };
}
