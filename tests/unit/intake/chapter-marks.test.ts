import { describe, expect, it } from 'vitest';
import { hasMarks, marksOfChapters, type Chapter } from '#server/intake/marks/chapter-marks.ts';
import { processorMs } from '#tests/support/processor-time.ts';

/** Chapters one behind the other; a number is the start of the next one. */
function chaptersOf(parts: readonly (readonly [title: string, seconds: number])[]): Chapter[] {
  let at = 0;
  return parts.map(([title, seconds]) => ({ title, startSeconds: at, endSeconds: (at += seconds) }));
}
const lengthOf = (chapters: readonly Chapter[]) => chapters.at(-1)!.endSeconds;

/** Marks as `kind start-end`. */
function read(chapters: readonly Chapter[], duration = lengthOf(chapters)): string[] {
  const marks = marksOfChapters(chapters, duration);
  return Object.entries(marks).flatMap(([kind, mark]) => (mark ? [`${kind} ${mark.start}-${mark.end}`] : []));
}

describe('names of chapters', () => {
  it.each([
    [
      'intro',
      '오프닝',
      '오프닝 곡',
      'OP',
      'op1',
      'OP2',
      'NCOP',
      'Opening',
      'Opening Theme',
      'Opening 2',
      'オープニング',
      'オープニングテーマ',
      'ＯＰ',
    ],
    [
      'intro',
      '片头',
      '片頭曲',
      '「OP」',
      '[OP]',
      '02 - Opening',
      'Chapter 2: Opening',
      '2. OP',
      'Opening - 달빛 노래',
      'Title Sequence',
    ],
    [
      'outro',
      '엔딩',
      '엔딩 크레딧',
      'ED',
      'ED2',
      'NCED',
      'Ending',
      'Ending Theme',
      'エンディング',
      'End Credits',
      '片尾曲',
      '04. ED',
      'Closing Credits',
    ],
    [
      'preview',
      '예고',
      '예고편',
      '다음 화 예고',
      '다음 이야기',
      '차회 예고',
      '予告',
      '次回予告',
      'Preview',
      'Next Episode Preview',
      'Next Time',
      '下集预告',
      '下回預告',
    ],
    [
      'recap',
      '지난 이야기',
      '지난 줄거리',
      'Recap',
      'Previously',
      'Previously on Moon Bakery',
      'あらすじ',
      '前回のあらすじ',
      '前情提要',
    ],
  ])('mean an %s: %s, %s and others', (kind, ...names) => {
    for (const name of names)
      expect([
        name,
        ...read(
          chaptersOf([
            ['Part A', 300],
            [name, 90],
            ['Part B', 600],
          ]),
        ),
      ]).toEqual([name, `${kind} 300-390`]);
  });

  it.each([
    'アバン',
    'Avant',
    'Part A',
    'Bパート',
    '본편',
    '本編',
    'Prologue',
    'Epilogue',
    'Chapter 1',
    '01',
    '',
    '00:05:00',
    'Operation Dawn',
    'Eddie',
    'The Ending of the World',
    'Opening Night Murder',
    'Preview Room 7 Story',
  ])('a chapter of the story is no part to skip: %s', (name) => {
    expect(
      read(
        chaptersOf([
          [name, 90],
          ['Rest', 900],
        ]),
      ),
    ).toEqual([]);
  });

  it('give all parts of an episode', () => {
    const episode = chaptersOf([
      ...([
        ['前回のあらすじ', 30],
        ['アバン', 60],
        ['オープニング', 90],
        ['Aパート', 600],
      ] as const),
      ...([
        ['Bパート', 500],
        ['エンディング', 90],
        ['Cパート', 40],
        ['予告', 30],
      ] as const),
    ]);
    expect(read(episode)).toEqual(['intro 90-180', 'outro 1280-1370', 'recap 0-30', 'preview 1410-1440']);
  });

  it('chapters of one part that lie side by side are one', () => {
    expect(
      read(
        chaptersOf([
          ['A', 100],
          ['Opening 1', 45],
          ['Opening 2', 45],
          ['B', 800],
        ]),
      ),
    ).toEqual(['intro 100-190']);
  });

  it('count when they are clear before vague ones', () => {
    expect(
      read(
        chaptersOf([
          ['Intro', 60],
          ['OP', 90],
          ['Episode', 1000],
          ['Credits', 60],
        ]),
      ),
    ).toEqual(['intro 60-150', 'outro 1150-1210']);
    expect(
      marksOfChapters(
        chaptersOf([
          ['Intro', 60],
          ['Episode', 1000],
        ]),
        1060,
      ).intro?.confidence,
    ).toBeLessThan(0.75);
  });
});

it.each([
  ['Subtitle'],
  ['The Prologue Preview Show'],
  ['No Opening Today'],
  ['Ending up alone'],
  ['A recap of sorts'],
  ['An intro'],
])('a chapter called %s is no part to skip', (name) => {
  const chapters = chaptersOf([
    [name, 60],
    ['Part A', 600],
  ]);
  expect(read(chapters)).toEqual([]);
  expect(hasMarks(marksOfChapters(chapters, 660))).toBe(false);
});

it.each(['Chapter 03: Opening', '02 - OP', '[OP]', 'ch.1 opening', '03) OP'])('%s is an opening', (name) => {
  const chapters = chaptersOf([
    [name, 60],
    ['Part A', 600],
  ]);
  expect(read(chapters)).toEqual(['intro 0-60']);
  expect(hasMarks(marksOfChapters(chapters, 660))).toBe(true);
});

describe('several chapters of a kind', () => {
  it.each([
    ['Recap', 'recap 0-60'],
    ['OP', 'intro 0-60'],
    ['ED', 'outro 660-720'],
    ['Preview', 'preview 660-720'],
  ])('of %s, what the viewer meets first or what nothing follows counts', (name, mark) => {
    const chapters = chaptersOf([
      [name, 60],
      ['Part A', 600],
      [name, 60],
      ['Part B', 600],
    ]);
    expect(read(chapters)).toEqual([mark]);
  });
});

describe('times of chapters', () => {
  it('end where the next one starts when a chapter has no end, or too late a one', () => {
    const chapters = [
      { title: 'Episode', startSeconds: 90, endSeconds: 90 },
      { title: 'OP', startSeconds: 0, endSeconds: 0 },
      { title: 'ED', startSeconds: 1300, endSeconds: 9999 },
    ];
    expect(read(chapters, 1400)).toEqual(['intro 0-90', 'outro 1300-1400']);
  });

  it('chapters with times that no such part has give nothing', () => {
    expect(
      read(
        chaptersOf([
          ['OP', 2],
          ['Episode', 900],
        ]),
      ),
    ).toEqual([]);
    expect(
      read(
        chaptersOf([
          ['OP', 400],
          ['Episode', 900],
        ]),
      ),
    ).toEqual([]);
    expect(read(chaptersOf([['NCOP', 90]]))).toEqual([]);
    expect(read([{ title: 'OP', startSeconds: Number.NaN, endSeconds: Number.NaN }], 100)).toEqual([]);
    expect(read([{ title: 'ED', startSeconds: 500, endSeconds: 600 }], 400)).toEqual([]);
  });

  it('stay quick with a name without end', () => {
    const name = `${'1'.repeat(50_000)}${' op'.repeat(50_000)}`;
    const chapters = chaptersOf([
      [name, 90],
      ['Episode', 900],
    ]);
    expect(processorMs(() => expect(read(chapters)).toEqual([]))).toBeLessThan(200);
  });
});
