import { describe, expect, test } from 'vitest';
import { editedEpisode, numberProblem } from '#console/pages/inbox/inbox-episodes.tsx';
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

describe('the number of a chosen episode', () => {
  const known = { isProposed: true, numbers: new Set(['1화', '2.5화']) };
  const edited = (changes: Partial<Episode>, edit: Parameters<typeof editedEpisode>[1] = {}) =>
    editedEpisode(episode(changes), edit);

  test.each<[string, ReturnType<typeof edited>, RegExp | null, Partial<typeof known>?]>([
    ['new', edited({ number: 3 }), null],
    ['missing', edited({ number: null }), /적어 주세요/],
    ['no number', edited({ number: 3 }, { number: '셋' }), /적어 주세요/],
    ['one of the title', edited({ number: 1 }), /이미 있는/],
    ['typed as one of the title', edited({ number: 3 }, { number: ' 2.5 ' }), /이미 있는/],
    ['one of the title, to be replaced', edited({ number: 1 }, { isReplacing: true }), null],
    ['that of a job', edited({ number: 3, is_taken: true }), /작업이 있어요/],
    ['another one than that of a job', edited({ number: 3, is_taken: true }, { number: '4' }), null],
    ['that of a job of another title', edited({ number: 3, is_taken: true }), null, { isProposed: false }],
  ])('that is %s is judged by what the title has and what is made', (_name, one, problem, changes) => {
    const said = numberProblem(one, [one], { ...known, ...changes });
    if (problem === null) expect(said).toBeNull();
    else expect(said).toMatch(problem);
  });

  test('is there once among the chosen ones', () => {
    const [one, other] = [edited({ number: 3 }), edited({ file_id: 'two', number: 4 }, { number: '3' })];
    expect(numberProblem(one, [one, other], known)).toMatch(/둘/);
    expect(numberProblem(one, [one, edited({ file_id: 'two', number: 4 })], known)).toBeNull();
  });
});
