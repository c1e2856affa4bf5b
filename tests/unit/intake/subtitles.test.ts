import { describe, expect, it } from 'vitest';
import { convertSubtitle } from '#server/intake/subtitles/convert.ts';
import { decodeText } from '#server/intake/subtitles/decode-text.ts';
import type { TextFormat } from '#server/intake/probe/source.ts';

const convert = (format: TextFormat, text: string | Uint8Array, seconds = 100) =>
  convertSubtitle(typeof text === 'string' ? Buffer.from(text) : text, { format, lang: 'ko' }, seconds)?.vtt;

const srt = (text: string) => `1\n00:00:01,500 --> 00:00:02,000\n${text}\n`;
const ass = (dialogue: string, styles = '') => `[Script Info]
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment
Style: Default,Arial,20,&H00FFFFFF,0,0,0,2
${styles}
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${dialogue}
`;
const line = (text: string, style = 'Default') => `Dialogue: 0,0:00:01.50,0:00:02.00,${style},,0,0,0,,${text}`;
const times = '00:00:01.500 --> 00:00:02.000';

describe('encodings', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\n안녕, 똠방각하\n';
  const euckr = Buffer.from('310a30303a30303a30312c303030202d2d3e2030303a30303a30322c3030300abec8b3e70a', 'hex');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other byte order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('%s is read', (_, bytes) => expect(decodeText(bytes)).toContain('안녕, 똠방각하'));

  // Neither digits nor line breaks, whose zero bytes give UTF-16 away.
  const words = '안녕똠방각하'.repeat(20);
  const marked = Buffer.from(`\uFEFF${words}`, 'utf16le');
  it.each([
    ['UTF-16', marked],
    ['UTF-16 of the other byte order', Buffer.from(marked).swap16()],
  ])('%s is known by its mark', (_, bytes) => expect(decodeText(bytes)).toBe(words));

  it('UTF-16 of the other byte order is read without a mark', () => {
    expect(decodeText(Buffer.from(text, 'utf16le').swap16())).toBe(text);
  });

  it('a film with long lines in UTF-16 is read without a mark', () => {
    const film = text.replace('똠방각하', '오늘은여우가달빛아래에서춤을추는날이라고해요 '.repeat(2)).repeat(50);
    expect(decodeText(Buffer.from(film, 'utf16le'))).toBe(film);
    expect(decodeText(Buffer.from(film, 'utf16le').swap16())).toBe(film);
  });

  it('EUC-KR is read', () => expect(decodeText(euckr)).toContain('안녕'));
});

describe('SubRip', () => {
  it('becomes WebVTT with italics, colours and a place at the top', () => {
    expect(convert('srt', srt('{\\an8}<i>기울임</i> <font color="#FF8800">색</font>\n둘째 줄'))).toBe(
      `WEBVTT\n\nSTYLE\n::cue(.cff8800) { color: #ff8800; }\n\n${times} line:5% position:50% align:center\n<i>기울임</i> <c.cff8800>색</c>\n둘째 줄\n`,
    );
  });

  it('loses neither ampersands nor angle brackets', () => {
    expect(convert('srt', srt('R&D 1 < 2 > 0'))).toContain('R&amp;D 1 &lt; 2 &gt; 0');
  });

  it('tolerates missing numbers, dots, carriage returns and blank lines in a cue', () => {
    const text = '00:00:01.5 --> 00:00:02.000\r\n하나\r\n\r\n둘\r\n7\r\n00:00:03,000 --> 00:00:04,000\r\n셋\r\n';
    expect(convert('srt', text)).toBe(`WEBVTT\n\n${times}\n하나\n\u00a0\n둘\n\n00:00:03.000 --> 00:00:04.000\n셋\n`);
  });

  it('keeps a line before times that have neither a number nor a blank line', () => {
    const text = '1\n00:00:01,500 --> 00:00:02,000\n하나\n00:00:03,000 --> 00:00:04,000\n둘\n';
    expect(convert('srt', text)).toBe(`WEBVTT\n\n${times}\n하나\n\n00:00:03.000 --> 00:00:04.000\n둘\n`);
  });

  it('leaves out cues of blanks', () => expect(convert('srt', srt(' \u3000 '))).toBeUndefined());

  it.each([
    ['5', '01.500'],
    ['05', '01.050'],
    ['050', '01.050'],
    ['005', '01.005'],
  ])('reads the fraction %s of a second as one', (fraction, seconds) => {
    const text = `1\n00:00:01,${fraction} --> 00:00:02,000\n대사\n`;
    expect(convert('srt', text)).toContain(`00:00:${seconds} -->`);
  });

  it('keeps text whose tags never end', () => expect(convert('srt', srt('<i>열림 <b>둘'))).toContain('열림 '));
  it('leaves out cues after the end of the clip', () => expect(convert('srt', srt('늦음'), 1)).toBeUndefined());
  it('a SubRip file without a cue gives nothing', () => expect(convert('srt', 'no subtitles here')).toBeUndefined());
});

describe('ASS', () => {
  it('becomes WebVTT with looks of style and line', () => {
    const styles = 'Style: Sign,Arial,20,&H000000FF,0,-1,0,8\n';
    expect(convert('ass', ass(line('{\\b1}굵게{\\b0} 보통\\N둘', 'Sign'), styles))).toBe(
      `WEBVTT\n\nSTYLE\n::cue(.cff0000) { color: #ff0000; }\n\ndrawn\n${times} line:5% position:50% align:center\n` +
        '<c.cff0000><b><i>굵게</i></b></c><c.cff0000><i> 보통\n둘</i></c>\n',
    );
  });

  it('places a sign where it stands in the picture', () => {
    expect(convert('ass', ass(line('{\\pos(320,180)\\an5}간판')))).toContain(
      'line:25%,center position:25% align:center',
    );
  });

  it.each([
    [1, 'line:95%,end position:5% align:start'],
    [4, 'line:50%,center position:5% align:start'],
    [6, 'line:50%,center position:95% align:end'],
    [9, 'line:5% position:95% align:end'],
  ])('puts alignment %i at its edges', (alignment, settings) => {
    expect(convert('ass', ass(line(`{\\an${alignment}}간판`)))).toContain(`${times} ${settings}\n`);
  });

  it('keeps a sign in the picture that its script puts beyond the edges', () => {
    expect(convert('ass', ass(line('{\\pos(9000,-50)\\an5}간판')))).toContain(
      'line:5%,center position:95% align:center',
    );
    expect(convert('ass', ass(line('{\\pos(332,180)\\an5}간판')))).toContain('position:26%');
  });

  it('leaves the place of an unknown alignment to the viewer', () => {
    const styles = 'Style: None,Arial,20,&H00FFFFFF,0,0,0,10\n';
    expect(convert('ass', ass(line('대사', 'None'), styles))).toBe(`WEBVTT\n\n${times}\n대사\n`);
  });

  it('keeps underlined words', () => {
    expect(convert('ass', ass(line('{\\u1}밑줄{\\u0} 보통')))).toContain('<u>밑줄</u> 보통');
  });

  it('lets the last line of text end at a point below it', () => {
    expect(convert('ass', ass(line('{\\pos(320,648)}간판')))).toContain('line:90%,end position:25% align:center');
  });

  it('writes columns where the font is a vertical one', () => {
    const styles = 'Style: Column,@Batang,20,&H00FFFFFF,0,0,0,9\n';
    expect(convert('ass', ass(line('세로', 'Column'), styles))).toContain(
      'vertical:rl line:95%,end position:5% align:start\n세로',
    );
    expect(convert('ass', ass(line('{\\fn@Batang\\an9\\pos(960,72)}세로')))).toContain(
      'vertical:rl line:75%,end position:10% align:start',
    );
  });

  it('leaves out drawings, comments and repeated layers', () => {
    const text = ass(
      [line('{\\p1}m 0 0 l 10 10{\\p0}'), `Comment${line('메모').slice(8)}`, line('대사'), line('대사')].join('\n'),
    );
    expect(convert('ass', text)).toBe(`WEBVTT\n\n${times}\n대사\n`);
  });

  it('keeps furigana as ruby', () => {
    expect(convert('ass', ass(line('漢字|かんじ です')))).toContain('<ruby>漢字<rt>かんじ</rt></ruby> です');
  });

  it('keeps commas of the text', () => expect(convert('ass', ass(line('하나, 둘, 셋')))).toContain('하나, 둘, 셋'));
});

describe('WebVTT', () => {
  it('keeps places, colours and ruby', () => {
    const text = `WEBVTT\n\nSTYLE\n::cue(.red) { color: #f00000 }\n\n1\n00:01.500 --> 00:02.000 line:0 align:left\n<c.red>빨강</c> <ruby>漢<rt>かん</rt></ruby>\n`;
    expect(convert('vtt', text)).toBe(
      `WEBVTT\n\nSTYLE\n::cue(.cf00000) { color: #f00000; }\n\n${times} line:0% position:0% align:start\n<c.cf00000>빨강</c> <ruby>漢<rt>かん</rt></ruby>\n`,
    );
  });

  it.each([
    ['line:-1', 'line:100%,end position:50% align:center'],
    ['line:4', 'line:25% position:50% align:center'],
    ['line:0', 'line:0% position:50% align:center'],
    ['line:-2', 'line:94%,end position:50% align:center'],
    // Of several, the last one that is allowed counts.
    ['align:end align:CENTER', 'line:100%,end position:100% align:end'],
    ['position:10% position:x position:101%', 'line:100%,end position:10% align:center'],
    ['line:20% line:101% line:-5% vertical:up', 'line:20% position:50% align:center'],
    ['position:20%,left line:10%,middle', 'line:10% position:20% align:center'],
    ['position:33.6%', 'line:100%,end position:34% align:center'],
    ['position:10%', 'line:100%,end position:10% align:center'],
    ['line:80%,end position:20%,line-left align:center', 'line:80%,end position:20% align:start'],
    ['align:end', 'line:100%,end position:100% align:end'],
    ['vertical:rl line:0 align:start', 'vertical:rl line:100%,end position:0% align:start'],
    ['vertical:lr line:20%', 'vertical:lr line:20% position:50% align:center'],
  ])('keeps the place of %s', (settings, kept) => {
    expect(convert('vtt', `WEBVTT\n\n${times} ${settings}\n대사\n`)).toBe(`WEBVTT\n\n${times} ${kept}\n대사\n`);
  });

  it('reads however many settings a cue has', () => {
    const text = `WEBVTT\n\n${times} ${'align:end '.repeat(1000)}align:start\n대사\n`;
    expect(convert('vtt', text)).toContain('align:start');
  });

  it('leaves a cue without a place to the viewer', () => {
    const text = `WEBVTT\n\n${times} size:80% align:center\n대사\n`;
    expect(convert('vtt', text)).toBe(`WEBVTT\n\n${times}\n대사\n`);
  });

  it('reads hours where there are some', () => {
    const text = 'WEBVTT\n\n01:02:03.004 --> 10:00:00.000\n대사\n';
    expect(convert('vtt', text, 1e6)).toBe('WEBVTT\n\n01:02:03.004 --> 10:00:00.000\n대사\n');
  });

  it('does not take a note for a cue, even one about a cue', () => {
    const note = `NOTE\nfirst try:\n${times}\n메모`;
    expect(convert('vtt', `WEBVTT\n\n${note}\n\n${times}\n대사\n`)).toBe(`WEBVTT\n\n${times}\n대사\n`);
  });

  it('does not take a note for a cue', () => {
    expect(convert('vtt', `WEBVTT\n\nNOTE 메모\n\n${times}\n대사\n`)).toBe(`WEBVTT\n\n${times}\n대사\n`);
  });
});

it.each([
  ['und', '안녕하세요', 'ko'],
  ['und', 'こんにちは', 'ja'],
  ['und', 'Hello', 'und'],
  ['und', '♪', 'und'],
  ['en', '안녕하세요', 'en'],
])('a file in %s with %s is in %s', (lang, text, found) => {
  expect(convertSubtitle(Buffer.from(srt(text)), { format: 'srt', lang }, 100)?.lang).toBe(found);
});
