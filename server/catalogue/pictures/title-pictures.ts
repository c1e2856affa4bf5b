import type { PictureKind } from '#contract/console/title-editing.ts';
import type { Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { largeOf, tileOf } from './art.ts';
import { versionOfPart } from '#server/catalogue/editing/edited-fields.ts';
import { titlePathOf, type TitleRecord } from '#server/catalogue/format/index.ts';
import type { Crop } from './decode-picture.ts';
import type { MakePicture } from './make-picture.ts';
import { saveUse } from './stored-pictures-store.ts';

/** Paths that one picture may take while workers remove earlier ones of the same content. */
const MOST_PATHS = 10;

export interface TitlePicturesOptions {
  transact: Transact;
  clock: Clock;
  mediaStore: MediaStore;
  makePicture: MakePicture;
  /** A picture of a title or an episode that has none yet, as SVG, and its colour. */
  drawn: { picture(kind: PictureKind, text: string): string; color: string };
}

/** Stores pictures of titles and episodes. Each returns paths of the catalogue's records. */
export function createTitlePictures({ transact, clock, mediaStore, makePicture, drawn }: TitlePicturesOptions) {
  return {
    /** Every picture gets a path of its own: televisions cache pictures by their address. */
    async store(titleId: number, kind: PictureKind, bytes: Buffer, crop: Crop): Promise<string> {
      const { picture, tile, large } = await makePicture(kind, bytes, crop);
      const pathOf = (attempt: number) => {
        const version = versionOfPart(picture.toString('base64') + '.'.repeat(attempt));
        return `${titlePathOf(titleId)}/${version.toLowerCase().replace(/\W/g, '0')}/${kind}.webp`;
      };
      // Before the file, so that no worker removes it. While one does, the same picture gets another path.
      let attempt = 0;
      while (!(await transact((tx) => saveUse(tx, pathOf(attempt), clock.now())))) {
        attempt += 1;
        if (attempt === MOST_PATHS)
          throw new RefusedError(
            `${MOST_PATHS} earlier copies of this picture are being removed.`,
            '같은 그림의 이전 파일을 아직 지우고 있어요. 나중에 다시 시도하거나 다른 그림을 골라 주세요.',
          );
      }
      const path = pathOf(attempt);
      if (tile) await mediaStore.putBytes(tileOf(path), tile);
      if (large) await mediaStore.putBytes(largeOf(path), large);
      await mediaStore.putBytes(path, picture);
      return path;
    },

    /** Draws the pictures of a new title. */
    async drawTitle(titleId: number, name: string): Promise<TitleRecord['art']> {
      const art = {} as TitleRecord['art'];
      for (const kind of ['poster', 'wide', 'backdrop'] as const) {
        art[kind] = `${titlePathOf(titleId)}/${kind}.svg`;
        // Screens write the title's name over its backdrop.
        await mediaStore.putText(art[kind], drawn.picture(kind, kind === 'backdrop' ? '' : name));
      }
      return art;
    },

    /** Draws the thumbnail of a new episode. */
    async drawStill(titleId: number, episodeId: number, text: string): Promise<string> {
      const path = `${titlePathOf(titleId)}/episode-${episodeId}.svg`;
      await mediaStore.putText(path, drawn.picture('still', text));
      return path;
    },
  };
}
