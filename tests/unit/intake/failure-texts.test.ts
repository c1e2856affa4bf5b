import { describe, expect, test } from 'vitest';
import { noticeOfFinding } from '#server/intake/texts/finding-texts.ts';
import { failureTexts } from '#server/intake/texts/failure-texts.ts';
import { noticeOf, noticeTexts } from '#server/intake/texts/notice-texts.ts';

test('operators read what is wrong with a video, and what to do', () => {
  const name = '"a.mkv"';
  const step = { name, doing: 'encoding' } as const;
  expect([
    failureTexts.SOURCE_DAMAGED({ name, decoded: 12, planned: 240 }),
    failureTexts.SOURCE_TRUNCATED({ name, declared: 90.04, present: 12.5 }),
    failureTexts.SOURCE_TRUNCATED({ name }),
    failureTexts.SOURCE_PARTS_ELSEWHERE({ name, files: '"op.mkv"', missing: 2 }),
    failureTexts.SOURCE_PARTS_ELSEWHERE({ name, files: '', missing: 1 }),
    failureTexts.SOURCE_PARTS_ELSEWHERE({ name, files: '"op.mkv"', missing: 0 }),
    failureTexts.METADATA_UNUSABLE({ name, detail: '' }),
    failureTexts.METADATA_UNUSABLE({ name, detail: 'It is no XML.' }),
    failureTexts.TOOL_KILLED(step),
    failureTexts.TOOL_STUCK(step),
    failureTexts.TOOL_FAILED({ ...step, detail: 'code 1' }),
    failureTexts.DISK_FULL(step),
    failureTexts.DISK_FULL({ name }),
    failureTexts.DISK_FULL({}),
    failureTexts.CATALOGUE_REFUSED({ detail: 'The title is gone.' }),
    failureTexts.UNEXPECTED({ detail: 'boom' }),
  ]).toEqual([
    '"a.mkv" is damaged: only 12 of 240 pictures can be decoded. Copy it again, or convert it first.',
    '"a.mkv" is incomplete: it says 90.0 s and ends after 12.5 s. Copy or download it again.',
    '"a.mkv" is incomplete: its index is missing. Copy or download it again.',
    '"a.mkv" has chapters whose pictures lie in other files ("op.mkv", 2 not beside it). Join them into one file first.',
    '"a.mkv" has chapters whose pictures lie in other files (1 not beside it). Join them into one file first.',
    '"a.mkv" has chapters whose pictures lie in other files ("op.mkv"). Join them into one file first.',
    '"a.mkv" has no metadata.',
    'It is no XML.',
    'A tool was killed while encoding "a.mkv", perhaps because memory was short. It is retried.',
    'Encoding "a.mkv" made no progress and was stopped. It is retried; if it stops again, convert the file first.',
    'Encoding "a.mkv" failed (code 1). Retry; if it fails again, convert the file first.',
    'The disk is full while encoding "a.mkv". Free space and retry.',
    'The disk is full. Make room; the job goes on by itself.',
    'The disk is full. Make room; the job goes on by itself.',
    'The title is gone.',
    'boom',
  ]);
});

const PARAMS: Readonly<Record<string, string | number>> = {
  ...{
    name: '"a.mkv"',
    file: '"b.srt"',
    files: '"c.mkv"',
    folder: '/media',
    doing: 'packaging',
    detail: 'Not "a.mkv".',
  },
  ...{
    codec: 'codec-x',
    cause: 'EROFS',
    causes: 'No ffmpeg.',
    fault: 'too short',
    worker: 'worker-7',
    signal: 'SIGKILL',
  },
  ...{ lang: 'ko', role: 'forced', range: 'PQ', encoding: 'cp949', said: 'euc-jp', letters: 'ㅋㅋ', font: 'Font A' },
  ...{ by: 'Font B', fonts: 'Font C, Font D', sounds: '"Japanese"' },
  ...{ declared: 90.04, present: 12.55, decoded: 13, planned: 241, hours: 31, most: 17, width: 9001, height: 4321 },
  ...{ least: 19, tracks: 77, missing: 5, exit: 139, free: 3 * 1024 ** 3, needed: 7 * 1024 ** 3, track: 23 },
  ...{ count: 29, seconds: 3.25, title: 1234, before: 1440, after: 1500 },
};
/** As the sentences write them. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  ...{ declared: /90\.0 s/, present: /12\.6 s/, seconds: /3\.3 s/ },
  ...{ free: /3\.0 GB|3072 MB/, needed: /7\.0 GB|7168 MB/, doing: /packaging/i },
};

/** A sentence, and the parameters that it asked for. */
function said(write: (params: never) => string, known = PARAMS) {
  const asked = new Set<string>();
  const params = new Proxy(known, {
    get(target, name) {
      if (typeof name === 'string') asked.add(name);
      return target[name as string];
    },
    // The rest of the parameters names a subtitle.
    ownKeys: () => ['file'],
  });
  return { text: write(params as never), asked: [...asked] };
}

describe.each([
  ['failure', failureTexts],
  ['notice', noticeTexts],
] as const)('the sentence of a %s', (_kind, texts) => {
  test.each(Object.entries(texts))('%s is whole, and says all that it is given', (_code, write) => {
    const { text, asked } = said(write);
    expect(text).not.toMatch(/undefined|NaN|\[object|\n/);
    expect(text.length).toBeGreaterThan(8);
    // A track is named by its file where it is one.
    for (const name of asked.filter((one) => one !== 'track' || !asked.includes('file')))
      expect(text).toMatch(SHOWN[name] ?? String(PARAMS[name]));
  });
});

test('a notice has its code, its parameters and its sentence', () => {
  expect(noticeOf('SUBTITLE_LOST', { track: 3, file: undefined, count: 2 })).toEqual({
    code: 'SUBTITLE_LOST',
    params: { track: 3, count: 2 },
    message: 'Subtitle track 3 is damaged in 2 places: those letters are missing.',
  });
});

test.each([
  [{ kind: 'empty' }, 'SUBTITLE_EMPTY', {}],
  [{ kind: 'tooLarge' }, 'SUBTITLE_TOO_LARGE', {}],
  [{ kind: 'undecodable', lost: 3 }, 'SUBTITLE_UNDECODABLE', {}],
  [{ kind: 'encoding', encoding: 'cp949' }, 'SUBTITLE_ENCODING', { encoding: 'cp949' }],
  [{ kind: 'lost', lost: 4 }, 'SUBTITLE_LOST', { count: 4 }],
  [{ kind: 'untimed', cues: 5 }, 'SUBTITLE_UNTIMED', { count: 5 }],
  [{ kind: 'cut', cues: 6 }, 'SUBTITLE_CUT', { count: 6 }],
  [{ kind: 'long', cues: 7 }, 'SUBTITLE_LONG', { count: 7 }],
] as const)('the finding %j of a subtitle is told as %s', (finding, code, params) => {
  expect(noticeOfFinding(finding, { track: 2 })).toMatchObject({ code, params: { track: 2, ...params } });
});
