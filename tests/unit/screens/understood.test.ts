import { expect, test } from 'vitest';
import { understoodSentence } from '#src/screens/search/understood.ts';

test.each([
  ['보라', '‘보라’를 찾았어요'],
  ['등불', '‘등불’을 찾았어요'],
  ['하이큐!!', '‘하이큐!!’를 찾았어요'],
  ['열차 3', '‘열차 3’을 찾았어요'],
  ['열차 2', '‘열차 2’를 찾았어요'],
  ['Night Train', '‘Night Train’를 찾았어요'],
  ['☆', '‘☆’를 찾았어요'],
])('%s', (name, sentence) => {
  expect(understoodSentence(name)).toBe(sentence);
});
