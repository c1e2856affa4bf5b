import type { Device } from '#contract/accounts.ts';
import { DEMO } from './tv.ts';

/** A viewer as the app's cookie keeps one: signed in, and never asked who is watching. */
export interface KeptViewer {
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
  /** The profile's. */
  readonly token: string;
}

/** Signs in without a screen, for what begins after the way in: the account's first profile, on a new device. */
export async function signInAsKept(
  url: string,
  email: string = DEMO.email,
  device: Device = { platform: 'web' },
): Promise<KeptViewer> {
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  const login = await call<{ token: string }>('/api/accounts/v1/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO.password, device }),
  });
  const headers = { authorization: `Token ${login.token}` };
  const { results } = await call<{ results: { id: string }[] }>('/api/profiles/v1/list/', { headers });
  const chosen = await call<{ token: string }>(`/api/profiles/v1/${results[0]!.id}/token/`, { headers });
  const session = { account_token: login.token, profile: chosen, is_profile_kept: true };
  return {
    cookie: { name: 'lS_session', value: encodeURIComponent(JSON.stringify(session)), url },
    token: chosen.token,
  };
}
