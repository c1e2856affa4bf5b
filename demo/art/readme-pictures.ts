import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/*
 * Makes the README's small pictures from the screenshots of `npm run screenshots`.
 */
const root = join(import.meta.dirname, '../..');

/** Name in docs/pictures/, and in artifacts/. */
const PICTURES = {
  home: 'home',
  title: 'item',
  player: 'player',
  keyboard: 'search',
  library: 'library',
  'large-text': 'home-large',
} as const;

mkdirSync(join(root, 'docs/pictures'), { recursive: true });
for (const [name, taken] of Object.entries(PICTURES)) {
  const { size } = await sharp(join(root, `artifacts/${taken}.png`))
    .resize(640, 360)
    .webp({ quality: 82 })
    .toFile(join(root, `docs/pictures/${name}.webp`));
  console.log(`docs/pictures/${name}.webp: ${Math.round(size / 1000)} kB`);
}
