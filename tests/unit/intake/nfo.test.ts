import { describe, expect, it, test } from 'vitest';
import { readNfo } from '#server/intake/beside/read-nfo.ts';
import { readRating } from '#server/intake/beside/read-rating.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const FILE = '"tvshow.nfo"';
const read = (text: string | Uint8Array) => readNfo(typeof text === 'string' ? Buffer.from(text) : text, FILE);
const codes = (text: string | Uint8Array) => read(text).notices.map(({ code }) => code);

const SHOW = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<tvshow>
  <title>달빛 빵집</title>
  <originaltitle>月光ベーカリー</originaltitle>
  <ratings>
    <rating name="imdb" max="10"><value>5.1</value></rating>
    <rating name="local" max="100" default="true"><value>83</value><votes>12</votes></rating>
  </ratings>
  <plot>밤에만 여는 빵집 이야기.[CR]&lt;b&gt;새벽&lt;/b&gt;까지 &quot;달콤하게&quot;.</plot>
  <mpaa>15세 이상 관람가</mpaa>
  <premiered>2024-04-07</premiered>
  <year>2019</year>
  <status>Continuing</status>
  <genre>Comedy / 일상</genre><genre>Slice of Life</genre><genre>comedy</genre>
  <studio>은하 스튜디오</studio><studio>별 공방</studio>
  <director>한 감독</director>
  <uniqueid type="tvdb" default="true">81797</uniqueid><uniqueid type="../x">1</uniqueid><imdbid>tt0388629</imdbid>
  <actor><name>가 성우</name><role>제빵사</role><thumb>http://example.invalid/a.jpg</thumb></actor>
  <actor><name>나 성우</name></actor><actor><role>이름 없음</role></actor>
  <season>3</season>
</tvshow>
https://thetvdb.example/series/81797
`;

describe('a tvshow.nfo', () => {
  it('says the facts of a title', () => {
    expect(read(SHOW)).toEqual({
      kind: 'tvshow',
      episode: null,
      notices: [],
      title: {
        name: '달빛 빵집',
        originalName: '月光ベーカリー',
        contentRating: '15',
        airedAt: '2024-04-07',
        synopsis: '밤에만 여는 빵집 이야기. 새벽 까지 "달콤하게".',
        isEnded: false,
        genres: ['코미디', '일상'],
        director: '한 감독',
        studio: '은하 스튜디오, 별 공방',
        cast: ['가 성우', '나 성우'],
        score: 8.3,
        ids: { tvdb: '81797', imdb: 'tt0388629' },
      },
    });
  });

  it('says nothing for a field that is empty or wrong', () => {
    const { title } = read(
      '<tvshow><title> </title><premiered>2024-02-31</premiered><year>soon</year><rating>0</rating><plot/><mpaa>?</mpaa></tvshow>',
    );
    expect(title).toEqual({});
  });

  it('is cut to the lengths of the catalogue at a whole character', () => {
    const { title } = read(`<tvshow><plot>${'가 '.repeat(3000)}</plot></tvshow>`);
    expect(title!.synopsis).toHaveLength(1000);
    const longer = read(`<tvshow><title>가${'👻'.repeat(100)}</title></tvshow>`).title!.name!;
    expect(longer.length).toBeLessThanOrEqual(60);
    expect(longer).toMatch(/^가(?:👻)+…$/u);
  });

  it('loses control and bidirectional characters', () => {
    expect(read('<tvshow><title>\u202e달\u0000빛&#7;\u200b</title></tvshow>').title).toEqual({ name: '달 빛' });
  });
});

describe('an episode', () => {
  it('has number, subject, story and date', () => {
    const text =
      '<episodedetails><title>첫 반죽</title><season>1</season><episode>3</episode><plot>반죽한다.</plot><aired>2024-04-21</aired><uniqueid type="tmdb">9</uniqueid><rating>7.46</rating></episodedetails>';
    expect(read(text)).toEqual({
      kind: 'episode',
      title: null,
      notices: [],
      episode: {
        season: 1,
        number: 3,
        subject: '첫 반죽',
        synopsis: '반죽한다.',
        airedAt: '2024-04-21',
        ids: { tmdb: '9' },
        score: 7.5,
      },
    });
  });

  it('is one of several in a file, with the number of the first', () => {
    const one = (number: number, title: string) =>
      `<episodedetails><title>${title}</title><season>0</season><episode>${number}</episode></episodedetails>`;
    const several = `<?xml version="1.0"?>\n${one(4, '밤')}\n${one(5, '낮')}\nhttps://example.invalid/4`;
    expect(read(several).episode).toEqual({ season: 0, number: 4, subject: '밤 / 낮' });
    expect(read(several).notices.map(({ message }) => message)).toEqual([
      '"tvshow.nfo" describes 2 episodes in one video: they become one, with the number of the first.',
    ]);
    expect(read(`<xbmcmultiepisode>${one(4, '밤')}${one(5, '낮')}</xbmcmultiepisode>`).episode!.subject).toBe(
      '밤 / 낮',
    );
  });
});

test('a film says that it is one', () => {
  expect(
    read('<movie><title>바람 우체국 & 친구</title><year>2011</year><mpaa>Rated PG-13</mpaa></movie>').title,
  ).toEqual({
    name: '바람 우체국 & 친구',
    year: 2011,
    contentRating: '15',
    isFilm: true,
  });
});

test.each<[string, string | undefined]>([
  ['전체관람가', 'all'],
  ['전체 이용가', 'all'],
  ['12세이상관람가', '12'],
  ['15', '15'],
  ['KR:15', '15'],
  ['청소년 관람불가', '19'],
  ['18세 이상', '19'],
  ['TV-14', '15'],
  ['TV-MA', '19'],
  ['TV-Y7', '7'],
  ['TV-Y', 'all'],
  ['TV-PG', '12'],
  ['PG-13 - Teens 13 or older', '15'],
  ['R - 17+ (violence & profanity)', '19'],
  ['R+ - Mild Nudity', '19'],
  ['G - All Ages', 'all'],
  ['FSK 16', '19'],
  ['FSK 0', 'all'],
  ['Not Rated', undefined],
  ['', undefined],
])('the rating "%s" is %s', (text, rating) => {
  expect(readRating(text)).toBe(rating);
});

describe('an encoding', () => {
  const korean = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><tvshow><title>똠방각하의 뷁</title></tvshow>`;
  /** The same in CP949. */
  const inCp949 = (encoding: string) => {
    const [before = '', after = ''] = korean(encoding).split('똠방각하의 뷁');
    return Buffer.concat([Buffer.from(before), Buffer.from('8c63b9e6b0a2c7cfc0c72094ee', 'hex'), Buffer.from(after)]);
  };

  it('the encoding of the file counts more than the declared one, and the operator gets a notice', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(korean('utf-8'), 'utf16le')]);
    for (const [bytes, encoding, said] of [
      [inCp949('utf-8'), 'cp949', 'utf-8'],
      [Buffer.from(korean('euc-kr')), 'utf-8', 'euc-kr'],
      [inCp949('euc-jp'), 'cp949', 'euc-jp'],
      [utf16, 'utf-16le', 'utf-8'],
    ] as const) {
      const { title, notices } = read(bytes);
      expect(title).toEqual({ name: '똠방각하의 뷁' });
      expect(notices).toMatchObject([{ code: 'METADATA_ENCODING', params: { said, encoding } }]);
    }
  });

  it('a declared encoding that is that of the file needs no notice', () => {
    for (const bytes of [inCp949('euc-kr'), Buffer.from(korean('UTF-8')), Buffer.from(`\ufeff${korean('utf8')}`)])
      expect(read(bytes)).toMatchObject({ title: { name: '똠방각하의 뷁' }, notices: [] });
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><movie><title>Pâtisserie été</title></movie>',
      'latin1',
    );
    expect(read(latin)).toMatchObject({ title: { name: 'Pâtisserie été' }, notices: [] });
  });

  it('an unknown encoding is refused', () => {
    const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * index * 31 + index * 7) % 251));
    bytes.write('<tvshow><title>');
    expect(codes(bytes)).toEqual(['METADATA_UNDECODABLE']);
  });
});

describe('a file that is something else', () => {
  it.each([
    ['METADATA_PAGE', '<!DOCTYPE html><html><head><title>Not found</title></head><body>404</body></html>'],
    ['METADATA_PAGE', '<HTML><body><tvshow>'],
    ['METADATA_ADDRESS', 'https://www.themoviedb.example/tv/1429\n'],
    ['METADATA_UNREADABLE', '  ▄▄▄ release of a group ▄▄▄ \n size: 350 MB'],
    ['METADATA_UNREADABLE', ''],
    ['METADATA_UNREADABLE', '<artist><name>a</name></artist>'],
  ])('is told as %s', (code, text) => {
    const { title, episode, notices } = read(text);
    expect([title, episode]).toEqual([null, null]);
    expect(notices).toMatchObject([{ code }]);
    expect(notices[0]!.message).toContain(FILE);
  });

  it('a file with entities that grow is read without them', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index || ''};`.repeat(10)}">`).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]><tvshow><title>달빛 &lol9;빵집</title><plot>&file;</plot></tvshow>`;
    expect(read(bomb)).toMatchObject({ title: { name: '달빛 빵집' }, notices: [{ code: 'METADATA_ENTITIES' }] });
    expect(read(bomb).title!.synopsis).toBeUndefined();
  });

  it('a crafted file costs little time', () => {
    const readAll = () => {
      expect(codes('<a>'.repeat(600_000))).toEqual(['METADATA_TOO_LARGE']);
      expect(codes(`<tvshow>${'<b>1</b>'.repeat(200_000)}</tvshow>`)).toEqual(['METADATA_TOO_LARGE']);
      expect(codes(Buffer.alloc(2_000_001, 0x20))).toEqual(['METADATA_TOO_LARGE']);
      read(`<tvshow><title>${'<'.repeat(1_900_000)}</title></tvshow>`);
      read(`<tvshow><plot>${'&lt;'.repeat(400_000)}</plot></tvshow>`);
      read(`<tvshow ${'a="1" '.repeat(300_000)}><title>가</title></tvshow>`);
      read(`<tvshow><plot>${'&a'.repeat(900_000)}</plot></tvshow>`);
      read(`<?xml ${'encoding="'.repeat(150_000)}`);
    };
    expect(processorMs(readAll)).toBeLessThan(4_000);
  });

  // Every object of the language has a property of these names.
  it.each(['constructor', '__proto__', 'toString'])('%s is a genre or database like any other unknown one', (word) => {
    const { title } = read(
      `<tvshow><title>가</title><genre>${word}</genre><uniqueid type="${word}">7</uniqueid><${word}>x</${word}></tvshow>`,
    );
    expect(title).toMatchObject({ name: '가', genres: [word] });
  });

  it('nothing that a file names is loaded', () => {
    const { title } = read(
      '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1:1/a.dtd"> %b;]><tvshow xmlns:xi="http://www.w3.org/2001/XInclude">' +
        '<title>가<xi:include href="/etc/passwd" parse="text"/></title></tvshow>',
    );
    expect(title).toEqual({ name: '가' });
  });

  it('a comment or a section that never ends hides only what stands behind it', () => {
    expect(read(`<tvshow><title>가</title><!-- ${'-'.repeat(900_000)}`).title).toEqual({ name: '가' });
    expect(read(`<tvshow><title>가</title><plot><![CDATA[나${']]'.repeat(9)}`).title).toMatchObject({ name: '가' });
  });

  it('a file that ends in the middle gives what stands before', () => {
    expect(read('<tvshow><title>달빛 빵집</title><plot>밤에만 여')).toMatchObject({
      title: { name: '달빛 빵집', synopsis: '밤에만 여' },
      notices: [{ code: 'METADATA_CUT' }],
    });
  });
});
