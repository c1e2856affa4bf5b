import { describe, expect, test } from 'vitest';
import { editedEpisode } from '#console/pages/inbox/inbox-episodes.tsx';
import { hasSaidRating, sureTitles } from '#console/pages/inbox/sure-titles.ts';
import type { InboxFile, InboxProposal } from '#contract/console/inbox.ts';

type Episode = InboxProposal['episodes'][number];
type File = Pick<InboxFile, 'state' | 'problem'>;

const episode = (changes: Partial<Episode> = {}): Episode => ({
  file_id: 'one',
  number: 1,
  subject: null,
  is_unsure: false,
  left_out_as: null,
  is_taken: false,
  subtitles: [],
  facts: [],
  still: null,
  ...changes,
});
const proposal = (episodes: Episode[], changes: Partial<InboxProposal> = {}): InboxProposal => ({
  title: null,
  name: '달빛 여우',
  access: 'free',
  pictures: [],
  content_rating: '19',
  facts: [],
  metadata: [],
  notices: [],
  episodes,
  ...changes,
});
const ready: File = { state: 'ready', problem: null };
const isSure = (one: InboxProposal, changes: Partial<File> = {}) =>
  sureTitles(
    [one],
    new Map([
      ['one', { ...ready, ...changes }],
      ['two', ready],
    ]),
  ).length === 1;

describe('a title of the inbox', () => {
  test('is sure when all of its files are', () => {
    expect(isSure(proposal([episode(), episode({ file_id: 'two', number: 2 })]))).toBe(true);
    expect(isSure(proposal([episode({ number: 0 })], { title: { id: 7, name: '달빛 여우' } }))).toBe(true);
  });

  test.each<[string, InboxProposal, Partial<File>]>([
    ['no name says its title', proposal([episode()], { name: null }), {}],
    ['a name leaves a doubt', proposal([episode(), episode({ file_id: 'two', number: 2, is_unsure: true })]), {}],
    ['a file has no number', proposal([episode({ number: null })]), {}],
    ['two files have one number', proposal([episode(), episode({ file_id: 'two' })]), {}],
    ['the title has the number', proposal([episode({ is_taken: true })]), {}],
    ['a file is still being examined', proposal([episode()]), { state: 'received' }],
    ['a file is gone', proposal([episode({ file_id: 'gone' })]), {}],
    ['a file was added before', proposal([episode()]), { problem: { code: 'FILE_KNOWN', message: '달빛 여우 1화' } }],
  ])('is not sure when %s', (_why, one, file) => {
    expect(isSure(one, file)).toBe(false);
  });
});

test('only metadata say the rating of a new title', () => {
  expect(hasSaidRating(proposal([]))).toBe(false);
  expect(hasSaidRating(proposal([], { facts: [{ field: 'contentRating', text: '15' }] }))).toBe(true);
});

test('a video whose name calls it no episode is left out until the operator chooses it', () => {
  const opening = episode({ left_out_as: 'opening' });
  expect(editedEpisode(opening).isChosen).toBe(false);
  expect(editedEpisode(opening, { isLeftOut: false }).isChosen).toBe(true);
  expect(editedEpisode(episode()).isChosen).toBe(true);
});
