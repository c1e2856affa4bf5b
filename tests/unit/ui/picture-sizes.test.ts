import { expect, test } from 'vitest';
import { largeOf, smallOf } from '#server/catalogue/pictures/art.ts';
import { sizesOf } from '#src/ui/tile/picture-sizes.ts';

const PICTURE = 'https://bora.test/art/own/title-7/poster.webp';

test('a panel of 4K gets the larger of two sizes, where the server looks for it', () => {
  const { srcSet = '', sizes } = sizesOf(PICTURE, 3840) ?? {};
  expect(srcSet.split(', ')).toEqual([`${PICTURE} 1920w`, `${largeOf(PICTURE)} 3840w`]);
  expect(sizes).toBe('100vw');
  expect(smallOf(largeOf('own/title-7/poster.webp'))).toBe('own/title-7/poster.webp');
});

test('sets, whose pages have 1920 pixels at most, get one size', () => {
  expect(sizesOf(PICTURE, 1920)).toBeUndefined();
  expect(sizesOf(PICTURE, 1280)).toBeUndefined();
});

test('drawings and pictures in the page have one size', () => {
  expect(sizesOf('https://bora.test/art/own/title-7/poster.svg', 3840)).toBeUndefined();
  expect(sizesOf('data:image/webp;base64,AAAA', 3840)).toBeUndefined();
  expect(smallOf('own/title-7/poster.webp')).toBeUndefined();
});
