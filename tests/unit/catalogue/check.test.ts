import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CatalogueError, checkCatalogue, type ClipRecord, type SourcedRecord } from '#server/catalogue/format/index.ts';
import { buildClip, buildEpisode, buildProfileImage, buildTheme, buildTitle, read } from './build.ts';

const rest = [read(buildClip()), read(buildTheme()), read(buildProfileImage())];

async function problemsOf(records: readonly SourcedRecord[], folder?: string): Promise<string[]> {
  try {
    await checkCatalogue(records, folder === undefined ? {} : { folder });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogueError);
    return (error as CatalogueError).message.split('\n');
  }
}

const withTitle = (own: Parameters<typeof buildTitle>[0]) => [
  read(buildTitle(own), 'records/titles/wind.json'),
  ...rest,
];
const withClip = (own: Parameters<typeof buildClip>[0]) => [
  read(buildTitle()),
  read(buildTheme()),
  read(buildClip(own)),
];

test('a valid catalogue has no problems', async () => {
  expect(await problemsOf([read(buildTitle()), ...rest])).toEqual([]);
});

test('a title without episodes and a clip without markers are allowed', async () => {
  expect(
    await problemsOf([...withTitle({ episodes: [] }), read(buildClip({ id: 'bare', intro: null, outro: null }))]),
  ).toEqual([]);
});

test('a language has one name, and an alias stands once', async () => {
  const names = [
    { lang: 'ja', name: '風' },
    { lang: 'ja', name: '嵐' },
  ];
  expect(await problemsOf(withTitle({ names, aliases: ['바람', '바람'] }))).toEqual([
    '"바람이 머무는 자리" (records/titles/wind.json): names[1].lang: duplicate "ja"',
    '"바람이 머무는 자리" (records/titles/wind.json): aliases[1]: duplicate "바람"',
  ]);
});

describe('references', () => {
  test('an episode refers to a missing clip', async () => {
    const episodes = [buildEpisode(), buildEpisode({ id: 1002, order: 2, clip: 'harbour' })];
    expect(await problemsOf(withTitle({ episodes }))).toEqual([
      '"바람이 머무는 자리" (records/titles/wind.json): episodes[1].clip: no such clip "harbour"',
    ]);
  });

  test('a theme refers to a missing title', async () => {
    expect(await problemsOf(withTitle({ themes: [1, 9] }))).toEqual([
      '"바람이 머무는 자리" (records/titles/wind.json): themes[1]: no such theme 9',
    ]);
  });

  test('a trailer refers to a missing clip, an encrypted one, or one that opens an episode', async () => {
    const trailer = (id: string, path: string, drm?: ClipRecord['streams'][number]['drm']) =>
      read(
        buildClip({ id, streams: [{ protocol: 'dash', path, ...(drm && { drm }) }], subtitles: [] }),
        `records/clips/${id}.json`,
      );
    const sealed = { key_system: 'org.w3.clearkey', license_url: null, clear_keys: null };
    const found = async (id: string) =>
      (
        await problemsOf([
          ...withTitle({ trailer: id }),
          trailer('good', 'media/good/manifest.mpd'),
          trailer('sealed', 'media/sealed/manifest.mpd', sealed),
          trailer('above', 'media/manifest.mpd'),
        ])
      ).map((problem) => problem.split('.json): ')[1]);
    expect(await found('good')).toEqual([]);
    expect(await found('none')).toEqual(['trailer: no such clip "none"']);
    expect(await found('sealed')).toEqual(['trailer: every stream of clip "sealed" is encrypted']);
    expect(await found('harbor')).toEqual(['trailer: an episode plays clip "harbor"']);
    expect(await found('above')).toEqual(['trailer: its folder holds clip "harbor", which an episode plays']);
  });

  test.each(['themes', 'genres', 'tags'] as const)('%s that name one thing twice are a problem', async (field) => {
    const twice = field === 'themes' ? { themes: [1, 1] } : { [field]: ['바람', '바람'] };
    expect(await problemsOf(withTitle(twice))).toEqual([
      `"바람이 머무는 자리" (records/titles/wind.json): ${field}[1]: duplicate "${field === 'themes' ? 1 : '바람'}"`,
    ]);
  });
});

describe('ids', () => {
  test('two titles share an id: the later one is reported, with the earlier one', async () => {
    const other = read(buildTitle({ name: '다른 작품', episodes: [] }), 'records/titles/z.json');
    expect(await problemsOf([...withTitle({}), other])).toEqual([
      '"다른 작품" (records/titles/z.json): id: title id 10 is already used by "바람이 머무는 자리" (records/titles/wind.json)',
    ]);
  });

  test('two episodes of different titles share an id', async () => {
    const other = read(buildTitle({ id: 11, name: '다른 작품' }), 'records/titles/z.json');
    expect(await problemsOf([...withTitle({}), other])).toEqual([
      '"다른 작품" (records/titles/z.json): episodes[0].id: episode id 1001 is already used by "바람이 머무는 자리" (records/titles/wind.json)',
    ]);
  });

  test('two episodes of one title share an id', async () => {
    expect(await problemsOf(withTitle({ episodes: [buildEpisode(), buildEpisode({ order: 2 })] }))).toEqual([
      '"바람이 머무는 자리" (records/titles/wind.json): episodes[1].id: episode id 1001 is already used in this record',
    ]);
  });

  test('the same number may be used by different kinds', async () => {
    expect(await problemsOf([...withTitle({ id: 1 }), read(buildTheme({ id: 1001 }))])).toEqual([]);
  });

  test.each([read(buildClip(), 'b.json'), read(buildTheme(), 'b.json'), read(buildProfileImage(), 'b.json')])(
    'a second $record.kind has the same id',
    async (second) => {
      const problems = await problemsOf([...withTitle({}), second]);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`(b.json): id: ${second.record.kind} id ${second.record.id} is already used by`);
    },
  );

  test('two titles share a place in a series', async () => {
    const other = read(buildTitle({ id: 11, name: '2기', episodes: [], series: { id: 5, order: 1 } }), 'z.json');
    expect(await problemsOf([...withTitle({ series: { id: 5, order: 1 } }), other])).toEqual([
      '"2기" (z.json): series.order: place 1 of series 5 is already used by "바람이 머무는 자리"',
    ]);
  });
});

describe('orders of episodes', () => {
  test.each([
    ['a gap', [1, 3], 1, 3, 2],
    ['a repetition', [1, 1], 1, 1, 2],
    ['a start at 2', [2], 0, 2, 1],
    ['a reversal', [2, 1], 0, 2, 1],
  ])('%s in the orders of episodes is a problem', async (_, orders, index, order, due) => {
    const episodes = orders.map((value, at) => buildEpisode({ id: 2000 + at, order: value }));
    expect(await problemsOf(withTitle({ episodes }))).toContain(
      `"바람이 머무는 자리" (records/titles/wind.json): episodes[${index}].order: ${order} where ${due} is due: orders go 1, 2, 3 without a gap`,
    );
  });
});

describe('times of a clip', () => {
  test.each([
    ['an intro that ends before it starts', { intro: { start: 15, end: 5 } }, 'intro.end: not after the start (15)'],
    ['an intro without length', { intro: { start: 5, end: 5 } }, 'intro.end: not after the start (5)'],
    [
      'an intro past the end',
      { intro: { start: 5, end: 61 }, outro: null },
      'intro.end: after the end of the clip (60)',
    ],
    ['an outro at the end', { outro: { start: 60 } }, 'outro.start: after the end of the clip (60)'],
    ['an outro that ends before it starts', { outro: { start: 50, end: 50 } }, 'outro.end: not after the start (50)'],
    ['a recap inside the intro', { recap: { start: 0, end: 6 } }, 'recap.start: inside the intro (5-15)'],
    [
      'a preview inside an ending that has an end',
      { outro: { start: 40, end: 55 }, preview: { start: 50, end: 60 } },
      'preview.start: inside the outro (40-55)',
    ],
    ['a preview after the end', { preview: { start: 55, end: 61 } }, 'preview.end: after the end of the clip (60)'],
    ['an outro inside the intro', { outro: { start: 10 } }, 'outro.start: before the end of the intro (15)'],
  ])('%s is a problem', async (_, own, problem) => {
    expect(await problemsOf(withClip(own))).toEqual([`"harbor" (records/clip-harbor.json): ${problem}`]);
  });

  test('a recap may precede the intro, and a preview may follow the start of the ending', async () => {
    const parts = { recap: { start: 0, end: 5 }, outro: { start: 50 }, preview: { start: 55, end: 60 } };
    expect(await problemsOf(withClip(parts))).toEqual([]);
  });

  test('an intro may end with the clip, an outro may follow the intro immediately', async () => {
    expect(await problemsOf(withClip({ intro: { start: 0, end: 60 }, outro: null }))).toEqual([]);
    expect(await problemsOf(withClip({ intro: { start: 0, end: 50 }, outro: { start: 50 } }))).toEqual([]);
  });

  test('a protocol or a language that is named twice is a problem', async () => {
    const { streams, subtitles } = buildClip();
    expect(
      await problemsOf(withClip({ streams: [...streams, ...streams], subtitles: [...subtitles, ...subtitles] })),
    ).toEqual([
      '"harbor" (records/clip-harbor.json): streams[1].protocol: duplicate "dash"',
      '"harbor" (records/clip-harbor.json): subtitles[1].lang: duplicate "ko subtitle"',
    ]);
  });

  test('a language may have a track of each role and pictures beside it, and each only once', async () => {
    const { subtitles } = buildClip();
    const caption = subtitles.map((one) => ({ ...one, role: 'caption' as const }));
    const pictures = subtitles.map((one) => ({ ...one, sheets: [one.path] }));
    expect(await problemsOf(withClip({ subtitles: [...subtitles, ...pictures] }))).toEqual([]);
    expect(await problemsOf(withClip({ subtitles: [...pictures, ...pictures] }))).toEqual([
      '"harbor" (records/clip-harbor.json): subtitles[1].lang: duplicate "ko subtitle pictures"',
    ]);
    const sound = { lang: 'ko', role: 'main', label: '한국어' } as const;
    expect(await problemsOf(withClip({ subtitles: [...subtitles, ...caption], audio: [sound] }))).toEqual([]);
    expect(await problemsOf(withClip({ audio: [sound, { ...sound, role: 'dub' }, sound] }))).toEqual([
      '"harbor" (records/clip-harbor.json): audio[2].lang: duplicate "ko main"',
    ]);
  });
});

describe('products', () => {
  const product = {
    id: 5,
    episode_id: null,
    name: '전편 대여',
    kind: 'rental',
    rental_hours: 48,
    price: 4000,
  } as const;
  const problem = (text: string) => `"바람이 머무는 자리" (records/titles/wind.json): ${text}`;

  test('valid products, and an episode that one of them contains, have no problem', async () => {
    const episodes = [buildEpisode({ access: 'purchase' })];
    expect(await problemsOf(withTitle({ episodes, products: [product] }))).toEqual([]);
    expect(await problemsOf(withTitle({ episodes, products: [{ ...product, episode_id: 1001 }] }))).toEqual([]);
  });

  test('a product of another title’s episode is a problem', async () => {
    expect(await problemsOf(withTitle({ products: [{ ...product, episode_id: 9 }] }))).toEqual([
      problem('products[0].episode_id: no such episode 9 in this title'),
    ]);
  });

  test.each([
    ['a rental without hours', { ...product, rental_hours: null }],
    ['hours of a purchase', { ...product, kind: 'own' as const }],
  ])('%s is a problem', async (_, wrong) => {
    expect(await problemsOf(withTitle({ products: [wrong] }))).toEqual([
      problem('products[0].rental_hours: a rental needs hours, a purchase must have none'),
    ]);
  });

  test('an episode that is only sold needs a product that contains it', async () => {
    const episodes = [buildEpisode(), buildEpisode({ id: 1002, order: 2, access: 'purchase' })];
    expect(await problemsOf(withTitle({ episodes, products: [{ ...product, episode_id: 1001 }] }))).toEqual([
      problem('episodes[1].access: no product contains it'),
    ]);
  });

  test('two products share an id', async () => {
    expect(await problemsOf(withTitle({ products: [product, product] }))).toEqual([
      problem('products[1].id: product id 5 is already used in this record'),
    ]);
  });
});

describe('advertisement breaks', () => {
  const withBreaks = (breaks: number[]) => withTitle({ episodes: [buildEpisode({ ad_breaks: breaks })] });

  test('advertisement breaks before the start and in the middle are valid', async () => {
    expect(await problemsOf(withBreaks([0, 30, 59]))).toEqual([]);
  });

  test.each([
    ['the wrong way round', [30, 10], 'not after 30'],
    ['twice at one time', [30, 30], 'not after 30'],
    ['at the end', [0, 60], 'after the end of the clip (60)'],
  ])('breaks %s are a problem', async (_, breaks, message) => {
    expect(await problemsOf(withBreaks(breaks))).toEqual([
      `"바람이 머무는 자리" (records/titles/wind.json): episodes[0].ad_breaks[1]: ${message}`,
    ]);
  });
});

describe('files', () => {
  test('every missing file is reported, and a folder does not count as a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
    for (const path of [
      'pictures/poster.webp',
      'pictures/backdrop.webp',
      'media/harbor/manifest.mpd',
      'pictures/fox.webp',
    ]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), '');
    }
    await mkdir(join(folder, 'pictures/theme.webp'));
    const problems = await problemsOf(withTitle({}), folder);
    await rm(folder, { recursive: true });
    expect(problems).toEqual([
      '"바람이 머무는 자리" (records/titles/wind.json): art.wide: no such file "pictures/wide.webp"',
      '"바람이 머무는 자리" (records/titles/wind.json): episodes[0].thumbnail: no such file "pictures/01.webp"',
      '"harbor" (records/clip-harbor.json): subtitles[0].path: no such file "media/harbor/ko.vtt"',
      '"바람 부는 날" (records/theme-1.json): image: no such file "pictures/theme.webp"',
    ]);
  });
});

test('the check reports all problems of all records', async () => {
  const problems = await problemsOf([
    ...withTitle({ themes: [7], episodes: [buildEpisode({ clip: 'x', order: 4 })] }),
    read(buildClip({ id: 'second', intro: { start: 9, end: 2 } })),
  ]);
  expect(problems).toHaveLength(4);
});

/** Without the name and the place of the record. */
const fieldsOf = async (records: readonly SourcedRecord[]) =>
  (await problemsOf(records)).map((problem) => problem.replace(/^.*?\): /, ''));

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 2) + 1000 * seconds).toISOString();

describe('ends', () => {
  test.each<[string, string | { days_before_import: number }, string | null, string[]]>([
    ['with its release', at(0), at(0), ['episodes[0].ends_at: not after published_at']],
    ['after its release', at(0), at(1), []],
    ['never', at(0), null, []],
    ['some time after a release that an import sets', { days_before_import: 7 }, at(0), []],
  ])('an episode ends %s', async (_, published_at, ends_at, problems) => {
    expect(await fieldsOf(withTitle({ episodes: [buildEpisode({ published_at, ends_at })] }))).toEqual(problems);
  });

  test('a title ends after its first episode, if it has one', async () => {
    const episodes = [20, 10].map((seconds, index) =>
      buildEpisode({ id: 1001 + index, order: 1 + index, published_at: at(seconds) }),
    );
    expect(await fieldsOf(withTitle({ episodes, ends_at: at(10) }))).toEqual(['ends_at: not after its first episode']);
    expect(await fieldsOf(withTitle({ episodes, ends_at: at(11) }))).toEqual([]);
    expect(await fieldsOf(withTitle({ episodes: [], ends_at: at(0) }))).toEqual([]);
  });
});

test.each([
  [[0, 59], []],
  [[60], ['episodes[0].ad_breaks[0]: after the end of the clip (60)']],
  [[30, 30], ['episodes[0].ad_breaks[1]: not after 30']],
])('breaks at %j of a minute', async (ad_breaks, problems) => {
  expect(await fieldsOf(withTitle({ episodes: [buildEpisode({ access: 'avod', ad_breaks })] }))).toEqual(problems);
});

test.each([
  [{ skip_after: 59 }, []],
  [{ skip_after: 60 }, ['skip_after: after the end of the clip (60)']],
  [{ clip: 'none' }, ['clip: no such clip "none"']],
  [{ starts_at: at(0), ends_at: at(1) }, []],
  [{ starts_at: at(1), ends_at: at(0) }, ['ends_at: before starts_at']],
  [{ starts_at: at(1) }, []],
  [{ ends_at: at(0) }, []],
])('an advertisement of a minute with %j', async (own, problems) => {
  const streams = [{ protocol: 'dash' as const, path: 'media/ad/manifest.mpd' }];
  const clip = buildClip({ id: 'ad', streams, subtitles: [], intro: null, outro: null });
  const advertisement = { kind: 'advertisement' as const, id: 1, title: '푸딩', clip: 'ad', skip_after: null, ...own };
  expect(await fieldsOf([...withTitle({}), read(clip), read(advertisement)])).toEqual(problems);
});
