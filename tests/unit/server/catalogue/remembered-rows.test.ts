import { expect, test } from 'vitest';
import type { Item, ItemSummary } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import type { Snapshot } from '#server/catalogue/snapshot.ts';
import type { ItemBrief } from '#server/catalogue/store.ts';
import type { Basis } from '#server/home/basis.ts';
import { trailersUntil } from '#server/catalogue/trailers.ts';
import { createRememberedRows } from '#server/home/remembered-rows.ts';

const WEEK_MS = 7 * 24 * 3600_000;
const START = Date.parse('2026-11-20T03:00:00Z');

/** Titles 1 to 9; title 2 stays new for another hour. */
function build({ most = 10 } = {}) {
  let nowMs = START;
  const counts = new Map<number, number>();
  const itemOf = (id: number) => {
    const published = id === 2 ? START - WEEK_MS + 3600_000 : START - 2 * WEEK_MS;
    return { id, latest_published_at: new Date(published) } as ItemBrief;
  };
  const briefs: Snapshot['briefs'] = (ids) => Promise.resolve(ids.map(itemOf));
  const rememberedRows = createRememberedRows<string>({
    titles: {
      ratingsOf: (ids) => Promise.resolve(ids.map((id) => ({ cnt_rating: counts.get(id) ?? 0, sum_rating: 0 }))),
    },
    clock: { now: () => new Date(nowMs) },
    most,
  });
  const newBasis = (): Basis => ({ snapshot: { briefs } as Snapshot, country: '', weekday: 5, others: [] });
  const rowOf = (id: number): HomeRow => ({
    id: 'today',
    kind: 'items',
    title: '',
    more: null,
    results: [{ id, cnt_rating: 0, avg_rating: null } as ItemSummary],
  });
  return {
    ...rememberedRows,
    newBasis,
    setRow: async (key: string, basis: Basis, id: number) => {
      await rememberedRows.find(key, basis, 'own');
      await rememberedRows.set(key, basis, 'own', { value: `row of ${id}`, rows: [rowOf(id)], since: nowMs });
    },
    rate: (id: number) => counts.set(id, (counts.get(id) ?? 0) + 1),
    advance: (ms: number) => (nowMs += ms),
  };
}

test('rows are cached while nothing changes', async () => {
  const { setRow, find, newBasis } = build();
  const basis = newBasis();
  await setRow('a', basis, 1);
  expect(await find('a', basis, 'own')).toBe('row of 1');
  expect(await find('b', basis, 'own')).toBeUndefined();
  expect(await find('a', basis, 'other')).toBeUndefined();
});

test('rows are dropped when the basis changes, and are not cached for an old one', async () => {
  const { setRow, set, find, newBasis } = build();
  const [first, second] = [newBasis(), newBasis()];
  await setRow('a', first, 1);
  expect(await find('a', second, 'own')).toBeUndefined();
  await set('a', first, 'own', { value: 'old', rows: [], since: START });
  expect(await find('a', second, 'own')).toBeUndefined();
  expect(await find('a', first, 'own')).toBeUndefined();
});

test('rows are invalid after a title in them was rated', async () => {
  const { setRow, find, rate, newBasis } = build();
  const basis = newBasis();
  await setRow('a', basis, 1);
  rate(2);
  expect(await find('a', basis, 'own')).toBe('row of 1');
  rate(1);
  expect(await find('a', basis, 'own')).toBeUndefined();
});

test('rows are invalid once a title in them stops being new', async () => {
  const { setRow, find, advance, newBasis } = build();
  const basis = newBasis();
  await setRow('a', basis, 2);
  await setRow('b', basis, 1);
  advance(3600_000 - 1);
  expect(await find('a', basis, 'own')).toBe('row of 2');
  advance(1);
  expect(await find('a', basis, 'own')).toBeUndefined();
  expect(await find('b', basis, 'own')).toBe('row of 1');
});

test('the least recently used rows are dropped beyond the limit', async () => {
  const { setRow, find, newBasis } = build({ most: 2 });
  const basis = newBasis();
  await setRow('a', basis, 1);
  await setRow('b', basis, 3);
  expect(await find('a', basis, 'own')).toBe('row of 1');
  await setRow('c', basis, 4);
  expect(await find('b', basis, 'own')).toBeUndefined();
  expect(await find('a', basis, 'own')).toBe('row of 1');
  expect(await find('c', basis, 'own')).toBe('row of 4');
});

test.each(['episodes', 'start_again'] as const)('a row of %s is invalid when a right in it ends', async (kind) => {
  const { set, find, newBasis, advance } = build();
  const basis = newBasis();
  await find('a', basis, 'own');
  const item = { id: 1, cnt_rating: 0, avg_rating: null };
  const access = { type: 'rental', expires_at: new Date(START + 60_000).toISOString() };
  const result = kind === 'episodes' ? { item, access } : { item, episode: { access } };
  await set('a', basis, 'own', { value: 'home', rows: [{ id: kind, kind, results: [result] } as never], since: START });
  advance(59_999);
  expect(await find('a', basis, 'own')).toBe('home');
  advance(1);
  expect(await find('a', basis, 'own')).toBeUndefined();
});

test('an answer with a trailer is invalid when the address of the trailer changes', async () => {
  const { set, find, newBasis, advance } = build();
  const basis = newBasis();
  await find('a', basis, 'own');
  const item = { id: 1, cnt_rating: 0, avg_rating: null, trailer: 'http://bora.test/media/1' } as Item;
  const row: HomeRow = { id: 'billboard', kind: 'billboard', title: '', more: null, results: [item] };
  await set('a', basis, 'own', { value: 'home', rows: [row], since: START });
  const untilMs = trailersUntil(START) - START;
  advance(untilMs - 1);
  expect(await find('a', basis, 'own')).toBe('home');
  advance(1);
  expect(await find('a', basis, 'own')).toBeUndefined();
});
