import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { startCounting } from '#tests/support/held.ts';
import { countPage } from './held-by-page.ts';
import { closePage } from './left-behind.ts';
import { waitWhileBusy } from './patience.ts';

// Screens are lazy chunks. Loading them here keeps the load time out of the tests.
import.meta.glob('/src/screens/*/*-screen.tsx', { eager: true });

// React records a stack for each new element, up to 10,000 in a second, for the component stacks of its warnings. Here a
// warning fails the test by its first line, and the stacks take a tenth of the processor time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  { recentlyCreatedOwnerStacks: number }
>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => undefined,
  configurable: true,
});

waitWhileBusy();

countPage();
beforeEach(() => {
  startCounting();
  // Registered first, so that it runs after all that the test itself ends.
  onTestFinished(async () => expect(await closePage(), 'nothing is left behind').toEqual([]));
});

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
