import { describe, expect, test } from 'vitest';
import { countFolders, seasonName, withFolderChanges } from '#console/pages/inbox/folder-changes.ts';
import type { InboxProposal } from '#contract/console/inbox.ts';

const files = new Map(
  ['여우/비.mkv', '여우/눈.mkv', '여우/2기/1.mkv', '부엉이/1.mkv', '홀로.mkv'].map((path) => [path, { path }]),
);
const proposal = (name: string, ids: readonly string[], changes: Partial<InboxProposal> = {}): InboxProposal => ({
  title: null,
  name,
  access: 'free',
  pictures: [],
  content_rating: '19',
  facts: [],
  metadata: [],
  notices: [],
  episodes: ids.map((id, index) => ({
    file_id: id,
    number: index + 1,
    subject: null,
    is_unsure: true,
    left_out_as: null,
    is_taken: true,
    subtitles: [],
    facts: [],
    still: null,
  })),
  ...changes,
});
const proposals = [
  proposal('비', ['여우/비.mkv']),
  proposal('눈', ['여우/눈.mkv']),
  proposal('여우 2기', ['여우/2기/1.mkv']),
  proposal('부엉이', ['부엉이/1.mkv'], { title: { id: 7, name: '부엉이' }, access: 'membership' }),
  proposal('홀로', ['홀로.mkv']),
];
const change = (...changes: (readonly [string, string, string])[]) =>
  withFolderChanges(
    proposals,
    files,
    new Map(changes.map(([folder, name, season]) => [folder, { name, season }] as const)),
  ).map(({ name, episodes }) => [name, episodes.map(({ file_id: id }) => id)]);

describe('the change of a folder', () => {
  test('makes one title of all files in it, and leaves the others', () => {
    expect(change(['여우', '여우 우체국', ''])).toEqual([
      ['여우 우체국', ['여우/2기/1.mkv', '여우/눈.mkv', '여우/비.mkv']],
      ['부엉이', ['부엉이/1.mkv']],
      ['홀로', ['홀로.mkv']],
    ]);
  });

  test('gives way to that of a folder within it', () => {
    expect(change(['여우', '여우 우체국', '1'], ['여우/2기', '여우 우체국', '2'])).toEqual([
      ['여우 우체국', ['여우/눈.mkv', '여우/비.mkv']],
      ['여우 우체국 2기', ['여우/2기/1.mkv']],
      ['부엉이', ['부엉이/1.mkv']],
      ['홀로', ['홀로.mkv']],
    ]);
  });

  test('joins the title that has the name already', () => {
    const [first] = withFolderChanges(proposals, files, new Map([['여우', { name: '부엉이', season: '' }]]));
    expect(first).toMatchObject({ title: { id: 7 }, access: 'membership', name: '부엉이' });
    expect(first!.episodes).toHaveLength(4);
  });

  test('counts files that were titles of their own in the order of their names, for the operator to check', () => {
    const [first] = withFolderChanges(
      [...proposals.slice(0, 2), proposals[3]!],
      files,
      new Map([['여우', { name: '여우 우체국', season: '' }]]),
    );
    expect(first!.episodes.map(({ file_id: id, number, is_unsure: isUnsure }) => [id, number, isUnsure])).toEqual([
      ['여우/눈.mkv', 1, true],
      ['여우/비.mkv', 2, true],
    ]);
  });

  test('a change without new values leaves everything as it is', () => {
    expect(change()).toEqual(proposals.map(({ name, episodes }) => [name, episodes.map((one) => one.file_id)]));
  });
});

test('folders are counted with all that is below them', () => {
  expect(countFolders(proposals, files)).toEqual([
    { folder: '부엉이', cnt: 1 },
    { folder: '여우', cnt: 3 },
    { folder: '여우/2기', cnt: 1 },
  ]);
});

test('a season is a title of its own, with a name that the catalogue can hold', () => {
  expect([seasonName('여우', ''), seasonName('여우', '1'), seasonName('여우', '2'), seasonName('여우', '0')]).toEqual([
    '여우',
    '여우',
    '여우 2기',
    '여우 스페셜',
  ]);
  expect(Array.from(seasonName('가'.repeat(60), '12'))).toHaveLength(60);
});
