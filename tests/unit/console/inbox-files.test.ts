// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { inboxFileSchema, type InboxFile } from '#contract/console/inbox.ts';
import type { SentFile } from '#console/lib/uploads.ts';
import { SendingRow, WaitingRow } from '#console/pages/inbox/inbox-files.tsx';
import { sampleOf } from '#tests/support/sample.ts';

/* What a row of files says and offers, by how far the file is. */

afterEach(cleanup);

const verbs = (name: string) =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')?.replace(`${name} `, ''));

const sent: SentFile = {
  ...{ key: 1, path: 'season 1/01.mkv', bytes: 2000, sent: 500, state: 'sending', problem: null },
  ...{ id: 'a', isContinued: false },
};

describe('a file that this page uploads', () => {
  test.each([
    ['waiting', '차례를 기다려요 25%', ['올리기 취소']],
    ['sending', '올리는 중 25%', ['올리기 취소']],
    ['stopped', '멈췄어요 25%', ['이어서 올리기', '올리기 취소']],
    ['refused', '받지 않았어요', ['닫기']],
  ] as const)('%s says %j and offers %j', (state, said, acts) => {
    render(createElement('ul', {}, createElement(SendingRow, { file: { ...sent, state }, onAsk: () => undefined })));
    expect(screen.getByRole('listitem').textContent).toContain(said);
    expect(verbs('01.mkv')).toEqual(acts);
  });
});

describe('a file on the server', () => {
  const waiting = (changes: Partial<InboxFile>): InboxFile => ({
    ...(sampleOf(inboxFileSchema) as InboxFile),
    ...{ path: '01.srt', bytes: 2000, received_bytes: 500, problem: null, missing: null },
    ...changes,
  });
  test.each<[Partial<InboxFile>, string, string[]]>([
    [{ origin: 'upload', kind: 'subtitle', state: 'receiving' }, '25%에서 멈췄어요', ['지우기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'received' }, '살펴보는 중', ['지우기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'ready' }, '자막', ['회차에 더하기', '지우기']],
    [{ origin: 'upload', kind: 'sound', state: 'ready' }, '소리 더하기로', ['지우기']],
    [{ origin: 'watched', kind: 'subtitle', state: 'ready' }, '자막', ['빼기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.sup' }, '자막', ['회차에 더하기', '지우기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.idx' }, '자막', ['회차에 더하기', '지우기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.sub' }, '.idx와 한 자막', ['지우기']],
    [{ origin: 'upload', kind: 'subtitle', state: 'ready', path: 'VTS_01.SUB' }, '.idx와 한 자막', ['지우기']],
    [
      { origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.idx', missing: '01.sub' },
      '01.sub 파일도 올려',
      ['지우기'],
    ],
    [
      { origin: 'upload', kind: 'subtitle', state: 'ready', path: '01.sub', missing: '01.idx' },
      '01.idx 파일도 올려',
      ['지우기'],
    ],
    [{ origin: 'watched', kind: 'video', state: 'receiving' }, '복사가 끝나기를 기다려요', ['빼기']],
    [{ origin: 'upload', kind: 'video', state: 'refused' }, '받을 수 없어요', ['지우기']],
  ])('%j says %j and offers %j', (changes, said, acts) => {
    render(createElement('ul', {}, createElement(WaitingRow, { file: waiting(changes), onAsk: () => undefined })));
    expect(screen.getByRole('listitem').textContent).toContain(said);
    expect(verbs(waiting(changes).path)).toEqual(acts);
  });
});
