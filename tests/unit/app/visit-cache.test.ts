import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { COLLECT_EVERY_MS, MOST_VISITS, startVisitCache, UNUSED_MS } from '#src/app/visits/visit-cache.ts';
import { createVisitMemory } from '#src/focus/engine/visit-memory.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

function start() {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  const held = new Set([1]);
  let id = 1;
  const navigation = {
    visit: () => ({ id, path: '', memory: createVisitMemory(), way: [] }),
    holds: (visit: number) => held.has(visit),
  };
  const platform = createFakePlatform();
  startVisitCache({ queryClient, navigation, clock, memory: platform.memory });
  return {
    warnOfMemory: platform.warnOfMemory,
    clock,
    queryClient,
    go(visit: number) {
      id = visit;
      held.add(visit);
    },
    forget: (visit: number) => held.delete(visit),
    /** Shows an answer and leaves it. */
    look(name: string, meta = {}) {
      queryClient.setQueryData([name], name);
      const observer = new QueryObserver(queryClient, {
        queryKey: [name],
        meta,
        queryFn: () => name,
        staleTime: Infinity,
      });
      observer.subscribe(() => undefined)();
    },
    names: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
  };
}

test('the cache keeps the answers of visits below the current one without a time limit', () => {
  const { clock, go, look, names } = start();
  look('home');
  go(2);
  look('item');
  clock.advance(10 * UNUSED_MS);
  expect(names()).toEqual(['home', 'item']);
});

test('collects at once what no visit on the way back showed when the set runs low on memory', () => {
  const { forget, go, look, names, warnOfMemory } = start();
  look('home');
  go(2);
  look('item');
  forget(2);
  go(3);
  look('search');
  warnOfMemory();
  expect(names()).toEqual(['home', 'search']);
});

test('collects what only left visits showed, after a while', () => {
  const { clock, go, forget, look, names } = start();
  look('home');
  go(2);
  look('item');
  forget(2);
  clock.advance(UNUSED_MS - COLLECT_EVERY_MS);
  expect(names()).toEqual(['home', 'item']);
  clock.advance(2 * COLLECT_EVERY_MS);
  expect(names()).toEqual(['home']);
});

test('the cache keeps visible answers and marked ones', () => {
  const { clock, queryClient, forget, look, names } = start();
  look('marked', { isPermanent: true });
  look('shown');
  const stop = new QueryObserver(queryClient, { queryKey: ['shown'], enabled: false }).subscribe(() => undefined);
  forget(1);
  clock.advance(2 * UNUSED_MS);
  expect(names()).toEqual(['marked', 'shown']);
  stop();
  clock.advance(2 * UNUSED_MS);
  expect(names()).toEqual(['marked']);
});

test("the cache keeps a limited number of visits' answers", () => {
  const { clock, go, look, names } = start();
  for (let visit = 1; visit <= MOST_VISITS + 5; visit += 1) {
    go(visit);
    look(`item ${visit}`);
  }
  clock.advance(2 * UNUSED_MS);
  expect(names()).toHaveLength(MOST_VISITS);
  expect(names()[0]).toBe('item 6');
});

test('the cache keeps answers that earlier visits used before a reload', () => {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  queryClient.setQueryData(['home'], 'home');
  let held = [1, 3];
  const navigation = {
    visit: () => ({ id: 3, path: '', memory: createVisitMemory(), way: [] }),
    holds: (visit: number) => held.includes(visit),
  };
  startVisitCache({ queryClient, navigation, clock, memory: createFakePlatform().memory });
  held = [1];
  clock.advance(2 * UNUSED_MS);
  expect(queryClient.getQueryData(['home'])).toBe('home');
});
