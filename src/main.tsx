import 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
import { createRoot } from 'react-dom/client';
import { choosePlatform } from '#platform/index.ts';
import { createApp } from '#src/app/create-app.tsx';
import { systemClock } from '#src/lib/clock.ts';
import { createShakaEngine, loadShakaScript } from '#src/player/index.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';

const { element } = createApp({
  platform: choosePlatform(window),
  page: window,
  clock: systemClock,
  apiUrl: import.meta.env.VITE_API_URL ?? '',
  createEngine: () => createShakaEngine({ clock: systemClock }),
  // The player asks for it again, and says so when it does not come.
  preparePlayback: () => void loadShakaScript().catch(() => undefined),
  version: __APP_VERSION__,
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(element);
