/* Draws the pictures of both packages from the wordmark (src/ui/page/wordmark.tsx). Run it when that changes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const root = join(import.meta.dirname, '..');
const LETTERS = join(root, 'node_modules/pretendard/dist/public/static/Pretendard-ExtraBold.otf');

const EYE = `
  <path d="M24 8C12 8 4.500 18 2 24c2.500 6 10 16 22 16s19.500-10 22-16C43.500 18 36 8 24 8z" fill="#7b46f1"/>
  <circle cx="24" cy="24" r="11" fill="#110d1c"/>
  <path d="M20.500 18.200v11.600a1 1 0 0 0 1.500.86l9-5.800a1 1 0 0 0 0-1.720l-9-5.800a1 1 0 0 0-1.500.86z" fill="#fff"/>`;

const ground = (width: number, height: number) => `
  <defs><radialGradient id="ground" cx="50%" cy="45%" r="75%">
    <stop offset="0" stop-color="#22104d"/><stop offset="1" stop-color="#110d1c"/>
  </radialGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#ground)"/>`;

/** The eye alone, centred in a square. */
function eyeAlone(size: number): string {
  const scale = (size * 0.78) / 48;
  const edge = (size - 48 * scale) / 2;
  return `${ground(size, size)}<g transform="translate(${edge} ${edge}) scale(${scale})">${EYE}</g>`;
}

/** Eye and name side by side; `share` is their part of the picture's height. */
function wordmark(width: number, height: number, share: number): string {
  const letters = height * share;
  const eye = letters * 1.3;
  const gap = letters * 0.35;
  // Two square syllables, set tightly.
  const all = eye + gap + letters * 1.75;
  const left = (width - all) / 2;
  const middle = height / 2;
  return `${ground(width, height)}
    <g transform="translate(${left} ${middle - eye / 2}) scale(${eye / 48})">${EYE}</g>
    <text x="${left + eye + gap}" y="${middle + letters * 0.36}" font-family="Pretendard" font-weight="800"
      font-size="${letters}" letter-spacing="${-0.02 * letters}" fill="#eeeaf6">보라</text>`;
}

function draw(file: string, width: number, height: number, body: string): void {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  const picture = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: [LETTERS], defaultFontFamily: 'Pretendard' },
    fitTo: { mode: 'width', value: width },
  });
  writeFileSync(join(root, file), picture.render().asPng());
}

// Sizes required by the stores (docs/devices.md).
draw('tizen/icon.png', 512, 423, wordmark(512, 423, 0.3));
draw('webos/icon.png', 80, 80, eyeAlone(80));
draw('webos/largeIcon.png', 130, 130, eyeAlone(130));
draw('webos/splash.png', 1920, 1080, wordmark(1920, 1080, 0.15));
