import { act } from '@testing-library/react';
import type { RunningApp } from '#tests/support/app.tsx';

/** Every address of the catalogue's side of the app, and the screen that answers it (src/app/paths.ts). */
export const ROUTES: readonly (readonly [path: string, screen: string])[] = [
  ['/weekday', 'weekday'],
  ['/themes', 'themes'],
  ['/themes/1', 'theme'],
  ['/browse', 'browse'],
  ['/search', 'search'],
  ['/library', 'library'],
  ['/items/103', 'item'],
  ['/items/103/reviews', 'reviews'],
  ['/settings', 'settings'],
  ['/settings/server', 'server-address'],
  ['/settings/password', 'password'],
  ['/profiles/new', 'profile-edit'],
  ['/play/10301', 'player'],
];

/** Goes to an address as a link does: there is nothing below it to go back to but home. Waits for `screen`, if it is given. */
export async function goTo(app: RunningApp, path: string, screen: string | null): Promise<void> {
  await act(async () => {
    window.history.replaceState(null, '', `#${path}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  if (screen !== null) await app.reach(screen);
}
