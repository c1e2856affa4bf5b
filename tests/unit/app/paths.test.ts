import { expect, test } from 'vitest';
import { findRoute, paths, type RouteName } from '#src/app/visits/paths.ts';

test('every address leads to its own route and parameters', () => {
  const ids: Partial<Record<RouteName, number | string>> = {
    theme: 3,
    item: 12,
    reviews: 12,
    play: 345,
    profile: '0b8e',
  };
  for (const name of Object.keys(paths) as RouteName[]) {
    const id = ids[name];
    const to = paths[name].to as (id: unknown) => string;
    expect(findRoute(to(id))).toEqual({ name, id });
    expect(findRoute(`${to(id)}/`)).toEqual({ name, id });
  }
});

test.each(['', '/', '/items', '/items/', '/items/0', '/items/x', '/items/12/reviews/3', '/homes', '/home/x', 'home'])(
  'the address "%s" is invalid',
  (address) => {
    expect(findRoute(address)).toBeNull();
  },
);
