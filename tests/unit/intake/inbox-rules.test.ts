import { describe, expect, test } from 'vitest';
import { uploadEndings } from '#contract/console/inbox.ts';
import type { Beside } from '#server/intake/beside/facts.ts';
import { isMetadata, isPicture, isSound, isSubtitle, isVideo } from '#server/intake/file-kinds.ts';
import { videoNamesOf } from '#server/intake/inbox/lone-subtitle.ts';
import { isPictureOf, isSubtitleOf, judgeUpload, tidyPath } from '#server/intake/inbox/file-rules.ts';
import {
  filesOfSubtitles,
  findMissingHalves,
  isOtherHalf,
  subtitleNameOf,
} from '#server/intake/inbox/own-subtitles.ts';
import { isCertain, proposeTitles, type NamedFile } from '#server/intake/inbox/propose.ts';
import { createUploadLocks } from '#server/intake/inbox/upload-locks.ts';

const file = (path: string, kind: NamedFile['kind'] = 'video'): NamedFile => ({ id: path, kind, path });

test.each([
  ['a/./b/../c.mkv', 'a/b/c.mkv'],
  ['/etc//passwd', 'etc/passwd'],
  ['여우.mkv'.normalize('NFD'), '여우.mkv'],
  ['a\u202e\nb.mkv', 'a b.mkv'],
  ['\u0000/ /..', ''],
  ['a  b\t.mkv', 'a b .mkv'],
  // The ending says what it is, so the start of a long name goes.
  [`${'가'.repeat(252)}.mkv`, `${'가'.repeat(251)}.mkv`],
])('reads the path %j as %j', (path, tidied) => expect(tidyPath(path)).toBe(tidied));

test('takes exactly the endings that the console offers', () => {
  for (const [kind, endings] of Object.entries(uploadEndings))
    for (const ending of endings) {
      const kinds = {
        video: isVideo(`.${ending}`),
        sound: isSound(`.${ending}`),
        subtitle: isSubtitle(`.${ending}`),
        picture: isPicture(`.${ending}`),
        metadata: isMetadata(`.${ending}`),
      };
      expect({ ending, kinds }).toEqual({
        ending,
        kinds: { video: false, sound: false, subtitle: false, picture: false, metadata: false, [kind]: true },
      });
      expect(judgeUpload(kind === 'picture' ? `poster.${ending}` : `a.${ending}`, 1)).toMatchObject({ kind });
    }
});

describe('refused uploads', () => {
  const GB = 1024 ** 3;
  test.each([
    ['without a name', '/', 1, '이름이 없는'],
    ['that names other files', 'a.m3u8', 1, '재생 목록'],
    ['of another kind', 'a.exe', 1, '만 받을 수 있어요'],
    ['that is a picture of nothing known', 'a.jpg', 1, 'poster, wide, backdrop'],
    ['that is empty', 'a.mkv', 0, '빈 파일'],
    ['that is a video of more than 200 GB', 'a.mkv', 200 * GB + 1, '200GB'],
    ['that is a picture of more than 20 MB', 'poster.jpg', 20_000_001, '20MB'],
    ['that is metadata of more than 2 MB', 'tvshow.nfo', 2_000_001, '2MB'],
    ['that is a subtitle of more than 20 MB', 'a.srt', 20_000_001, '20MB'],
    ['that has pictures of more than 250 MB', 'a.sup', 250_000_001, '250MB'],
    ['that is an index of more than 16 MB', 'a.IDX', 16_000_001, '16MB'],
  ])('an upload %s is refused before it is received', (_what, path, bytes, shown) => {
    expect(judgeUpload(path, bytes)).toMatchObject({
      code: shown.endsWith('B') ? 'FILE_TOO_LARGE' : 'FILE_REFUSED',
      shown: expect.stringContaining(shown),
    });
  });

  test.each([
    ['a/b.mkv', 200 * GB, 'video'],
    ['a/b.srt', 20_000_000, 'subtitle'],
    ['a/b.sub', 250_000_000, 'subtitle'],
    ['a/POSTER.JPG', 20_000_000, 'picture'],
    ['a/backdrop.webp', 1, 'picture'],
    ['a/season02-poster.jpg', 1, 'picture'],
    ['a/fanart.png', 1, 'picture'],
    ['a/Moon - 01-thumb.jpg', 1, 'picture'],
    ['a/tvshow.nfo', 2_000_000, 'metadata'],
  ])('an upload of %s with %d bytes is accepted', (path, bytes, kind) =>
    expect(judgeUpload(path, bytes)).toEqual({ path, kind }),
  );
});

test('knows a picture by its first bytes', () => {
  const starts = {
    '.jpg': [0xff, 0xd8, 0xff, 0xe0],
    '.png': [0x89, 0x50, 0x4e, 0x47],
    '.webp': [...Buffer.from('RIFF0000WEBP')],
    '.avif': [...Buffer.from('0000ftypavif')],
  };
  for (const [ending, start] of Object.entries(starts))
    for (const other of Object.keys(starts)) expect(isPictureOf(other, Buffer.from(start))).toBe(other === ending);
  expect(isPictureOf('.JPEG', Buffer.from(starts['.jpg']))).toBe(true);
  expect(isPictureOf('.webp', Buffer.from('RIFF0000WAVE'))).toBe(false);
  expect(isPictureOf('.gif', Buffer.from('GIF89a'))).toBe(false);
});

test.each([
  ['a.sup', 'PG\0\0', true],
  ['a.SUP', 'GP\0\0', false],
  ['a.idx', '# VobSub index file, v7', true],
  ['a.idx', '\xef\xbb\xbf# VobSub index file, v7', true],
  ['a.idx', '[index]', false],
  ['a.sub', '\0\0\x01\xba', true],
  ['a.sub', '{10}{30}a text', false],
  ['a.srt', '1', true],
])('%s that begins with %j is as its ending says: %s', (path, start, isSo) =>
  expect(isSubtitleOf(path.slice(1), Buffer.from(start, 'latin1'))).toBe(isSo),
);

describe('a subtitle without its video', () => {
  test.each([
    ['여우/여우 - 02.ko.srt', ['여우/여우 - 02.mkv']],
    ['여우 - 02.ja.sup', ['여우 - 02.mkv']],
    ['여우/Subs/2화.ko.sup', ['여우/Subs/2화.mkv', '여우/2화.mkv']],
    ['여우/Subs/여우 - 02/2_Korean.idx', ['여우/Subs/여우 - 02.mkv', '여우/여우 - 02.mkv']],
    ['Subs/2_Korean.sup', ['Subs.mkv']],
    ['Korean.sup', []],
  ])('%s may be that of %j', (path, videos) => expect(videoNamesOf(path)).toEqual(videos));

  test('of a DVD misses the other one of its two files, unless that came under its name', () => {
    const files = [
      file('a/1.ko.idx', 'subtitle'),
      file('a/1.KO.SUB'.normalize('NFD'), 'subtitle'),
      file('a/2화.idx', 'subtitle'),
      file('b/2화.sub', 'subtitle'),
      file('a/3.sup', 'subtitle'),
      file('a/4.srt', 'subtitle'),
    ];
    expect([...findMissingHalves(files)]).toEqual([
      ['a/2화.idx', '2화.sub'],
      ['b/2화.sub', '2화.idx'],
    ]);
    const [index, pictures, other] = files;
    expect([isOtherHalf(index!, pictures!), isOtherHalf(pictures!, index!)]).toEqual([true, true]);
    expect([isOtherHalf(other!, pictures!), isOtherHalf(index!, other!), isOtherHalf(index!, index!)]).toEqual(
      Array(3).fill(false),
    );
  });
});

describe('proposals', () => {
  test('group videos by the titles in their names, with the pictures of their folders', () => {
    const proposed = proposeTitles([
      file('달빛 빵집/시즌 2/02.mkv'),
      file('달빛 빵집/시즌 2/01.mkv'),
      file('달빛 빵집/poster.jpg', 'picture'),
      file('[Bora] 여우 - 12.5.mkv'),
      file('wide.png', 'picture'),
    ]);
    expect(
      proposed.map(({ name, episodes, pictures }) => [
        name,
        episodes.map(({ number }) => number),
        Object.entries(pictures).map(([kind, one]) => [kind, typeof one === 'string' ? one : one.path]),
      ]),
    ).toEqual([
      [
        '달빛 빵집 2기',
        [1, 2],
        [
          ['poster', '달빛 빵집/poster.jpg'],
          ['wide', 'wide.png'],
        ],
      ],
      ['여우', [12.5], [['wide', 'wide.png']]],
    ]);
  });

  test('have the title, the numbers and the pictures that metadata beside the videos say', () => {
    const told = (path: string, beside: Partial<Beside>): NamedFile => ({
      ...file(path, 'metadata'),
      beside: { title: null, episode: null, files: [path.split('/').at(-1)!], notices: [], ...beside },
    });
    const [title, ...more] = proposeTitles([
      file('Moon/Season 2/a.mkv'),
      file('Moon/Season 2/b.mkv'),
      told('Moon/tvshow.nfo', { title: { name: '달빛 빵집', synopsis: '밤.' } }),
      told('Moon/Season 2/A.nfo', { episode: { season: 2, number: 7, subject: '반죽' } }),
      told('Moon/Season 2/b.nfo', { episode: { season: 2, number: 8 } }),
      told('Other/a.nfo', { episode: { number: 99 } }),
      file('Moon/Season 2/b-thumb.jpg', 'picture'),
      file('Moon/fanart.jpg', 'picture'),
      file('Moon/poster.jpg', 'picture'),
      file('Moon/season02-poster.jpg', 'picture'),
    ]);
    expect(more).toEqual([]);
    expect(title).toMatchObject({
      name: '달빛 빵집 2기',
      facts: { synopsis: '밤.' },
      files: ['A.nfo', 'tvshow.nfo', 'b.nfo'],
      pictures: { poster: { path: 'Moon/season02-poster.jpg' }, backdrop: { path: 'Moon/fanart.jpg' } },
      episodes: [
        { number: 7, subject: '반죽', still: undefined, metadata: [{ path: 'Moon/Season 2/A.nfo' }, {}] },
        { number: 8, subject: null, still: { path: 'Moon/Season 2/b-thumb.jpg' } },
      ],
    });
  });

  test('keep trailers and extras apart, without a title, and say what they are', () => {
    const proposed = proposeTitles([
      file('여우/여우 - 01.mkv'),
      file('여우/여우 - 예고편.mkv'),
      file('여우/여우 - 02-03.mkv'),
      file('여우/여우 - NCED.mkv'),
    ]);
    expect(
      proposed.map(({ name, episodes }) => [
        name,
        episodes.map(({ number, isUnsure, leftOutAs }) => [number, isUnsure, leftOutAs]),
      ]),
    ).toEqual([
      [
        '여우',
        [
          [1, false, null],
          [2, true, null],
        ],
      ],
      [
        undefined,
        [
          [undefined, true, 'trailer'],
          [undefined, true, 'ending'],
        ],
      ],
    ]);
  });

  test('give a video the subtitles in its folder and in folders of subtitles there', () => {
    const [title] = proposeTitles([
      file('a/여우 - 01.mkv'),
      file('a/여우 - 01.ko.srt'.normalize('NFD'), 'subtitle'),
      file('a/여우 - 01.JA.Forced.ass', 'subtitle'),
      file('a/여우 - 02.srt', 'subtitle'),
      file('b/여우 - 01.srt', 'subtitle'),
      file('a/자막/1화.smi', 'subtitle'),
      file('a/Subs/여우 - 01/2_English.srt', 'subtitle'),
      file('a/other/1화.smi', 'subtitle'),
    ]);
    expect(title!.episodes[0]!.subtitles.map(({ path }) => path.normalize('NFC'))).toEqual([
      'a/여우 - 01.ko.srt',
      'a/여우 - 01.JA.Forced.ass',
      'a/자막/1화.smi',
      'a/Subs/여우 - 01/2_English.srt',
    ]);
  });

  test('give a video subtitles of discs with both of their files, and none with one of them', () => {
    const [title] = proposeTitles([
      file('a/여우 - 01.mkv'),
      file('a/여우 - 02.mkv'),
      file('a/여우 - 01.ja.sup', 'subtitle'),
      file('a/여우 - 01.ko.SUB'.normalize('NFD'), 'subtitle'),
      file('a/여우 - 01.ko.idx', 'subtitle'),
      file('a/여우 - 01.en.idx', 'subtitle'),
      file('b/여우 - 01.en.sub', 'subtitle'),
      file('a/여우 - 02.sub', 'subtitle'),
    ]);
    expect(
      title!.episodes.map(({ subtitles }) => filesOfSubtitles(subtitles).map(({ path }) => path.normalize('NFC'))),
    ).toEqual([['a/여우 - 01.ja.sup', 'a/여우 - 01.ko.idx', 'a/여우 - 01.ko.SUB'], []]);
  });

  test('name a subtitle on the disk by words of ours', () => {
    const nameOf = (path: string) => {
      const [subtitle] = proposeTitles([file('여우 $(x).mkv'), file(path, 'subtitle')])[0]!.episodes[0]!.subtitles;
      return subtitleNameOf('id', subtitle!);
    };
    expect(nameOf('여우 $(x).SRT')).toBe('id.srt');
    expect(nameOf('여우 $(x).korean.sdh.srt')).toBe('id.ko.sdh.srt');
    expect(nameOf('여우 $(x).default.jpn.forced.ass')).toBe('id.ja.default.forced.ass');
    expect(nameOf('Subs/2_Korean.srt')).toBe('id.ko.srt');
  });

  test('of twice as many files read twice as many names, because no video is compared with each file', () => {
    const countReads = (cntFiles: number) => {
      let cnt = 0;
      const files = Array.from({ length: cntFiles }, (_, index) => ({
        ...file(''),
        id: String(index),
        get path() {
          cnt += 1;
          return `제목 ${Math.floor(index / 12)}/${1 + (index % 12)}화.mkv`;
        },
      }));
      expect(proposeTitles(files).flatMap(({ episodes }) => episodes)).toHaveLength(cntFiles);
      return cnt;
    };
    expect(countReads(240)).toBeLessThanOrEqual(2 * countReads(120));
  });

  test('are certain with a free number, which one file has, in a title whose access is known', () => {
    const known = { numbers: [3, 4], taken: new Set([1, 2]), access: 'free' };
    expect(isCertain({ number: 3, isUnsure: false }, known)).toBe(true);
    expect(isCertain({ number: 0, isUnsure: false }, { ...known, numbers: [0] })).toBe(true);
    expect(isCertain({ number: 3, isUnsure: true }, known)).toBe(false);
    expect(isCertain({ number: undefined, isUnsure: false }, known)).toBe(false);
    expect(isCertain({ number: 2, isUnsure: false }, { ...known, numbers: [2] })).toBe(false);
    expect(isCertain({ number: 3, isUnsure: false }, { ...known, numbers: [3, 3] })).toBe(false);
    expect(isCertain({ number: 3, isUnsure: false }, { ...known, access: undefined })).toBe(false);
  });
});

describe('locks of uploads', () => {
  const { signal } = new AbortController();

  test('let a newer request wait until the older one has ended, which is asked to end', async () => {
    const locks = createUploadLocks();
    const [older, newer] = [locks.newLock('a'), locks.newLock('a')];
    const told: string[] = [];
    await older.lock(signal, () => void told.push('older is asked'));
    const waiting = newer.lock(signal, () => undefined).then(() => told.push('newer begins'));
    await locks.newLock('b').lock(signal, () => undefined);
    expect(told).toEqual(['older is asked']);
    told.push('older ends');
    await older.unlock();
    await waiting;
    expect(told).toEqual(['older is asked', 'older ends', 'newer begins']);
  });

  test('refuse a request that waits for too long or is gone, and stay with the older one', async () => {
    const over = new AbortController();
    const gone = new AbortController();
    const locks = createUploadLocks(() => over.signal);
    const older = locks.newLock('a');
    await older.lock(signal, () => undefined);
    const late = locks.newLock('a').lock(signal, () => undefined);
    const left = locks.newLock('a').lock(gone.signal, () => undefined);
    gone.abort();
    await expect(left).rejects.toMatchObject({ status_code: 500 });
    over.abort();
    await expect(late).rejects.toMatchObject({ status_code: 500 });
    await older.unlock();
  });
});
