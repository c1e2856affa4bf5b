import { beforeEach, expect, test, vi } from 'vitest';
import { createVisitMemory } from '#src/focus/engine/visit-memory.ts';
import type { Navigation, Visit } from '#src/app/visits/navigation.ts';
import { createVisitNavigation, type VisitNavigation } from '#src/app/visits/visit-navigation.ts';

const visitOf = (id: number): Visit => ({ id, path: '/items/12', memory: createVisitMemory(), way: [] });
const navigation = {
  visit: vi.fn(() => visitOf(1)),
  open: vi.fn(),
  replace: vi.fn(),
  restart: vi.fn(),
  back: vi.fn(() => true),
};
const create = () => createVisitNavigation(navigation as unknown as Navigation);
const ways: [string, (bound: VisitNavigation) => void, 'open' | 'replace' | 'restart' | 'back'][] = [
  ['open', (bound) => bound.open('/home'), 'open'],
  ['replace', (bound) => bound.replace('/home'), 'replace'],
  ['restart', (bound) => bound.restart(), 'restart'],
  ['leave', (bound) => bound.leave(), 'back'],
];

beforeEach(() => {
  vi.clearAllMocks();
  navigation.visit.mockReturnValue(visitOf(1));
});

test.each(ways)('%s navigates while its visit is shown', (_name, act, way) => {
  const bound = create();
  bound.show();
  act(bound);
  expect(navigation[way]).toHaveBeenCalledOnce();
});

test.each(ways)('%s does nothing once another visit is shown', (_name, act, way) => {
  const bound = create();
  bound.show();
  navigation.visit.mockReturnValue(visitOf(2));
  act(bound);
  expect(navigation[way]).not.toHaveBeenCalled();
});

test.each(ways)('%s waits while the gate covers its visit, and works after it', (_name, act, way) => {
  const bound = create();
  const hide = bound.show();
  hide();
  act(bound);
  expect(navigation[way]).not.toHaveBeenCalled();
  bound.show();
  act(bound);
  expect(navigation[way]).toHaveBeenCalledOnce();
});

test('leaving the first visit leads home', () => {
  const bound = create();
  navigation.back.mockReturnValueOnce(false);
  bound.leave();
  expect(navigation.replace).toHaveBeenCalledWith('/home');
});

test('a visit is here until another one is shown, or it is unmounted', () => {
  const bound = create();
  const hide = bound.show();
  expect(bound.isHere()).toBe(true);
  navigation.visit.mockReturnValue(visitOf(2));
  expect(bound.isHere()).toBe(false);
  navigation.visit.mockReturnValue(visitOf(1));
  hide();
  expect(bound.isHere()).toBe(false);
});
