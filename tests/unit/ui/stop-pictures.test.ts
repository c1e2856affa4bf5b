import { expect, test } from 'vitest';
import { stopPictures } from '#src/ui/tile/stop-pictures.ts';

function pictureOf(complete: boolean) {
  const attributes = new Map([
    ['src', 'poster.webp'],
    ['srcset', 'poster.webp 1920w'],
    ['alt', ''],
  ]);
  return { complete, attributes, removeAttribute: (name: string) => void attributes.delete(name) };
}

test('pictures that are still on their way are given up, and those that are there stay', () => {
  const [there, underway] = [pictureOf(true), pictureOf(false)];
  stopPictures({ images: [there, underway] as unknown as HTMLCollectionOf<HTMLImageElement> });
  expect([...there.attributes.keys()]).toEqual(['src', 'srcset', 'alt']);
  expect([...underway.attributes.keys()]).toEqual(['alt']);
});
