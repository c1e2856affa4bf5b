import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPages } from '#server/intake/letters/draw-pages.ts';
import { inkOf } from '#server/intake/letters/ink.ts';
import { writeTiff } from '#server/intake/letters/pages.ts';
import { splitLines } from '#server/intake/letters/split-lines.ts';
import { writeReadText } from '#server/intake/letters/read-text.ts';
import { joinWords, readTsv } from '#server/intake/letters/read-tsv.ts';

type Color = readonly [red: number, green: number, blue: number, alpha: number];
const CLEAR: Color = [0, 0, 0, 0];
const BLACK: Color = [0, 0, 0, 255];
const WHITE: Color = [255, 255, 255, 255];

/** A picture drawn with signs: `#` of a colour, `o` of another one, and a space for nothing. */
function drawn(rows: readonly string[], colors: Readonly<Record<string, Color>>) {
  const pixels = rows.flatMap((row) => [...row].flatMap((sign) => colors[sign] ?? CLEAR));
  return { size: { width: rows[0]!.length, height: rows.length }, pixels: Uint8Array.from(pixels) };
}

/** Where the letters are. */
function inkIn(rows: readonly string[], colors: Readonly<Record<string, Color>>): string[] {
  const { size, pixels } = drawn(rows, colors);
  const ink = inkOf(pixels, size);
  return rows.map((row, at) =>
    [...row].map((_, column) => (ink[at * size.width + column]! > 127 ? 'x' : ' ')).join(''),
  );
}

describe('the letters of a picture', () => {
  const FRAMED = ['         ', ' ####### ', ' #o#ooo# ', ' #o#ooo# ', ' #o#ooo# ', ' ####### ', '         '];
  const INNER = ['         ', '         ', '  x xxx  ', '  x xxx  ', '  x xxx  ', '         ', '         '];

  it('are what lies within a frame, whichever of both is bright', () => {
    expect(inkIn(FRAMED, { '#': BLACK, o: WHITE })).toEqual(INNER);
    expect(inkIn(FRAMED, { '#': WHITE, o: [40, 20, 20, 255] })).toEqual(INNER);
  });

  it('are bright on a dark box that fills the picture', () => {
    const box = ['#####', '#o#o#', '#ooo#', '#o#o#', '#####'];
    expect(inkIn(box, { '#': BLACK, o: [255, 255, 0, 255] })).toEqual(['     ', ' x x ', ' xxx ', ' x x ', '     ']);
  });

  it('have two colours within one frame', () => {
    const two = ['#######', '#oo#yy#', '#oo#yy#', '#######'];
    const colors = { '#': BLACK, o: WHITE, y: [255, 220, 60, 255] as const };
    expect(inkIn(two, colors)).toEqual(['       ', ' xx xx ', ' xx xx ', '       ']);
  });

  it('are all of a picture without a frame, also in two colours beside each other', () => {
    expect(inkIn([' o o ', ' ooo '], { o: WHITE })).toEqual([' x x ', ' xxx ']);
    const beside = ['  o   r  ', '  o   r  ', '  o   r  '];
    expect(inkIn(beside, { o: WHITE, r: [120, 0, 0, 255] })).toEqual(['  x   x  ', '  x   x  ', '  x   x  ']);
  });

  it('are nothing in an empty picture', () => {
    expect(inkIn(['   ', '   '], {})).toEqual(['   ', '   ']);
  });
});

describe('pages', () => {
  it('are a TIFF whose pages others read', async () => {
    const pages = [
      { width: 3, height: 3, pixels: Uint8Array.from([0, 10, 20, 30, 40, 50, 60, 70, 80]) },
      { width: 2, height: 1, pixels: Uint8Array.from([255, 7]) },
    ];
    const file = writeTiff(pages);
    const read = async (page: number) => {
      const image = sharp(file, { page });
      const { density, pages: count } = await image.metadata();
      return { density, count, pixels: [...(await image.toColourspace('b-w').raw().toBuffer())] };
    };
    expect(await read(0)).toEqual({ density: 300, count: 2, pixels: [...pages[0]!.pixels] });
    expect(await read(1)).toEqual({ density: 300, count: 2, pixels: [255, 7] });
  });

  it('show a part of a sheet black on white, as large as letters of a film need', async () => {
    const { size, pixels } = drawn(['    ', ' oo ', ' oo ', '    '], { o: WHITE });
    const sheet = await sharp(pixels, { raw: { ...size, channels: 4 } })
      .webp({ lossless: true })
      .toBuffer();
    const cell = { x: 1, y: 1, width: 2, height: 2, lines: 405 };
    const [page] = await drawPages(sheet, [cell]);
    expect(page).toMatchObject({ width: 52, height: 52 });
    const at = (x: number, y: number) => page!.pixels[y * 52 + x]!;
    expect([at(2, 2), at(26, 26)]).toEqual([255, expect.closeTo(0, -1.5)]);
    await expect(drawPages(sheet, [{ ...cell, width: 4 }])).rejects.toThrow('outside of its sheet');
  });
});

describe('the lines of a page', () => {
  /** A page of boxes, each from one place to another one. */
  function pageOf(
    width: number,
    height: number,
    boxes: readonly (readonly [x: number, y: number, w: number, h: number])[],
  ) {
    const pixels = new Uint8Array(width * height).fill(255);
    for (const [x, y, w, h] of boxes)
      for (let row = y; row < y + h; row += 1) pixels.fill(0, row * width + x, row * width + x + w);
    return { width, height, pixels };
  }

  it('are pages of their own, from above', () => {
    const lines = splitLines(
      pageOf(60, 120, [
        [5, 10, 50, 30],
        [5, 70, 20, 36],
      ]),
    );
    expect(lines.map(({ width, height }) => [width, height])).toEqual([
      [60, 30 + 36],
      [60, 36 + 36],
    ]);
    expect(lines[0]!.pixels[18 * 60 + 5]).toBe(0);
    expect(lines[0]!.pixels[17 * 60 + 5]).toBe(255);
  });

  it.each([
    [
      'above',
      [
        [5, 10, 8, 6],
        [5, 30, 50, 40],
      ],
      60,
    ],
    [
      'below',
      [
        [5, 10, 50, 40],
        [5, 70, 8, 6],
      ],
      66,
    ],
    [
      'between, and nearer to the second',
      [
        [5, 0, 50, 30],
        [5, 50, 8, 6],
        [5, 63, 50, 30],
      ],
      43,
    ],
  ] as const)('have the marks that stand %s', (_, boxes, last) => {
    const lines = splitLines(pageOf(60, 100, boxes));
    expect(lines.at(-1)!.height - 36).toBe(last);
  });

  it('have gaps where a space is, and none between letters or at the ends', () => {
    const [line] = splitLines(
      pageOf(200, 60, [
        [20, 10, 36, 40],
        [66, 10, 36, 40],
        [118, 10, 36, 40],
      ]),
    );
    expect(line!.gaps).toEqual([110]);
  });

  it('are none on an empty page', () => {
    expect(splitLines(pageOf(9, 9, []))).toEqual([]);
  });
});

describe('what tesseract prints', () => {
  const word = (page: number, confidence: number | string, text: string) =>
    `5\t${page}\t1\t1\t1\t1\t0\t0\t9\t9\t${confidence}\t${text}`;
  const line = (of: number) => ({ of, height: 90, gaps: [] });

  it('is a text for each picture, as sure as its least certain word', () => {
    const output = [
      'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
      '1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t',
      ...[word(1, 96.4, '- Where'), word(1, 71.6, 'to?'), word(2, 93, '- Home.')],
      ...[word(3, 95, ' '), word(4, 88, 'No.'), ''],
    ].join('\n');
    expect(readTsv(output, 'en', [line(0), line(0), line(1), line(3)], 4)).toEqual([
      { text: '- Where to?\n- Home.', confidence: 72 },
      { text: '', confidence: 0 },
      { text: '', confidence: 0 },
      { text: 'No.', confidence: 88 },
    ]);
  });

  it.each([['nothing'], ['5\t9\t1'], [word(7, 90, 'x')], [word(0, 90, 'x')]])(
    '%j is no text of a picture',
    (output) => {
      expect(readTsv(output, 'en', [line(0)], 1)).toEqual([{ text: '', confidence: 0 }]);
    },
  );

  it('has an I for each bar, and no trust in a word without a number', () => {
    expect(readTsv(word(1, 'nan', "|'m"), 'en', [line(0)], 1)).toEqual([{ text: "I'm", confidence: 0 }]);
  });
});

describe('the words of a line', () => {
  /** Words of so many letters, each 50 wide and 10 apart; `_` is a gap of 40, whose middle the picture shows. */
  function joined(text: string, lang: 'ko' | 'ja' | 'en', moved = 0): string {
    const words: { text: string; left: number; right: number; confidence: number }[] = [];
    const gaps: number[] = [];
    let at = 0;
    for (const part of text.split(/( |_)/)) {
      if (part === ' ') at += 10;
      else if (part === '_') {
        gaps.push(at + 20);
        at += 40;
      } else {
        words.push({ text: part, left: at + moved, right: at + part.length * 50 + moved, confidence: 90 });
        at += part.length * 50;
      }
    }
    return joinWords(words, lang, { gaps, height: 90 });
  }

  it.each([
    ['반 갑 습니다.', '반갑습니다.'],
    ['오 늘 은_눈 이_많이', '오늘은 눈이 많이'],
    ['1998 년_12 월_3 일 ,_서울', '1998년 12월 3일, 서울'],
  ])('of Korean have the spaces of the picture: %s', (words, line) => {
    expect(joined(words, 'ko')).toBe(line);
    // The places of words are not exact.
    expect(joined(words, 'ko', 14)).toBe(line);
  });

  it('of Korean that the program takes for one stay one', () => {
    expect(
      joinWords([{ text: '결정할일이', left: 0, right: 300, confidence: 90 }], 'ko', { gaps: [150], height: 90 }),
    ).toBe('결정할일이');
  });

  it.each([
    ['ja', '今日 は_、 いい 天気', '今日は、いい天気'],
    ['ja', 'カフェ で Wi Fi を', 'カフェでWi Fiを'],
    ['en', 'Hello there !', 'Hello there !'],
  ] as const)('of %s: %s', (lang, words, line) => {
    expect(joined(words, lang)).toBe(line);
  });
});

it('a text of pictures has their times, stays at the top where they were, and leaves empty lines out', () => {
  const line = (text: string | null, top: number) => ({
    ...{ start_seconds: 1, end_seconds: 2.5, text },
    cell: { place: { left: 30, top, width: 40, height: 5 } },
  });
  expect(writeReadText([line('아래 & <여기>', 85), line('위', 8), line(' ', 85), line(null, 85)])).toBe(
    [
      'WEBVTT',
      '00:00:01.000 --> 00:00:02.500\n아래 &amp; &lt;여기&gt;',
      '00:00:01.000 --> 00:00:02.500 line:5% position:50% align:center\n위\n',
    ].join('\n\n'),
  );
});
