import { describe, expect, test, vi } from 'vitest';
import { createPageDisk } from '#platform/browser/page-disk.ts';

const pageWith = (storage: unknown) => ({ indexedDB: {}, navigator: { storage } }) as unknown as Window;

describe('the disk of a browser', () => {
  test('reports its free space, and requests persistence', async () => {
    const persist = vi.fn(() => Promise.resolve(false));
    const disk = createPageDisk(pageWith({ estimate: () => Promise.resolve({ quota: 100, usage: 30 }), persist }));
    expect(await disk?.freeBytes()).toBe(70);
    disk?.persist();
    expect(persist).toHaveBeenCalledOnce();
  });

  test('has no space when more is used than the browser now allows', async () => {
    const disk = createPageDisk(pageWith({ estimate: () => Promise.resolve({ quota: 100, usage: 130 }) }));
    expect(await disk?.freeBytes()).toBe(0);
  });

  test.each([
    ['has no estimate', undefined],
    ['estimates no numbers', { estimate: () => Promise.resolve({}) }],
    ['fails', { estimate: () => Promise.reject(new Error('no')) }],
  ])('has unknown space when the browser %s', async (_, storage) => {
    const disk = createPageDisk(pageWith(storage));
    expect(await disk?.freeBytes()).toBeNull();
    expect(() => disk?.persist()).not.toThrow();
  });

  test('is null when the browser forbids the page a database', () => {
    const page = Object.defineProperty({}, 'indexedDB', {
      get() {
        throw new Error('SecurityError');
      },
    });
    expect(createPageDisk(page as Window)).toBeNull();
    expect(createPageDisk({ navigator: {} } as Window)).toBeNull();
  });
});
