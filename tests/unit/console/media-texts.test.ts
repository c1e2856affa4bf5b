import { describe, expect, test } from 'vitest';
import {
  fileNameOf,
  lengthText,
  noticesOf,
  pictureText,
  soundsText,
  subtitlesText,
} from '#console/pages/inbox/inbox-texts.ts';
import {
  FAILURE_TEXTS,
  failureText,
  missingTitleText,
  NOTICE_TEXTS,
  noticeText,
  problemText,
} from '#console/pages/media/media-texts.ts';
import type { InboxFindings } from '#contract/console/inbox.ts';
import { mediaFailureCodes, mediaNoticeCodes } from '#contract/console/media-codes.ts';
import { failureOf, shownName } from '#server/intake/intake-error.ts';
import { failureTexts } from '#server/intake/texts/failure-texts.ts';
import { noticeOf, noticeTexts } from '#server/intake/texts/notice-texts.ts';

/** Names that the console keeps in Latin letters. */
const LATIN = /H\.264|HEVC|SDR|HDR10|HDR|PQ|HLG|MEDIA_KEY_SECRET|hdmv_pgs_subtitle|"[^"]*"|\.\w{3}|[\d.]+ [KMG]?B/g;

function expectKorean(text: string) {
  expect(text).toMatch(/[가-힣].*[요]\.$/);
  expect(text.replaceAll(LATIN, '')).not.toMatch(/[A-Za-z]/);
  expect(text).not.toMatch(/undefined|NaN/);
}

describe('sentences of the console', () => {
  const general = [failureText({ code: 'NEWER' }), noticeText({ code: 'NEWER', params: {} })];

  test.each(mediaFailureCodes)(
    'the console has a Korean sentence for the failure %s, also without its parameters',
    (code) => {
      expectKorean(failureText({ code }));
      expect(general).not.toContain(failureText({ code }));
    },
  );

  test.each(mediaNoticeCodes)('the console has a Korean sentence for the notice %s', (code) => {
    const params = { track: 2, lang: 'ja', seconds: 1.5, range: 'PQ', codec: 'hdmv_pgs_subtitle', role: 'caption' };
    expectKorean(noticeText({ code, params }));
    expect(general).not.toContain(noticeText({ code, params }));
  });

  test('the console has a Korean sentence for a code of a newer server', () => {
    general.forEach(expectKorean);
    expect(failureText({ code: 'constructor' })).toBe(general[0]);
    expect(problemText({ code: 'NEWER', message: '"a.mkv" is odd.' })).toContain('"a.mkv" is odd.');
  });
});

test('the codes of the contract, of the terminal and of the console are the same', () => {
  expect([Object.keys(failureTexts), Object.keys(FAILURE_TEXTS)].map((codes) => codes.sort())).toEqual(
    Array(2).fill([...mediaFailureCodes].sort()),
  );
  expect([Object.keys(noticeTexts), Object.keys(NOTICE_TEXTS)].map((codes) => codes.sort())).toEqual(
    Array(2).fill([...mediaNoticeCodes].sort()),
  );
});

test('what was found in an upload is said in a line, with what the operator should know', () => {
  const sound = { lang: 'ja', channels: 2, title: '', is_for_blind: false, is_comment: false };
  const subtitle = { lang: 'ko', title: '', is_forced: false, is_for_deaf: false, is_text: true };
  const found = {
    seconds: 1445.4,
    picture: { codec: 'HEVC', width: 1920, height: 1080, frame_rate: 23.976, range: 'pq', is_interlaced: true },
    sounds: [
      sound,
      { ...sound, lang: 'ko', channels: 6, is_for_blind: true },
      { ...sound, channels: 3, is_comment: true },
    ],
    subtitles: [
      subtitle,
      { ...subtitle, lang: 'und', title: '간판만', is_forced: true },
      { ...subtitle, is_text: false },
    ],
  } as unknown as InboxFindings;
  expect(pictureText(found)).toBe('24:05 · 1920×1080 · HEVC · 23.976fps');
  expect(soundsText(found)).toBe('소리 일본어 스테레오, 한국어 5.1 (화면 해설), 일본어 3채널 (코멘터리)');
  expect(subtitlesText(found)).toBe('자막 한국어, 언어 모름 (간판만, 간판), 한국어 (그림)');
  expect(noticesOf(found)).toEqual([
    'HDR 영상이라 SDR 색으로 바꿔요.',
    '인터레이스 영상이라 풀어서 만들어요.',
    '그림으로 된 자막 1개는 그림 그대로 보여요. 읽어 줄 수는 없어요.',
  ]);

  const plain = {
    ...found,
    seconds: 6130,
    sounds: [],
    subtitles: [],
    picture: { ...found.picture, frame_rate: null, range: 'sdr', is_interlaced: false },
  } as InboxFindings;
  expect([pictureText(plain), soundsText(plain), subtitlesText(plain)]).toEqual([
    ...['1:42:10 · 1920×1080 · HEVC', '소리 없음', null],
  ]);
  expect(noticesOf(plain)).toEqual(['소리가 없어요.']);
  expect([59.5, 3599, 3600].map(lengthText)).toEqual(['1:00', '59:59', '1:00:00']);
  expect(['a/b/c.mkv', 'c.mkv'].map(fileNameOf)).toEqual(['c.mkv', 'c.mkv']);
});

test('one code and its parameters are an English sentence on a terminal and a Korean one in the console', () => {
  const name = shownName('/in/여우 - 1.mkv');
  const failures = [
    failureOf('SOURCE_TRUNCATED', { name, declared: 1200, present: 751.2 }),
    failureOf('SOURCE_TRUNCATED', { name }),
    failureOf('WAITING_FOR_ROOM', { free: 2 ** 30, needed: 5.5 * 2 ** 30 }),
    failureOf('TOOL_FAILED', { name, doing: 'packaging', detail: 'packager failed' }),
  ];
  expect(failures.map(({ message }) => message)).toEqual([
    '"여우 - 1.mkv" is incomplete: it says 1200.0 s and ends after 751.2 s. Copy or download it again.',
    '"여우 - 1.mkv" is incomplete: its index is missing. Copy or download it again.',
    'The disk has 1.0 GB free, and this video may need 5.5 GB: make room; the job goes on by itself.',
    'Packaging "여우 - 1.mkv" failed (packager failed). Retry; if it fails again, convert the file first.',
  ]);
  expect(failures.map(failureText)).toEqual([
    '뒤가 잘린 파일이에요(20:00 가운데 12:31까지). 다시 복사하거나 내려받아 주세요.',
    '뒤가 잘린 파일이에요. 다시 복사하거나 내려받아 주세요.',
    '서버의 디스크에 자리가 모자라요(5.5 GB 필요, 1.0 GB 남음). 자리를 만들면 저절로 이어서 해요.',
    '영상을 묶다가 실패했어요. 다시 실패하면 다른 형식으로 바꿔서 넣어 주세요.',
  ]);

  const notices = [
    noticeOf('SUBTITLE_SAME_LANGUAGE', { file: shownName('/in/fox.ko.srt'), lang: 'ko', role: 'caption' }),
    noticeOf('SOUND_SAME_LANGUAGE', { track: 2, lang: 'ja' }),
  ];
  expect(notices.map(({ message }) => message)).toEqual([
    'Subtitle file "fox.ko.srt" is left out: the clip has another one of this language (ko, caption).',
    'Sound track 2 is left out: the clip has another one in the same language (ja). Remove the other track from the file to use this one.',
  ]);
  expect(notices.map(noticeText)).toEqual([
    '"fox.ko.srt" 자막 파일은 같은 언어(한국어)의 청각장애인용 자막이 또 있어서 빠져요.',
    '2번 소리 트랙은 같은 언어(일본어)의 소리가 또 있어서 빠져요. 이 트랙을 쓰려면 파일에서 다른 트랙을 지워 주세요.',
  ]);
});

test.each([
  ['waiting', '달빛 여우', '달빛 여우'],
  ['done', '달빛 여우', '달빛 여우 (없어진 작품)'],
  ['done', null, '없어진 작품'],
  ['failed', null, '없어진 작품'],
] as const)('the title of a job that is %s, which the catalogue lacks, is told in words', (state, name, text) => {
  expect(missingTitleText({ state, new_title: name })).toBe(text);
});
