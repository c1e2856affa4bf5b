import { expect, test } from 'vitest';
import { findRoute, paths, type RouteName } from '#src/app/paths.ts';

test('every address leads to its own route', () => {
  const parameters: Partial<Record<RouteName, string>> = { theme: '3', item: '12', reviews: '12', play: '345' };
  for (const name of Object.keys(paths) as RouteName[]) {
    const id = parameters[name] ?? (name === 'profile' ? '0b8e' : '');
    const to = paths[name].to as (id: string) => string;
    expect(findRoute(to(id))).toEqual({ name, id });
    expect(findRoute(`${to(id)}/`)).toEqual({ name, id });
  }
});

test.each(['', '/', '/items', '/items/', '/items/12/reviews/3', '/homes', '/home/x', 'home'])(
  'the address "%s" leads nowhere',
  (address) => {
    expect(findRoute(address)).toBeNull();
  },
);
