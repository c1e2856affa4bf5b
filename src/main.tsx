import { createRoot } from 'react-dom/client';
import { loadPlatform } from '#platform/load-platform.ts';
import { createApp } from '#src/app/create-app.tsx';
import { systemClock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import { loadShakaScript } from '#src/player/index.ts';
import { keptAddress } from '#src/stores/server-address.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';

async function start(root: HTMLElement) {
  const platform = await loadPlatform(window);
  const { element } = createApp({
    platform,
    page: window,
    clock: systemClock,
    apiUrl: keptAddress(platform.storage) ?? import.meta.env.VITE_API_URL ?? '',
    restart: () => window.location.reload(),
    // The player asks for it again, and says so when it does not come.
    preparePlayback: () => void loadShakaScript().catch(() => undefined),
    version: __APP_VERSION__,
  });
  createRoot(quietRoot(root)).render(element);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// `npm run build -- --mode bench`: in any other build, neither this nor what it imports is there.
if (import.meta.env.MODE === 'bench' && window.location.hash.startsWith('#/bench')) {
  void import('#src/app/bench-page.tsx').then(({ drawBench }) => drawBench(root, window));
} else {
  void start(root);
}
