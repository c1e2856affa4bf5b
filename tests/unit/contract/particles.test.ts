import { expect, test } from 'vitest';
import { withParticle, type Particle } from '#contract/rules/particles.ts';

test.each<[string, Particle, string]>([
  ['본편', '이/가', '본편이'],
  ['1화', '이/가', '1화가'],
  ['OVA 3', '이/가', 'OVA 3이'],
  ['보라', '을/를', '보라를'],
  ['등불', '을/를', '등불을'],
  ['등불'.normalize('NFD'), '을/를', `${'등불'.normalize('NFD')}을`],
  ['등불!', '을/를', '등불!을'],
  ['라온 2', '을/를', '라온 2를'],
  ['라온 (3)', '을/를', '라온 (3)을'],
  ['Night Train', '을/를', 'Night Train를'],
  ['!?', '을/를', '!?를'],
  ['베이직', '으로/로', '베이직으로'],
  ['등불', '으로/로', '등불로'],
  ['1080', '으로/로', '1080으로'],
  ['1.mp4', '으로/로', '1.mp4로'],
  ['21:51', '으로/로', '21:51로'],
  ['30명', '이에요/예요', '30명이에요'],
  ['21:52', '이에요/예요', '21:52예요'],
])('%s with %s reads %s', (word, particle, expected) => {
  expect(withParticle(word, particle)).toBe(expected);
});
