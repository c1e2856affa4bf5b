import { describe, expect, it } from 'vitest';
import { besideSubtitles } from '#server/intake/beside/place-subtitles.ts';
import type { TextFormat } from '#server/intake/probe/source.ts';
import { convertFile } from '#server/intake/subtitles/convert.ts';
import { decodeFile } from '#server/intake/subtitles/decode-text.ts';
import { decodeCp949 } from '#server/intake/subtitles/encodings/cp949.ts';
import { TimeLimitError, withinTime } from '#server/intake/subtitles/within-time.ts';

const textsOf = (format: TextFormat, source: string | Buffer, isEmbedded = false) =>
  convertFile(Buffer.from(source as string), { format, lang: 'und', isEmbedded }, 10_000).tracks.map(
    ({ lang, vtt }) => [
      lang,
      ...vtt
        .trim()
        .split('\n\n')
        .slice(1)
        .filter((block) => !block.startsWith('STYLE')),
    ],
  );
const hex = (bytes: string) => Buffer.from(bytes, 'hex');
const EVENTS = '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';

describe('encodings', () => {
  it.each([
    ['cp949', 'bec8b3e7c7cfbcbcbfe4208c63b9e6b0a2c7cf', '안녕하세요 똠방각하'],
    ['shift_jis', '82b182f182c982bf82cd', 'こんにちは'],
    [
      'gb18030',
      'bdf1ccecb5c4b7e7d5e6b4f3b0a10abdf1c8d5a4cfef4ca4ac8f8aa4a4a4c7a4b9a4cd',
      '今天的风真大啊\n今日は風が強いですね',
    ],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
  ])('knows %s by its letters', (encoding, bytes, text) =>
    expect(decodeFile(hex(bytes))).toMatchObject({ encoding, text, lost: 0, isUnknown: false }),
  );
  it('keeps UTF-8 with one damaged byte', () => {
    const found = decodeFile(Buffer.concat([Buffer.from('안녕하세요'), hex('ff'), Buffer.from('반갑습니다')]));
    expect(found).toMatchObject({ encoding: 'utf-8', lost: 1 });
  });
});

it('takes nothing of a text that is damaged in many places, and says so', () => {
  const text = Buffer.from(`1\n00:00:01,000 --> 00:00:03,000\n${'달빛 여우가 왔다 '.repeat(20)}\n`);
  for (let at = 0; at < 8; at += 1) text[40 + at * 40] = 0xff;
  const { tracks, findings } = convertFile(text, { format: 'srt', lang: 'ko' }, 100);
  expect([tracks, findings]).toMatchObject([[], [{ kind: 'undecodable' }]]);
});

it('knows all 11,172 syllables of CP949, the rare ones in the order of Unicode', () => {
  const pairs = Array.from({ length: 126 * 256 }, (_, index) => [0x81 + (index >> 8), index & 0xff] as const);
  const syllables = pairs.flatMap(([lead, trail]) => {
    const text = decodeCp949(Uint8Array.of(lead, trail));
    return /^[가-힣]$/.test(text) ? [{ text, isRare: lead < 0xa1 || trail < 0xa1 }] : [];
  });
  expect(new Set(syllables.map(({ text }) => text)).size).toBe(11_172);
  const rare = syllables.filter(({ isRare }) => isRare).map(({ text }) => text);
  expect(rare).toHaveLength(8822);
  expect(rare).toEqual([...rare].sort());
  expect(decodeCp949(hex('8c6394eea48ac16489e7b0a1'))).toBe('똠뷁쨰햏됬가');
});

it('reads each language of SAMI', () => {
  const source =
    '<SAMI><HEAD><STYLE><!-- .KRCC {lang:ko-KR;} .ENCC {lang:en-US;} --></STYLE></HEAD><BODY>' +
    '<SYNC Start=2000><P Class=KRCC>&nbsp;<SYNC Start=500><P Class=KRCC>첫 줄<br>둘째 줄<P Class=ENCC>First<SYNC Start=1500><P Class=ENCC>&nbsp';
  expect(textsOf('sami', source)).toEqual([
    ['ko', '00:00:00.500 --> 00:00:02.000\n첫 줄\n둘째 줄'],
    ['en', '00:00:00.500 --> 00:00:01.500\nFirst'],
  ]);
});

it('reads odd times of SubRip, and shows no half of a line of times', () => {
  const source =
    '1\n-00:00:00,200 --> 00:00:01,500\n하나\n\n2\n00:01,700 -> 00:02,500\n둘\n\n3\n4 --> 02:00:10,901\n셋\n\n4\n00:00:03 --> 00:00:04\n넷\n';
  expect(textsOf('srt', source)[0]).toEqual([
    ...['ko', '00:00:00.000 --> 00:00:01.500\n하나', '00:00:01.700 --> 00:00:02.500\n둘'],
    '00:00:03.000 --> 00:00:04.000\n넷',
  ]);
});

it('reads WebVTT as its specification says', () => {
  const source =
    'WEBVTT\n\n00:00.500-->00:01.000\n하나<00:00:00.700><c> 둘</c>\n\t00:02.000 --> 00:03.000\nDon&#39;t &#x41;\n\n60:00.000 --> 61:00.000\n없음\n';
  expect(textsOf('vtt', source)[0]).toEqual([
    ...['ko', '00:00:00.500 --> 00:00:01.000\n하나 둘', "00:00:02.000 --> 00:00:03.000\nDon't A"],
  ]);
});

describe('ASS', () => {
  const line = (text: string, times = '0:00:01.00,0:00:02.00') => `Dialogue: 0,${times},Default,,0,0,0,,${text}\n`;
  const texts = (source: string, isEmbedded = false) =>
    (textsOf('ass', source, isEmbedded)[0] ?? []).slice(1).map((block) => block.split(/ --> .*\n/)[1]);

  it('reads tracks in the order of Matroska', () =>
    expect(texts(`[Events]\nFormat: Layer, Start, End, Style, Name, Text\n${line('대사')}`, true)).toEqual(['대사']));
  it('joins frames and syllables, and keeps equal texts at two places', () => {
    const frames = [1, 2, 3].map((at) => line('{\\pos(99,99)}간판', `0:00:0${at}.00,0:00:0${at + 1}.00`)).join('');
    const song = ['사', '랑', '해'].map((one, at) => line(`{\\pos(${100 + 20 * at},20)}${one}`)).join('');
    const two = [20, 300].map((x) => line(`{\\pos(${x},200)}출구`)).join('');
    expect(texts(EVENTS + frames + song + two).sort()).toEqual(['간판', '사랑해', '출구', '출구']);
  });
  it('leaves out what is hidden or has no start', () =>
    expect(texts(EVENTS + line('{\\alpha&HFF&}숨음') + line('없음', ',0:00:02.00') + line('대사'))).toEqual(['대사']));
});

it('takes every file beside a video or names it', () => {
  const names = [
    'v.chs&jpn.ass',
    'v.JPSC.ass',
    'v.ja[cc].srt',
    'v.gb.ass',
    'v.한국어.srt',
    'v.en.2.srt',
    'v.Signs & Songs.ass',
  ];
  const { taken, unmatched } = besideSubtitles('v.mkv', ['v.mkv', 'v.what.srt', ...names]);
  expect(taken).toHaveLength(names.length);
  expect(unmatched).toEqual(['v.what.srt']);
});

it('ends a computation that takes too long', () => {
  expect(() =>
    withinTime(() => {
      for (;;);
    }, 20),
  ).toThrow(TimeLimitError);
});

describe('a file with the ending of another format', () => {
  const texts: Record<TextFormat, string> = {
    srt: '1\n00:00:01,000 --> 00:00:02,000\n달빛\n',
    vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\n달빛\n',
    ass: `[Script Info]\nScriptType: v4.00+\n\n${EVENTS}Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,달빛\n`,
    sami: '<SAMI><BODY><SYNC Start=1000><P Class=KRCC>달빛<SYNC Start=2000><P Class=KRCC>&nbsp;',
  };
  const formats = Object.keys(texts) as TextFormat[];
  it.each(formats.flatMap((format) => formats.map((other) => [format, other] as const)))(
    'is read as the %s that it is, also as %s',
    (format, other) => {
      expect(textsOf(other, `\uFEFF${texts[format]}`)).toEqual([['ko', '00:00:01.000 --> 00:00:02.000\n달빛']]);
    },
  );
  it('is nothing when it only looks like one', () => {
    expect(textsOf('vtt', '00:00:01.000 --> 00:00:02.000\n달빛\n')).toEqual([]);
    expect(textsOf('srt', 'WEBVTTX\n\n달빛')).toEqual([]);
    expect(textsOf('srt', `{0}{25}달빛\n`)).toEqual([]);
  });
});

it('keeps braces that belong to the text, and breaks lines of SubRip where a script would', () => {
  const line = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\b0}\\{달빛\\}{note} 여우\n';
  expect(textsOf('ass', EVENTS + line)).toEqual([['ko', '00:00:01.000 --> 00:00:02.000\n{달빛} 여우']]);
  const cue = '1\n00:00:01,000 --> 00:00:02,000\n{\\b1}달빛\\N여우\n';
  expect(textsOf('srt', cue)).toEqual([['ko', '00:00:01.000 --> 00:00:02.000\n달빛\n여우']]);
});

it('shows an event of a script whose ends nobody wrote until the next one', () => {
  const line = (start: string, text: string) => `Dialogue: 0,${start},${start},Default,,0,0,0,,${text}\n`;
  expect(textsOf('ass', EVENTS + line('0:00:01.00', '달빛') + line('0:00:03.00', '여우'))).toEqual([
    ['ko', '00:00:01.000 --> 00:00:03.000\n달빛', '00:00:03.000 --> 00:00:13.000\n여우'],
  ]);
});
