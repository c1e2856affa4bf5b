import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOW } from './world.ts';

/* What the console asks of a browser, and jsdom does not have. Import it before the console: its charts look at once. */

const nothing = () => undefined;
window.matchMedia = () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }) as never;
Element.prototype.scrollIntoView = nothing;
const drawing: object = new Proxy(
  {},
  { get: (_, name) => (name === 'canvas' ? undefined : () => ({ width: 1 })), set: () => true },
);
HTMLCanvasElement.prototype.getContext = () => drawing as never;
window.Path2D = class {
  constructor() {
    return drawing;
  }
} as never;
window.ResizeObserver = class {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
};

/** For a file of tests that draws the whole console: at the time of the answers, with nothing kept from the test before. */
export function drawWithoutBrowser(): void {
  beforeEach(() => {
    vi.stubGlobal('CSS', { escape: (text: string) => text });
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}
