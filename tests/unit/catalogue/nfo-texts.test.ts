import { expect, test } from 'vitest';
import { readNfo } from '#server/intake/beside/read-nfo.ts';
import { buildTitleRecord } from '#tests/support/server/server-records.ts';
import { episodeNfo, titleNfo } from '../../../scripts/catalogue/nfo-texts.ts';

const read = ({ text }: { text: string }) => readNfo(Buffer.from(text), '"a.nfo"');

test('an exported title is read again as it was', () => {
  const title = buildTitleRecord(8, {
    name: '달빛 <빵집> & 친구',
    synopsis: '"밤"에만 연다.',
    content_rating: '15',
    genres: ['일상', '코미디'],
    director: '한 감독',
    production: '별 공방',
    cast: ['가 성우', '나 & 다'],
    names: [{ lang: 'ja', name: '月光' }],
    air: { year: 2024, quarter: 2, weekday: null, is_ended: false },
  });
  const { file } = titleNfo(title);
  expect(file).toBe('tvshow.nfo');
  expect(read(titleNfo(title))).toMatchObject({
    kind: 'tvshow',
    title: {
      name: '달빛 <빵집> & 친구',
      originalName: '月光',
      contentRating: '15',
      airedAt: '2024-04-01',
      isEnded: false,
      synopsis: '"밤"에만 연다.',
      genres: ['일상', '코미디'],
      director: '한 감독',
      studio: '별 공방',
      cast: ['가 성우', '나 & 다'],
    },
    notices: [],
  });
  expect(titleNfo({ ...title, medium: '극장판' }).file).toBe('movie.nfo');
});

test('an exported episode has its number, and one without a number is left out', () => {
  const [episode] = buildTitleRecord(8).episodes;
  const told = { ...episode!, episode_num: '12.5화', subject: '첫 반죽', synopsis: '' };
  expect(episodeNfo(told)!.file).toBe('12.5.nfo');
  expect(read(episodeNfo(told)!).episode).toEqual({ season: 1, number: 12.5, subject: '첫 반죽' });
  expect(episodeNfo({ ...told, episode_num: '특별편' })).toBeUndefined();
});
