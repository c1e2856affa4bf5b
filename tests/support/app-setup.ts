import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The screens come as scripts of their own: here they are read before a test begins, whose time it is not.
import.meta.glob('/src/screens/*/*-screen.tsx', { eager: true });

// A state is waited for as long as a loaded machine takes; what comes at once is waited for no longer.
configure({ asyncUtilTimeout: 20_000 });

// What nobody expected to be said on the console fails the test.
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
