import { afterEach, expect, test, vi } from 'vitest';
import { readDraft, writeDraft, type Draft } from '#console/editing/drafts.ts';

const DRAFT: Draft = { version: '3', base: { name: '여우' }, fields: { name: '달빛 여우' } };

afterEach(() => void vi.unstubAllGlobals());

/** A browser tab that stores in `kept`. */
function openTab(kept = new Map<string, string>()) {
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  vi.stubGlobal('window', { sessionStorage });
  return kept;
}

test('a draft is found again under its own name alone, until it is removed', () => {
  const kept = openTab();
  expect(readDraft('title/1')).toBeUndefined();
  writeDraft('title/1', DRAFT);
  writeDraft('title/2', { ...DRAFT, version: '7' });
  expect(readDraft('title/1')).toEqual(DRAFT);
  writeDraft('title/1', undefined);
  expect(readDraft('title/1')).toBeUndefined();
  expect(readDraft('title/2')).toMatchObject({ version: '7' });
  expect(kept.size).toBe(1);
});

test('what else the tab stores is no draft', () => {
  openTab(new Map([['title/1', '{}']]));
  expect(readDraft('title/1')).toBeUndefined();
});

test('a draft that cannot be read, and a browser without storage, leave the form without drafts', () => {
  const kept = openTab();
  writeDraft('title/1', DRAFT);
  for (const name of kept.keys()) kept.set(name, '{"version":');
  expect(readDraft('title/1')).toBeUndefined();
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(() => writeDraft('title/1', DRAFT)).not.toThrow();
  expect(readDraft('title/1')).toBeUndefined();
});
