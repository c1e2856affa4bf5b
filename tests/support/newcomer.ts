import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { requestEmailCode, signUp } from '#contract/sign-up.ts';
import { startApp, type RunningApp, type StartOptions } from './app/app.tsx';
import { serverUrl } from './server/server-url.ts';

export const NEWCOMER_PASSWORD = 'luna-2026';

/** The code of the newest mail to an address. */
export const readCode = (email: string): Promise<string> =>
  waitFor(async () => {
    const answer = await fetch(`${serverUrl()}/dev/mail.json?to=${email}`);
    const { results } = (await answer.json()) as { results: { text: string }[] };
    const code = /^코드: (\w+)$/m.exec(results[0]?.text ?? '')?.[1];
    expect(code).toBeDefined();
    return code ?? '';
  });

/** Starts the app as a new account that no other test shares, and waits for home or the screen of `hash`. */
export async function startAsNewcomer(
  email: string,
  options: StartOptions = {},
  screenName = 'home',
): Promise<RunningApp> {
  const app = startApp(options);
  await app.reach('sign-in');
  await app.api.call(requestEmailCode, { body: { email } });
  const passwords = { password1: NEWCOMER_PASSWORD, password2: NEWCOMER_PASSWORD };
  const { token } = await app.api.call(signUp, {
    body: { email, ...passwords, auth_code: await readCode(email), device: { platform: 'web' } },
  });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach(screenName);
  return app;
}

/** Opens the settings from home through the navigation at the left edge. */
export async function openSettings(app: RunningApp): Promise<void> {
  await app.press('left');
  for (let step = 0; step < 8 && app.focusKey() !== 'navigation/settings'; step += 1) await app.press('down');
  await app.press('ok');
  await app.reach('settings');
}
