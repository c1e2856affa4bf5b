import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { createTitlePictures } from '#server/catalogue/pictures/title-pictures.ts';
import type { Transact } from '#server/db/open.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { pictureProgram } from '#server/start/folders.ts';

test('a picture is refused when ten earlier copies of it are being removed', async () => {
  let asked = 0;
  // `saveUse` refuses every path.
  const transact: Transact = () => {
    asked += 1;
    return Promise.resolve(false) as never;
  };
  const pictures = createTitlePictures({
    makePicture: createMakePicture(pictureProgram),
    transact,
    clock: { now: () => new Date(0) },
    mediaStore: createFolderStore('/nowhere'),
    drawn: { picture: () => '', color: '#000000' },
  });
  const bytes = await sharp({ create: { width: 480, height: 270, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const crop = { left: 0, top: 0, width: 480, height: 270 };
  await expect(pictures.store(1, 'still', bytes, crop)).rejects.toMatchObject({
    name: 'RefusedError',
    shown: expect.stringContaining('나중에') as string,
  });
  expect(asked).toBe(10);
});
