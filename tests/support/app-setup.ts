import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Screens are lazy chunks. Loading them here keeps the load time out of the tests.
import.meta.glob('/src/screens/*/*-screen.tsx', { eager: true });

// Generous for a loaded machine; a state that is already there is not waited for.
configure({ asyncUtilTimeout: 20_000 });

// An unexpected console message fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  cleanup();
  const said = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '#');
  expect(said, 'the console stays silent').toEqual([]);
});
