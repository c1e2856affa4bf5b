import { expect, test } from 'vitest';
import { failureTexts } from '#server/intake/texts/failure-texts.ts';

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
