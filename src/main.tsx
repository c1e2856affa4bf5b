import { createRoot } from 'react-dom/client';
import { loadPlatform } from '#platform/load-platform.ts';
import { createApp } from '#src/app/create-app.tsx';
import { systemClock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import { loadShakaScript } from '#src/player/index.ts';
import { savedAddress } from '#src/stores/server-address.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';

/** Longest wait for the script of the first screen, in ms; after it, the app draws the placeholder. */
const READY_MS = 1000;

/** Longest wait for the page's server, in ms. */
const ANSWER_MS = 5000;

/**
 * @throws Error while the page's server does not answer: a reload would leave the viewer on the browser's error page.
 */
async function reload(): Promise<void> {
  const isLate = new Promise<never>((_, reject) => systemClock.after(ANSWER_MS, () => reject(new Error('no answer'))));
  const { ok } = await Promise.race([fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }), isLate]);
  if (!ok) throw new Error('no page');
  window.location.reload();
}

async function start(root: HTMLElement) {
  const platform = await loadPlatform(window);
  const { element, ready, onError } = createApp({
    platform,
    page: window,
    clock: systemClock,
    apiUrl: savedAddress(platform.storage) ?? import.meta.env.VITE_API_URL ?? '',
    restart: () => window.location.reload(),
    reload,
    // Only a prefetch: the player loads the script again and reports a failure.
    preparePlayback: () => void loadShakaScript().catch(() => undefined),
    version: __APP_VERSION__,
    homeContract: __HOME_CONTRACT__,
  });
  await Promise.race([ready, new Promise<void>((resolve) => systemClock.after(READY_MS, resolve))]);
  createRoot(quietRoot(root), { onCaughtError: onError, onUncaughtError: onError }).render(element);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// For `npm run build -- --mode bench`; other builds drop this branch and its imports.
if (import.meta.env.MODE === 'bench' && window.location.hash.startsWith('#/bench')) {
  void import('#src/app/bench-page.tsx').then(({ drawBench }) => drawBench(root, window));
} else {
  void start(root);
}
