import { expect, test } from 'vitest';
import { readDeepLink, writeDeepLink } from '#contract/rules/deep-link.ts';

test.each([{ item: 3 }, { episode: 12 }])('a link survives writing and reading: %o', (link) => {
  expect(readDeepLink(writeDeepLink(link))).toEqual(link);
});

test.each([
  '',
  '12',
  'null',
  '{',
  '{}',
  '{"item":"3"}',
  '{"item":-1}',
  '{"item":1.5}',
  '{"item":1,"episode":2}',
  '{"item":1,"path":"/settings"}',
  '["item",1]',
])('text that is not a link is null: %s', (text) => {
  expect(readDeepLink(text)).toBeNull();
});
