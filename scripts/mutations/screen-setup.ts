import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/* As tests/support/app/app-setup.ts, without loading every screen: each mutant loads its modules again. */

configure({ asyncUtilTimeout: 3000 });

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
