import { expect, test } from 'vitest';
import { readNfo } from '#server/intake/beside/read-nfo.ts';

/* The values of single fields. */

const titleWith = (fields: string) => readNfo(Buffer.from(`<tvshow>${fields}</tvshow>`), '"tvshow.nfo"').title;
const episodeWith = (fields: string) =>
  readNfo(Buffer.from(`<episodedetails>${fields}</episodedetails>`), '"1.nfo"').episode;
const synopsisOf = (plot: string) => titleWith(`<plot>${plot}</plot>`)?.synopsis;

test('signs of web pages are read twice where a program has written them twice', () => {
  expect(synopsisOf('a&amp;nbsp;b&amp;amp;c&amp;quot;d&amp;apos;e&amp;hellip;f&amp;mdash;g&amp;ndash;h')).toBe(
    'a b&c"d\'e…f—g–h',
  );
  expect(
    synopsisOf('&amp;lsquo;가&amp;rsquo; &amp;ldquo;나&amp;rdquo; 다&amp;middot;라 &amp;other; 3 &amp;gt; 2'),
  ).toBe('‘가’ “나” 다·라 &other; 3 > 2');
  expect(synopsisOf('1 &amp;lt; 2')).toBe('1 < 2');
});

test('a long text is cut at a character, without a blank before the dots', () => {
  const long = `${'가'.repeat(998)} 나다라`;
  expect(synopsisOf(long)).toBe(`${'가'.repeat(998)}…`);
  expect(synopsisOf('가'.repeat(1000))).toBe('가'.repeat(1000));
  expect(synopsisOf(`${'가'.repeat(998)}🌙나`)).toBe(`${'가'.repeat(998)}…`);
});

test.each([
  ['outline', '<outline>짧게</outline>', '짧게'],
  ['tagline', '<tagline>한마디</tagline>', '한마디'],
  ['plot before outline', '<outline>짧게</outline><plot>길게</plot>', '길게'],
])('the synopsis is in %s', (_, fields, synopsis) => expect(titleWith(fields)?.synopsis).toBe(synopsis));

test.each([
  [' 2019 ', 2019],
  ['1950', 1950],
  ['2100', 2100],
  ['1949', undefined],
  ['2101', undefined],
  ['2019.5', undefined],
  ['2019년', undefined],
  ['x2019', undefined],
  ['', undefined],
])('the year "%s" is %s', (year, found) =>
  expect(titleWith(`<title>제목</title><year>${year}</year>`)?.year).toBe(found),
);

test.each([
  ['2024-4-7', '2024-04-07'],
  ['2024.04.07', '2024-04-07'],
  ['2024/04/07 21:30:00', '2024-04-07'],
  ['2024-04-07T00:00:00Z', '2024-04-07'],
  ['2024-02-30', undefined],
  ['1899-12-31', undefined],
  ['2024-04-07x', undefined],
  ['in 2024-04-07', undefined],
])('the day "%s" is %s', (day, found) =>
  expect(titleWith(`<title>제목</title><premiered>${day}</premiered>`)?.airedAt).toBe(found),
);

test.each([
  ['Ended', true],
  ['complete', true],
  ['Completed', true],
  ['cancelled', true],
  ['완결', true],
  ['Returning Series', false],
  ['방영중', false],
  ['Continuing someday', undefined],
  ['never ended', undefined],
  ['', undefined],
])('a title with the status "%s" has ended: %s', (status, isEnded) =>
  expect(titleWith(`<title>제목</title><status>${status}</status>`)?.isEnded).toBe(isEnded),
);

const rated = (value: string, more = '') =>
  titleWith(`<title>제목</title><ratings><rating${more}><value>${value}</value></rating></ratings>`)?.score;
test('a score is of ten, and one that cannot be is left out', () => {
  expect([rated('7,4'), rated('10'), rated('83', ' max="100"'), rated('0'), rated('-1')]).toEqual([
    7.4,
    10,
    8.3,
    undefined,
    undefined,
  ]);
  expect([rated('11'), rated('5', ' max="0"'), rated('7.4 of 10'), rated('1234567')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each(['mpaa', 'certification', 'contentrating'])('the age limit is in %s', (name) => {
  expect(titleWith(`<title>제목</title><${name}>15세 이상</${name}>`)?.contentRating).toBe('15');
});

test('a title has ten genres and ten ids at most', () => {
  const many = Array.from({ length: 12 }, (_, index) => index + 1);
  const title = titleWith(
    `<title>제목</title>${many.map((n) => `<genre>장르${n}</genre><uniqueid type="db${n}">${n}</uniqueid>`).join('')}`,
  );
  expect([title?.genres?.length, Object.keys(title?.ids ?? {}).length]).toEqual([10, 10]);
});

test.each([
  ['<season>0</season><episode>0</episode>', 0, 0],
  ['<season>999</season><episode>9999</episode>', 999, 9999],
  ['<season>1000</season><episode>10000</episode>', undefined, undefined],
  ['<season>-1</season><episode>-1</episode>', undefined, undefined],
  ['<season>1.5</season><episode>12.5</episode>', undefined, 12.5],
  ['<season>둘</season>', undefined, undefined],
])('%s is season %s, episode %s', (fields, season, number) => {
  const { season: foundSeason, number: foundNumber } = episodeWith(`<title>이름</title>${fields}`)!;
  expect([foundSeason, foundNumber]).toEqual([season, number]);
});

test('a file with two episodes has the texts of both', () => {
  const both = ['하나', '둘'].map((n) => `<episodedetails><title>${n}</title><plot>${n}.</plot></episodedetails>`);
  expect(readNfo(Buffer.from(both.join('')), '"1.nfo"').episode).toEqual({
    subject: '하나 / 둘',
    synopsis: '하나. 둘.',
  });
});
