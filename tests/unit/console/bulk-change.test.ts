import { describe, expect, test } from 'vitest';
import { CallError } from '#console/lib/client.ts';
import {
  countriesIn,
  fieldChangeOf,
  isReleased,
  releaseUndoOf,
  type ReleaseBefore,
} from '#console/pages/bulk/bulk-change.ts';
import { runBulk, undoBulk, type BulkCalls } from '#console/pages/bulk/run-bulk.ts';

const FIELDS = {
  content_rating: '12',
  genres: ['모험', '판타지'],
  tags: [],
  ends_at: '2027-01-01T00:00:00.000Z',
  countries: ['JP', 'KR'],
};

test.each([
  ['a rating', { kind: 'rating', rating: '15' }, { name: 'content_rating', before: '12', after: '15' }],
  ['the rating that it has', { kind: 'rating', rating: '12' }, null],
  ['one more tag', { kind: 'add', list: 'tags', word: '여름' }, { name: 'tags', before: [], after: ['여름'] }],
  ['a genre that it has', { kind: 'add', list: 'genres', word: '모험' }, null],
  [
    'a genre less',
    { kind: 'remove', list: 'genres', word: '모험' },
    { name: 'genres', before: FIELDS.genres, after: ['판타지'] },
  ],
  ['no end', { kind: 'end', at: null }, { name: 'ends_at', before: FIELDS.ends_at, after: null }],
  ['the same end in other letters', { kind: 'end', at: '2027-01-01T09:00:00+09:00' }, null],
  ['one country', { kind: 'countries', countries: ['KR'] }, { name: 'countries', before: ['JP', 'KR'], after: ['KR'] }],
  ['all countries', { kind: 'countries', countries: [] }, { name: 'countries', before: ['JP', 'KR'], after: [] }],
  ['the countries that it has', { kind: 'countries', countries: ['JP', 'KR'] }, null],
] as const)('a change of many titles gives each %s', (_name, change, expected) => {
  expect(fieldChangeOf(change, FIELDS)).toEqual(expected);
});

test('countries are read as people type them, each once', () => {
  expect(countriesIn(' kr,JP · kr\n')).toEqual(['JP', 'KR']);
  expect(countriesIn('')).toEqual([]);
  for (const text of ['한국', 'ＫＲ', 'KR, 일본', 'KOR', 'K'])
    // An empty list would mean every country.
    expect(countriesIn(text), text).toBeNull();
});

const NOW = new Date('2026-11-28T12:00:00Z');
const LATER = '2026-12-24T12:00:00.000Z';
const release = (state: ReleaseBefore['state'], at: string | null = null, notice: string | null = null) => ({
  state,
  at,
  notice,
});

test.each([
  ['hidden title', 'publish', release('unpublished'), ['unpublish']],
  ['published title', 'unpublish', release('published', '2026-01-01T00:00:00Z'), ['publish']],
  ['title without a date', 'unpublish', release('announced'), ['publish']],
  ['scheduled title', 'unpublish', release('scheduled', LATER), ['schedule']],
  ['delayed title', 'unpublish', release('delayed', LATER, '늦어져요.'), ['delay']],
  ['scheduled title', 'publish', release('scheduled', LATER), ['unpublish', 'schedule']],
  ['title whose time has come since', 'unpublish', release('scheduled', '2026-11-28T11:00:00Z'), ['publish']],
] as const)('a %s gets its release back after %s', (_name, changed, before, actions) => {
  const steps = releaseUndoOf(before, changed, NOW);
  expect(steps.map(({ action }) => action)).toEqual(actions);
  const last = steps.at(-1)!;
  if (last.action === 'schedule' || last.action === 'delay') expect(last.at).toBe(LATER);
  if (last.action === 'delay') expect(last.notice).toBe('늦어져요.');
});

test('what viewers see or do not see already is left alone', () => {
  expect(isReleased('publish', release('published'))).toBe(true);
  expect(isReleased('unpublish', release('ended'))).toBe(true);
  expect(isReleased('publish', release('scheduled', LATER))).toBe(false);
});

/** A catalogue that refuses what was not read before. */
function catalogueOf(count: number) {
  const titles = new Map(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      { version: 1, fields: { content_rating: '12' } as Record<string, unknown>, ...release('published') },
    ]),
  );
  let saves = 0;
  const state = { onSave: undefined as ((id: number, saves: number) => void) | undefined };
  const calls: BulkCalls = {
    readRecord: async (id) => {
      const { version, fields } = titles.get(id)!;
      return Promise.resolve({ version: String(version), fields });
    },
    saveFields: async (id, part) => {
      state.onSave?.(id, (saves += 1));
      const title = titles.get(id)!;
      if (part.version !== String(title.version)) throw new CallError('CHANGED_MEANWHILE', 409, '그사이 바뀌었어요.');
      Object.assign(title, { version: title.version + 1, fields: part.fields });
      return Promise.resolve();
    },
    readRelease: async (id) => Promise.resolve({ ...titles.get(id)!, version: String(titles.get(id)!.version) }),
    release: async (id, step, version) => {
      const title = titles.get(id)!;
      if (version !== String(title.version)) throw new CallError('CHANGED_MEANWHILE', 409, '그사이 바뀌었어요.');
      title.version += 1;
      title.state = step.action === 'unpublish' ? 'unpublished' : 'published';
      return Promise.resolve(String(title.version));
    },
  };
  const named = [...titles.keys()].map((id) => ({ id, name: `작품 ${id}` }));
  const ratings = () => [...titles.values()].map(({ fields }) => fields['content_rating']);
  return { titles, calls, named, ratings, state };
}

describe('thirty titles', () => {
  const RATING = { kind: 'rating', rating: '15' } as const;

  test('change one after the other, and get back what they had by one undo', async () => {
    const { calls, named, ratings } = catalogueOf(30);
    const steps: number[] = [];
    const outcome = await runBulk(calls, RATING, named, (done) => steps.push(done));
    expect(outcome).toMatchObject({ unchanged: 0, refused: [] });
    expect(steps.at(-1)).toBe(30);
    expect(new Set(ratings())).toEqual(new Set(['15']));
    expect(await undoBulk(calls, outcome, () => undefined)).toEqual([]);
    expect(new Set(ratings())).toEqual(new Set(['12']));
  });

  test('are hidden and shown again', async () => {
    const { calls, named, titles } = catalogueOf(30);
    titles.get(7)!.state = 'unpublished';
    const outcome = await runBulk(calls, { kind: 'unpublish' }, named, () => undefined);
    expect([outcome.undos.length, outcome.unchanged]).toEqual([29, 1]);
    expect(await undoBulk(calls, outcome, () => undefined)).toEqual([]);
    expect([...titles].filter(([, { state }]) => state === 'unpublished').map(([id]) => id)).toEqual([7]);
  });

  test('that were announced for later are published at once, and get back their time and notice by one undo', async () => {
    const { calls, named, titles } = catalogueOf(2);
    for (const title of titles.values()) Object.assign(title, release('delayed', '2999-01-01T00:00:00Z', '늦어져요.'));
    const done: string[] = [];
    const noted: BulkCalls = {
      ...calls,
      release(id, step, version) {
        done.push(`${id} ${step.action}`);
        return calls.release(id, step, version);
      },
    };
    const outcome = await runBulk(noted, { kind: 'publish' }, named, () => undefined);
    // Each step starts from the version that the one before it has made.
    expect(await undoBulk(noted, outcome, () => undefined)).toEqual([]);
    expect(done).toEqual(['1 publish', '2 publish', '1 unpublish', '1 delay', '2 unpublish', '2 delay']);
  });

  test('keep what somebody else has changed since, which is told', async () => {
    const { calls, named, titles, ratings } = catalogueOf(30);
    const outcome = await runBulk(calls, RATING, named, () => undefined);
    titles.get(3)!.fields = { content_rating: '19' };
    expect(await undoBulk(calls, outcome, () => undefined)).toEqual([
      { id: 3, name: '작품 3', message: '그사이 다른 값으로 바뀌어서 그대로 두었어요.' },
    ]);
    expect(ratings().filter((rating) => rating === '12')).toHaveLength(29);
    expect(ratings()[2]).toBe('19');
  });

  test('a change of another field at the same time is kept, and this one is tried again', async () => {
    const { calls, named, titles, state } = catalogueOf(30);
    state.onSave = (id, saves) => {
      if (saves === 5)
        Object.assign(titles.get(id)!, { version: 9, fields: { content_rating: '12', name: '새 이름' } });
    };
    expect((await runBulk(calls, RATING, named, () => undefined)).refused).toEqual([]);
    expect(titles.get(5)!.fields).toEqual({ content_rating: '15', name: '새 이름' });
  });

  test('a lost connection ends it, says which titles are as they were, and what was done is taken back', async () => {
    const { calls, named, ratings, state } = catalogueOf(30);
    state.onSave = (id) => {
      if (id === 11) throw new CallError('AWAY', 0, '서버에 연결하지 못했어요.');
    };
    const outcome = await runBulk(calls, RATING, named, () => undefined);
    expect([outcome.undos.length, outcome.refused.length]).toEqual([10, 20]);
    state.onSave = undefined;
    await undoBulk(calls, outcome, () => undefined);
    expect(new Set(ratings())).toEqual(new Set(['12']));
  });
});
