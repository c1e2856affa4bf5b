import sharp from 'sharp';
import type { DiscState } from './disc-subtitles.ts';

const LINE = 80;
const CLEAR = 0;
const WHITE = 1;
const BLACK = 2;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** White letters with a black frame, as discs have them: each text for two seconds, five seconds apart. */
export async function lettersOf(texts: readonly string[], font = 'sans-serif'): Promise<DiscState[]> {
  const states: DiscState[] = [];
  for (const [index, text] of texts.entries()) {
    const rows = text.split('\n');
    const [width, height] = [1200, rows.length * LINE];
    const lines = rows.map(
      (row, at) =>
        `<text x="${width / 2}" y="${at * LINE + 58}" text-anchor="middle" font-family="${font}" font-size="56" fill="#fff" stroke="#000" stroke-width="7" paint-order="stroke">${escaped(row)}</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lines.join('')}</svg>`;
    const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
    const at = (x: number, y: number) => {
      const place = (y * width + x) * 4;
      if ((pixels[place + 3] ?? 0) < 128) return CLEAR;
      return (pixels[place] ?? 0) > 127 ? WHITE : BLACK;
    };
    const picture = { x: (1920 - width) / 2, y: 1040 - height, width, height, at };
    states.push({ seconds: 10 + index * 5, pictures: [picture] }, { seconds: 12 + index * 5, pictures: [] });
  }
  return states;
}
