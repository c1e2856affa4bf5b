import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { titleRecordSchema, type TitleRecord } from '../../server/catalogue/format/index.ts';
import { pictureOf } from './draw.ts';
import { formats, keyArt, stillOf, svgOf } from './pictures.ts';
import { profileArt } from './profiles/index.ts';
import { titleArt } from './scenes/index.ts';
import { circle, rect } from './svg.ts';
import { themeArt, themePicture, themeSize } from './themes.ts';

/** Draws all pictures of the demo catalogue: `npm run catalogue:art -- [title ...]`, titles by file name. */

const catalogueFolder = fileURLToPath(new URL('../catalogue', import.meta.url));

async function save(svg: string, path: string, quality: number): Promise<void> {
  const file = join(catalogueFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await pictureOf(svg).webp({ quality, effort: 6, smartSubsample: true }).toFile(file);
}

async function drawTitle(slug: string): Promise<void> {
  const art = titleArt.find((one) => one.slug === slug);
  if (art === undefined) throw new Error(`no art for "${slug}": add it to demo/art/scenes`);
  const file = join(catalogueFolder, 'records', 'titles', `${slug}.json`);
  const text = await readFile(file, 'utf8');
  const title: TitleRecord = titleRecordSchema.parse(JSON.parse(text));
  for (const format of ['poster', 'wide', 'backdrop'] as const) {
    await save(keyArt(art, format), title.art[format], formats[format].quality);
  }
  // For home screens of televisions without WebP support, at the height that they request.
  const tile = join(catalogueFolder, dirname(title.art.wide), 'tile.jpg');
  await pictureOf(keyArt(art, 'wide')).resize({ height: 250 }).jpeg({ quality: 82 }).toFile(tile);
  for (const episode of title.episodes) {
    await save(stillOf(art, episode.order), episode.thumbnail, formats.still.quality);
  }
  const colour = await dominantColour(keyArt({ ...art, name: () => '' }, 'poster'));
  await writeFile(file, text.replace(/"color": "#[0-9a-fA-F]{6}"/, `"color": "${colour}"`));
}

/** The most frequent colour between dark and medium tones: a placeholder behind text while the art loads. */
async function dominantColour(svg: string): Promise<string> {
  const { data, info } = await pictureOf(svg).resize(48, 72).raw().toBuffer({ resolveWithObject: true });
  const bins = new Map<number, { weight: number; red: number; green: number; blue: number }>();
  for (let at = 0; at + 2 < data.length; at += info.channels) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const light = (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
    if (light < 0.07 || light > 0.36) continue;
    const weight = 0.15 + (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    const key = (red >> 5) * 64 + (green >> 5) * 8 + (blue >> 5);
    const bin = bins.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 };
    bin.weight += weight;
    bin.red += red * weight;
    bin.green += green * weight;
    bin.blue += blue * weight;
    bins.set(key, bin);
  }
  const most = [...bins.values()].sort((a, b) => b.weight - a.weight)[0];
  if (most === undefined) throw new Error('no middling tone in the picture');
  const hex = (sum: number) =>
    Math.round(sum / most.weight)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(most.red)}${hex(most.green)}${hex(most.blue)}`;
}

async function drawProfileImages(): Promise<void> {
  for (const { slug, ground, disc, figure } of profileArt) {
    const stage = { w: 200, h: 200 };
    const picture = `<g transform="translate(100 100) scale(0.9)">${rect(-120, -120, 240, 240, ground)}${circle(0, 6, 84, disc, { opacity: 0.55 })}${figure}</g>`;
    await save(svgOf(stage, { width: 256, height: 256 }, picture), `pictures/profile-images/${slug}.webp`, 84);
  }
}

const wanted = process.argv.slice(2);
const files = await readdir(join(catalogueFolder, 'records', 'titles'));
const slugs = files
  .map((file) => file.replace(/\.json$/, ''))
  .filter((slug) => wanted.length === 0 || wanted.includes(slug));
for (const slug of slugs) await drawTitle(slug);
if (wanted.length === 0) {
  for (const theme of themeArt)
    await save(themePicture(theme), `pictures/themes/${theme.slug}.webp`, themeSize.quality);
  await drawProfileImages();
}
console.log(`drawn: ${slugs.join(', ')}`);
