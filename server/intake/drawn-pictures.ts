import type { PictureKind } from './job.ts';

/** Colour of drawn pictures, which show the title's name when an own video has no pictures. */
export const OWN_COLOR = '#4a3a78';

const SIZES: Record<PictureKind | 'still', { width: number; height: number }> = {
  poster: { width: 600, height: 900 },
  wide: { width: 960, height: 540 },
  backdrop: { width: 1920, height: 1080 },
  still: { width: 640, height: 360 },
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Width in multiples of the letter's size: Hangul is square, Latin letters are about half of that. */
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, character) => sum + (/[\u0020-\u024f]/.test(character) ? 0.55 : 1), 0);

/** Breaks a text at spaces; a word that is longer than a line is broken anywhere. */
export function breakLines(text: string, longest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= longest) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (widthOf(line + character) > longest) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** An SVG picture with a text in the middle. */
export function drawPicture(kind: PictureKind | 'still', text: string): string {
  const { width, height } = SIZES[kind];
  const size = Math.round(width / 12);
  const lines = breakLines(text, 10);
  const top = height / 2 - ((lines.length - 1) * size * 1.25) / 2;
  const rows = lines.map(
    (line, index) => `<text x="${width / 2}" y="${Math.round(top + index * size * 1.25)}">${escapeXml(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${OWN_COLOR}"/>`,
    `<g fill="#fff" font-family="Pretendard, sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" dominant-baseline="central">`,
    ...rows,
    '</g></svg>',
  ].join('');
}
