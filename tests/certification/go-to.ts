import { act } from '@testing-library/react';
import type { RunningApp } from '#tests/support/app/app.tsx';

/** Navigates as a deep link does: only home is below it in the history. Waits for `screen` if given. */
export async function goTo(app: RunningApp, path: string, screen: string | null): Promise<void> {
  await act(async () => {
    window.history.replaceState(null, '', `#${path}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  if (screen !== null) await app.reach(screen);
}
