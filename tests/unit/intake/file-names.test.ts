import { describe, expect, test } from 'vitest';
import { ASK_BELOW, guessFromName } from '#server/intake/names.ts';
import { nameCorpus, readAs } from '#tests/support/media/name-corpus.ts';

const corpus = nameCorpus();

describe('the corpus of names', () => {
  test('has at least 300 names', () => {
    expect(new Set(corpus.map(({ path }) => path)).size).toBeGreaterThanOrEqual(300);
  });

  test.each(corpus)('$path is read as a person reads it', ({ path, said }) => {
    expect(readAs(path, said)).toEqual(said);
    expect(readAs(path.normalize('NFD'), said)).toEqual(said);
  });

  test.each([
    'Lantern Tide/Season 3/Homeward.mkv',
    'Lantern Tide/Season 3/Lantern Tide - 304 - Homeward.mkv',
    'Lantern Tide - 03x04 - x05 - Both.mkv',
    'Lantern Tide S01E07.5.mkv',
    'Lantern Tide OVA.mkv',
    'Lantern.Tide.S03D2.mkv',
    'Lantern Tide S03 Extras.mkv',
    'Lantern Tide Complete Series.mkv',
    'Lantern Tide Specials - 02.mkv',
    'Lantern Tide 2011.mkv',
    'Lantern Tide - S32-Dummy 45-Ep 6478.mkv',
    '달빛 여우 최종화.mkv',
    '달빛 여우 파트2 3화.mkv',
    '달빛 여우 2부 3화.mkv',
    '달빛 여우 1화-3화.mkv',
    '제3장 달빛 여우.mkv',
    '月狐 最終話.mkv',
    '달빛 여우 1화 2화.mkv',
    '달빛 여우 S99999E99999.mkv',
    '달빛 여우 ③.mkv',
    '달빛 여우 - Ⅲ.mkv',
    '   .mkv',
    '[组]  茶壶之路 [特別篇] - 07 [1080P][Baha].mp4',
    '[组][茶壶之路 End of Iron / 茶壺の道 End of Iron][21][720P].mp4',
    '[组]【22/7/Nanaban】[07][720P].mp4',
    'downloads/1화/달빛 여우.mkv',
    '[组] SILVER OAR / SILVER OAR 银桨 2 - 24 [1080P][AAC AVC].mp4',
    '[组] 为灯献上祝福！3 / Tomoshibi ni Shukufuku wo! [04][1080p].mp4',
    '[组] 灯台 / Lantern Tide [V2FIX06][1080p].mkv',
    '组][灯台 桨/Lantern no Oar S4][12][GB][1080P].mp4',
    '[Grp] Lantern Tide - 111C [1080p].mkv',
    'Lantern Tide/BDMV/STREAM/00001.m2ts',
    'Lantern Tide - 01b [4D5EC315].avi',
  ])('%s is asked about', (path) => {
    const { confidence, lastEpisode } = guessFromName(path);
    // A file of several episodes is always asked about.
    expect(Math.min(...Object.values(confidence)) < ASK_BELOW || lastEpisode !== undefined).toBe(true);
  });

  test('is read without a question in at least 70 of 100 names', () => {
    const episodes = corpus.filter(({ said }) => said.kind === 'episode' || said.kind === 'special');
    const sure = episodes.filter(({ path }) => Math.min(...Object.values(guessFromName(path).confidence)) >= ASK_BELOW);
    expect(sure.length / episodes.length).toBeGreaterThan(0.7);
  });
});
