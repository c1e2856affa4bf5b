import { signInAt } from '#tests/support/calls-at.ts';

/** The sign-in cookie of a viewer who chose not to be asked for the profile. */
export interface SignedInViewer {
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
  /** The profile's token. */
  readonly token: string;
}

/** Signs the account's first profile in on a new device, without the sign-in screens. */
export async function signInViewer(...[url, email, device]: Parameters<typeof signInAt>): Promise<SignedInViewer> {
  const { accountToken, profile } = await signInAt(url, email, device);
  const session = { account_token: accountToken, profile, is_picker_skipped: true };
  return {
    cookie: { name: 'lS_session', value: encodeURIComponent(JSON.stringify(session)), url },
    token: profile.token,
  };
}
