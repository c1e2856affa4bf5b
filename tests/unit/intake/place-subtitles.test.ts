import { describe, expect, test } from 'vitest';
import { besideSubtitles, placeSubtitles } from '#server/intake/beside/place-subtitles.ts';
import { readSubtitleName } from '#server/intake/beside/subtitle-words.ts';
import { languageOf } from '#server/intake/plan/languages.ts';
import { subtitleRoleOf } from '#server/intake/plan/subtitles.ts';

const SEASON = ['[Harbor] Tide Clock - 01 (1080p).mkv', '[Harbor] Tide Clock - 02 (1080p).mkv'];
const ofSeason = (number: number) => SEASON[number - 1];
const FILM = ['Paper.Lighthouse.2019.1080p.BluRay.mkv'];

/** The video, language and role of a subtitle; `left out` where it has words that do not fit. */
function placed(videos: readonly string[], names: readonly string[], folder = '시계/Season 1') {
  return placeSubtitles(folder, videos, names).map(({ video, tags }) =>
    video === undefined
      ? 'nobody'
      : tags === undefined
        ? 'left out'
        : [video, languageOf(tags.language), subtitleRoleOf(tags)].join(' | '),
  );
}
const of = (video: string | undefined, lang: string, role = 'subtitle') => `${video} | ${lang} | ${role}`;

describe('subtitles in folders beside the only video belong to it', () => {
  test.each([
    ['Subs/2_Korean.srt', 'ko'],
    ['Subs/3_English.srt', 'en'],
    ['subs/10_Brazilian Portuguese.srt', 'pt-BR'],
    ['Subs/5_Latin American Spanish.srt', 'es-419'],
    ['Subs/Chinese Simplified.srt', 'zh-Hans'],
    ['Subs/4_Nederlands.srt', 'nl'],
    ['자막/한글.smi', 'ko'],
    ['자막/한글자막.smi', 'ko'],
    ['subtitles/jpn.ass', 'ja'],
    ['sub/Paper.Lighthouse.2019.ko.srt', 'ko'],
    ['Korean/whatever it is.srt', 'ko'],
    ['Eng Subs/a.srt', 'en'],
    ['字幕/简体.ass', 'zh-Hans'],
    ['Subs/something unknown.srt', 'und'],
    ['Subs/Korean/Paper.Lighthouse.2019.srt', 'ko'],
  ])('%s (%s)', (name, lang) => expect(placed(FILM, [name])).toEqual([of(FILM[0], lang)]));

  test.each([
    ['Subs/2_English (SDH).srt', 'en', 'caption'],
    ['Subs/English [Forced].ass', 'en', 'forced'],
    ['Subs/3_Korean.sdh.srt', 'ko', 'caption'],
    ['자막/한글_강제.ass', 'ko', 'forced'],
  ])('%s (%s, %s)', (name, lang, role) => expect(placed(FILM, [name])).toEqual([of(FILM[0], lang, role)]));
});

describe('subtitles in folders beside several videos belong to the one', () => {
  test.each([
    ['that the folder is called like', `Subs/[Harbor] Tide Clock - 02 (1080p)/3_English.ass`, 2, 'en'],
    ['whose number the folder has', 'Subs/S01E02/2_Korean.srt', 2, 'ko'],
    ['whose number the folder has, whatever the file says', 'Subs/E02/Track 5.srt', 2, 'und'],
    ['that they begin with', `Subs/[Harbor] Tide Clock - 01 (1080p).ko.srt`, 1, 'ko'],
    ['whose number they have', 'Subs/02.ko.srt', 2, 'ko'],
    ['whose number they have', '자막/1화.smi', 1, 'und'],
    ['whose number they have, in a folder of a language', 'Subs/Korean/02.srt', 2, 'ko'],
    ['whose number they have, in Hangul', '자막/02 한글.ass', 2, 'ko'],
    ['whose season and number they have', 'sub/Tide.Clock.S01E02.eng.srt', 2, 'en'],
    ['whose number they have under another name of the title', '자막/물때 시계 02화.smi', 2, 'und'],
    ['whose title and number they have, with another group', '字幕/[Pier] Tide Clock [02][CHS].ass', 2, 'zh-Hans'],
  ])('%s: %s', (_why, name, number, lang) => expect(placed(SEASON, [name])).toEqual([of(ofSeason(number), lang)]));

  test.each([
    ['of another number', '자막/3화.smi'],
    ['of another season', 'Subs/S02E01.ko.srt'],
    ['of a special', 'Subs/SP1.ko.srt'],
    ['that count the tracks of one video', 'Subs/2_Korean.srt'],
    ['that say no number', 'Subs/Korean.srt'],
    ['that have no words that say anything', 'Subs/notes.srt'],
  ])('or to nobody: those %s', (_why, name) => expect(placed(SEASON, [name])).toEqual(['nobody']));

  test('and a number in front of a language counts episodes where it runs', () => {
    const names = ['Subs/1_Korean.srt', 'Subs/2_Korean.srt'];
    expect(placed(SEASON, names)).toEqual([of(ofSeason(1), 'ko'), of(ofSeason(2), 'ko')]);
    expect(placed(SEASON, ['Subs/1_Korean.srt', 'Subs/2_English.srt'])).toEqual(['nobody', 'nobody']);
  });

  test('unless two videos have the number', () =>
    expect(placed(['Tide Clock - 02.mkv', 'Tide Clock - 02v2.mp4'], ['Subs/02.srt'])).toEqual(['nobody']));

  test('and trailers beside a film are no other videos', () =>
    expect(placed([...FILM, 'Paper.Lighthouse.2019-trailer.mkv'], ['Subs/2_Korean.srt'])).toEqual([of(FILM[0], 'ko')]));
});

describe('subtitles in the folder of the videos', () => {
  test.each([
    ['01.smi', of(ofSeason(1), 'und')],
    ['[Pier] Tide Clock - 02.kor.ass', of(ofSeason(2), 'ko')],
    ['물때 시계 02화.smi', of(ofSeason(2), 'und')],
    ['물때 시계 03화.smi', 'nobody'],
    ['한글.smi', 'nobody'],
    ['[Harbor] Tide Clock - 01 (1080p).what.srt', 'left out'],
  ])('%s: %s', (name, expected) => expect(placed(SEASON, [name])).toEqual([expected]));

  test('of another title are nobody’s where there are several titles', () => {
    expect(placed([...SEASON, 'Owl Post - 05.mkv'], ['물때 시계 02화.smi'])).toEqual(['nobody']);
    expect(placed(SEASON, ['물때 시계 02화.smi', '부엉이 우체국 01화.smi'])).toEqual(['nobody', 'nobody']);
  });

  test('are not taken for the only video by that alone, and its operator hears of them', () => {
    const { taken, unmatched } = besideSubtitles(FILM[0]!, [
      'other film.srt',
      'Subs/2_Korean.srt',
      'Paper Lighthouse.smi',
    ]);
    expect(taken.map((one) => one.from === 'file' && one.name)).toEqual(['Paper Lighthouse.smi', 'Subs/2_Korean.srt']);
    expect(unmatched).toEqual(['other film.srt']);
  });
});

test.each([
  ['Tide Clock - 03.ko.forced.srt', 'Tide Clock - 03', 'ko'],
  ['Tide Clock - 03 [ENG].ass', 'Tide Clock - 03', 'en'],
  ['Tide Clock - 03_kor.srt', 'Tide Clock - 03', 'ko'],
  ['Tide Clock - 03 Korean.srt', 'Tide Clock - 03', 'ko'],
  ['물때 시계 03화 한글자막.smi', '물때 시계 03화', 'ko'],
  ['[Korean] Tide Clock.ass', 'tide clock', 'ko'],
  ['Tide of War.srt', 'Tide of War', 'und'],
  ['Swan Song.srt', 'Swan Song', 'und'],
  ['2_Korean.srt', '', 'ko'],
])('the name %s is that of "%s" in %s', (name, video, lang) => {
  const read = readSubtitleName(name);
  expect([read.video, languageOf(read.tags.language)]).toEqual([video, lang]);
});
