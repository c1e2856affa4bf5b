import { createRoot } from 'react-dom/client';
import { createBrowserPlatform } from '#platform/browser/browser-platform.ts';
import type { KeyValueStorage } from '#platform/platform.ts';
import { createApp } from '#src/app/create-app.tsx';
import { systemClock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createAnswers, type Television } from './answers.ts';

/*
 * The app in a frame of the console, signed in as a viewer who does not exist: it shows the one title that the console
 * hands over. It calls no server, and reads and writes nothing of the browser's own viewer.
 */

const VIEWER = {
  account_token: 'preview',
  profile: {
    token: 'preview',
    profile: {
      id: '00000000-0000-4000-8000-000000000000',
      name: '미리 보기',
      default_image_id: 1,
      image_url: '',
      max_rating: '19',
      has_pin: false,
      is_owner: true,
      daily_minutes: null,
      bedtime: null,
      counts_for_proposals: false,
    },
  },
  is_picker_skipped: true,
};

function inMemory(stored: Readonly<Record<string, string>> = {}): KeyValueStorage {
  const values = new Map(Object.entries(stored));
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

async function show(television: Television): Promise<void> {
  const browser = createBrowserPlatform(window);
  const platform = {
    ...browser,
    // Without an estimate of its line, the app prepares no video: the frame plays none.
    network: { ...browser.network, downlinkMegabits: () => null },
    storage: inMemory(),
    cookies: inMemory({ session: JSON.stringify(VIEWER) }),
    videoDisk: null,
    exit: () => undefined,
  };
  const { element, ready, onError } = createApp({
    platform,
    page: window,
    clock: systemClock,
    apiUrl: '',
    adapter: createAnswers(television),
    preparePlayback: () => undefined,
    restart: () => window.location.reload(),
    reload: () => Promise.resolve(),
    version: '0.0.0',
    homeContract: 'preview',
  });
  await ready;
  createRoot(quietRoot(document.getElementById('root')!), { onCaughtError: onError, onUncaughtError: onError }).render(
    element,
  );
}

let isShown = false;
window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (isShown || origin !== window.location.origin || source !== window.parent) return;
  isShown = true;
  void show(data as Television);
});
if (window.parent !== window) window.parent.postMessage('television', window.location.origin);
