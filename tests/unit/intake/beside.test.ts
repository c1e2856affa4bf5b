import { appendFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING_BESIDE } from '#server/intake/beside/facts.ts';
import { createFindBeside } from '#server/intake/beside/find-beside.ts';
import { titleOf } from '#server/intake/beside/title-record.ts';
import { guessFromName } from '#server/intake/names.ts';
import { planTitles as planVideos } from '#server/intake/plan-titles.ts';
import { scan } from '#server/intake/scan.ts';
import { ratingWarning } from '#server/intake/terms.ts';
import { findTerms } from '../../../scripts/media/ask-terms.ts';
import { planTitles, settle } from '../../../scripts/media/plan-add.ts';
import { besideProblems, readBeside, takenLines } from '../../../scripts/media/read-beside.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-beside-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
const NOTHING = { title: undefined, name: undefined, season: undefined, episode: undefined };
const show = (title: string, more = '') => `<tvshow><title>${title}</title>${more}</tvshow>`;
const episode = (season: number, number: number, title: string, more = '') =>
  `<episodedetails><title>${title}</title><season>${season}</season><episode>${number}</episode>${more}</episodedetails>`;
const find = (path: string, season?: number) => createFindBeside(folder).find(join(folder, path), season);

describe('metadata beside a video', () => {
  test('are its own, and those of its title in the folders above', async () => {
    await fill({
      'Moon/Season 02/Moon - 03.mkv': 'video',
      'Moon/Season 02/moon - 03.NFO': episode(2, 3, '첫 반죽'),
      'Moon/tvshow.nfo': show('달빛 빵집'),
    });
    expect(await find('Moon/Season 02/Moon - 03.mkv')).toMatchObject({
      title: { name: '달빛 빵집' },
      episode: { season: 2, number: 3, subject: '첫 반죽' },
      files: ['moon - 03.NFO', 'tvshow.nfo'],
      notices: [],
    });
  });

  test('the metadata of a film is in movie.nfo or under its name, and no series above counts', async () => {
    const film = '<movie><title>바람 우체국</title></movie>';
    await fill({ 'tvshow.nfo': show('다른 작품'), 'film/wind.mkv': 'video', 'film/movie.nfo': film });
    expect((await find('film/wind.mkv')).title).toEqual({ name: '바람 우체국', isFilm: true });
    await fill({ 'film/other.mkv': 'video' });
    // With two videos, movie.nfo says nothing about either.
    expect((await find('film/wind.mkv')).title).toEqual({ name: '다른 작품' });
  });

  test('are never read above the folder that was added, nor through a link', async () => {
    await fill({ 'tvshow.nfo': show('비밀'), 'in/1.mkv': 'video', 'secret.nfo': episode(1, 1, '비밀') });
    await symlink(join(folder, 'secret.nfo'), join(folder, 'in/1.nfo'));
    const { title, episode: own } = await createFindBeside(join(folder, 'in')).find(join(folder, 'in/1.mkv'), 1);
    expect([title, own]).toEqual([null, null]);
  });

  test('metadata that is too large is reported and not read', async () => {
    await fill({ 'a/1.mkv': 'video', 'a/1.nfo': ' '.repeat(2_000_001) });
    expect((await find('a/1.mkv')).notices.map(({ message }) => message)).toEqual([
      '"1.nfo" is too large or too deep for metadata: nothing of it is used.',
    ]);
  });

  test('metadata that changes during a read is not half used', async () => {
    await fill({ 'a/1.mkv': 'video', 'a/1.nfo': episode(1, 1, '가'.repeat(200_000)) });
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await appendFile(join(folder, 'a/1.nfo'), ' ');
    })();
    for (let read = 0; read < 20; read += 1) {
      const found = await find('a/1.mkv');
      if (found.episode === null) expect(found.notices).toMatchObject([{ code: 'METADATA_CHANGED' }]);
      else expect(found).toMatchObject({ episode: { number: 1 }, notices: [] });
    }
    isOver = true;
    await writing;
  });
});

test('pictures are those of the season, then of the title; an episode has its own', async () => {
  const picture = { 'Moon/fanart.png': 'x', 'Moon/poster.jpg': 'x', 'Moon/season02-poster.jpg': 'x' };
  await fill({ ...picture, 'Moon/Season 2/Moon - 01.mkv': 'v', 'Moon/Season 2/moon - 01-thumb.jpg': 'x' });
  const at = (path: string) => join(folder, 'Moon', path);
  expect(await find('Moon/Season 2/Moon - 01.mkv', 2)).toMatchObject({
    pictures: { poster: at('season02-poster.jpg'), backdrop: at('fanart.png') },
    still: at('Season 2/moon - 01-thumb.jpg'),
  });
  expect((await find('Moon/Season 2/Moon - 01.mkv', 1)).pictures).toEqual({
    poster: at('poster.jpg'),
    backdrop: at('fanart.png'),
  });
  await fill({ 'film/wind.mkv': 'v', 'film/folder.jpg': 'x', 'film/wind-fanart.jpg': 'x', 'film/landscape.webp': '' });
  const film = await find('film/wind.mkv');
  expect(film.pictures).toEqual({
    poster: join(folder, 'film/folder.jpg'),
    backdrop: join(folder, 'film/wind-fanart.jpg'),
  });
});

describe('a folder with metadata', () => {
  const plan = async (path = '.') => {
    const { videos } = await scan(join(folder, path));
    const read = await readBeside(join(folder, path), videos);
    return { problems: besideProblems(read), planned: planTitles(read, NOTHING) };
  };

  test('becomes the title and the episodes that they say', async () => {
    await fill({
      'Moon/tvshow.nfo': show('달빛 빵집', '<plot>밤.</plot><mpaa>12</mpaa>'),
      'Moon/Season 2/a.mkv': 'v',
      'Moon/Season 2/a.nfo': episode(2, 7, '반죽', '<plot>반죽한다.</plot>'),
      'Moon/Season 2/b.mkv': 'v',
      'Moon/Season 2/b.nfo': episode(2, 8, '굽기'),
    });
    const { planned } = await plan('Moon');
    expect(planned).toMatchObject([
      {
        name: '달빛 빵집 2기',
        facts: { synopsis: '밤.', contentRating: '12' },
        episodes: [
          { number: 7, subject: '반죽', isUnsure: false, facts: { synopsis: '반죽한다.' } },
          { number: 8, subject: '굽기', isUnsure: false },
        ],
      },
    ]);
    expect(settle(planned).refused).toEqual([]);
    expect(takenLines(planned[0]!)).toEqual([
      ...['    name: 달빛 빵집', '    synopsis: 밤.', '    contentRating: 12'],
      '    7화: subject: 반죽; synopsis: 반죽한다.',
      '    8화: subject: 굽기',
    ]);
  });

  test('asks where a file contradicts a clear name', async () => {
    await fill({ 'Moon/Moon - S01E03.mkv': 'v', 'Moon/Moon - S01E03.nfo': episode(1, 4, '복사한 것') });
    const { planned } = await plan('Moon');
    expect(planned[0]!.episodes).toMatchObject([{ number: 4, isUnsure: true }]);
    expect(settle(planned).refused).toHaveLength(1);
  });

  test('tells what is wrong with a file once, and takes the rest', async () => {
    await fill({
      'Moon/tvshow.nfo': '<html><body>404</body></html>',
      'Moon/Moon - 01.mkv': 'v',
      'Moon/Moon - 02.mkv': 'v',
    });
    const { planned, problems } = await plan('Moon');
    expect(problems).toEqual(['"tvshow.nfo" is a web page, not metadata: nothing of it is used.']);
    expect(planned).toMatchObject([{ name: 'Moon', episodes: [{ number: 1 }, { number: 2 }] }]);
  });

  test('a plan of one file has its title from the folder above', async () => {
    await fill({ 'Moon/tvshow.nfo': show('달빛 빵집'), 'Moon/Season 1/Moon - 02.mkv': 'v' });
    expect((await plan('Moon/Season 1/Moon - 02.mkv')).planned).toMatchObject([{ name: '달빛 빵집' }]);
  });
});

test('the words of the operator count before metadata', async () => {
  await fill({ 'Moon/tvshow.nfo': show('달빛 빵집'), 'Moon/1.mkv': 'v', 'Moon/1.nfo': episode(1, 4, '반죽') });
  const { videos } = await scan(join(folder, 'Moon'));
  const read = await readBeside(join(folder, 'Moon'), videos);
  const planned = planTitles(read, { ...NOTHING, name: '내 이름', season: 3, episode: 9 });
  expect(planned).toMatchObject([{ name: '내 이름 3기', episodes: [{ number: 9, isUnsure: false }] }]);
});

describe('a new title', () => {
  const art = { poster: 'a.svg', wide: 'b.svg', backdrop: 'c.svg' };
  const now = new Date('2026-11-20T12:00:00Z');

  test('has what metadata say', () => {
    const facts = {
      name: '달빛 빵집',
      originalName: '月光のパン屋',
      synopsis: '밤.',
      airedAt: '2024-04-07',
      isEnded: false,
      genres: ['코미디'],
      director: '한 감독',
      studio: '별 공방',
      cast: ['가'],
      ids: { tvdb: '81797', other: '1' },
    };
    expect(titleOf({ name: '달빛 빵집 2기', content_rating: '12', facts }, art, now)).toMatchObject({
      name: '달빛 빵집 2기',
      names: [{ lang: 'ja', name: '月光のパン屋' }],
      synopsis: '밤.',
      medium: 'TVA',
      genres: ['코미디'],
      director: '한 감독',
      production: '별 공방',
      cast: ['가'],
      uniqueid: { tvdb: '81797', imdb: null },
      air: { year: 2024, quarter: 2, is_ended: false },
    });
  });

  test('has nothing in place of what nobody says', () => {
    expect(titleOf({ name: '달빛 빵집', content_rating: '12' }, art, now)).toMatchObject({
      synopsis: '',
      genres: [],
      director: '',
      production: '',
      cast: [],
      names: [],
    });
    const film = { name: '달빛', content_rating: 'all', facts: { isFilm: true, year: 2011 } } as const;
    expect(titleOf(film, art, now)).toMatchObject({ medium: '극장판', air: { year: 2011 } });
  });
});

describe('the terms of a title', () => {
  const words = { rating: undefined, access: undefined };
  const isNew = { isNew: true, facts: undefined };

  test('are told where nobody is asked', async () => {
    expect(await findTerms(words, isNew, undefined)).toEqual({
      terms: { rating: '19', access: 'free' },
      line: 'rated 19, because nothing says another one (--rating); access: free (--access)',
    });
    expect(await findTerms(words, { isNew: true, facts: { contentRating: '12' } }, undefined)).toMatchObject({
      terms: { rating: '12' },
      line: 'rated 12, as its metadata say; access: free (--access)',
    });
    expect((await findTerms({ rating: '15', access: 'avod' }, isNew, undefined)).line).toBe('rated 15; access: avod');
    expect((await findTerms(words, { ...isNew, isNew: false }, undefined)).line).toBe('access: free (--access)');
  });

  test('are asked until they are known', async () => {
    const answers = ['twelve', '12', ''];
    const questions: string[] = [];
    const ask = (question: string) => {
      questions.push(question);
      return Promise.resolve(answers.shift()!);
    };
    expect((await findTerms(words, isNew, ask)).terms).toEqual({ rating: '12', access: 'free' });
    expect(questions).toEqual([
      'Age rating (all, 7, 12, 15, 19) [19]: ',
      'Age rating (all, 7, 12, 15, 19) [19]: ',
      'Who may watch (free, avod, membership) [free]: ',
    ]);
  });

  test('are those of the title before when the operator says nothing else', async () => {
    const last = { rating: '12', access: 'avod' } as const;
    const questions: string[] = [];
    const ask = (question: string) => {
      questions.push(question);
      return Promise.resolve('');
    };
    expect((await findTerms(words, { ...isNew, last }, ask)).terms).toEqual(last);
    expect(questions).toEqual([expect.stringContaining('[12]'), expect.stringContaining('[avod]')]);
    const facts = { contentRating: '15' } as const;
    expect((await findTerms(words, { isNew: true, facts, last }, ask)).terms.rating).toBe('15');
  });

  test('warn when nobody could prove an age', () => {
    expect(ratingWarning('달빛', '19', false)).toContain('nobody will be able to watch it');
    expect([ratingWarning('달빛', '19', true), ratingWarning('달빛', '15', false)]).toEqual([null, null]);
  });
});

test('a picture that the files beside a video name comes before one that only lies in its folder', () => {
  const video = { source: '/a.mkv', shown: 'a.mkv', pictures: { poster: '/folder.jpg', backdrop: '/fanart.jpg' } };
  const beside = { ...NOTHING_BESIDE, pictures: { poster: '/a-poster.jpg' }, still: undefined };
  const [planned] = planVideos([{ ...video, guess: guessFromName('달빛 - 01.mkv'), beside }], NOTHING);
  expect(planned!.pictures).toEqual({ poster: '/a-poster.jpg', backdrop: '/fanart.jpg' });
});
