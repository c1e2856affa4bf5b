import { join } from 'node:path';
import sharp from 'sharp';
import { pictureOf } from '../art/draw.ts';
import { type Film, frameAt } from './film.ts';

const [width, height, columns, interval] = [240, 135, 10, 5];

/** A sheet of preview pictures, one per five seconds, row by row. */
export async function drawPreviews(film: Film, folder: string) {
  const count = Math.ceil(film.seconds / interval);
  const rows = Math.ceil(count / columns);
  const pictures = [];
  for (let index = 0; index < count; index += 1) {
    const input = await pictureOf(frameAt(film, index * interval + interval / 2, width * 2))
      .resize(width, height)
      .png()
      .toBuffer();
    pictures.push({ input, left: (index % columns) * width, top: Math.floor(index / columns) * height });
  }
  const sheet = sharp({
    create: { width: columns * width, height: rows * height, channels: 3, background: '#000000' },
  });
  await sheet.composite(pictures).webp({ quality: 72, effort: 6 }).toFile(join(folder, 'previews.webp'));
  return { interval, columns, rows, width, height };
}
