import { act } from '@testing-library/react';
import type { RunningApp } from '#tests/support/app.tsx';

/** Goes to an address as a link does: there is nothing below it to go back to but home. Waits for `screen`, if it is given. */
export async function goTo(app: RunningApp, path: string, screen: string | null): Promise<void> {
  await act(async () => {
    window.history.replaceState(null, '', `#${path}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  if (screen !== null) await app.reach(screen);
}
