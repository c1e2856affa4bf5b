import type { SessionStore } from '#src/stores/session-store.ts';
import type { ToastStore } from '#src/stores/toast-store.ts';

export interface LostSessionOptions {
  readonly session: SessionStore;
  readonly toasts: ToastStore;
  /** Calls the server with the account's token; rejects without a successful answer. */
  readonly checkAccount: () => Promise<unknown>;
}

/**
 * Handles a token that the server no longer accepts; acts once, although several calls may report it. A lost account token
 * leads to sign-in. A profile's token may be lost alone (removed, or a PIN set elsewhere): then the profile picker opens;
 * if the account's token is lost too, the call that checks it reports that here.
 */
export function createLostSession({ session, toasts, checkAccount }: LostSessionOptions): (token: string) => void {
  const { show } = toasts.getState();
  return (token) => {
    const { accountToken, lastProfile, isProfileChosen, signOut, forgetProfile, endDoubt } = session.getState();
    if (token === accountToken) {
      signOut();
      show('다른 기기에서 로그아웃했거나 비밀번호가 바뀌었어요. 다시 로그인해 주세요.');
    } else if (token === lastProfile?.token) {
      forgetProfile({ isInDoubt: true });
      checkAccount()
        .then(() => {
          if (isProfileChosen) show('프로필이 지워졌거나 PIN이 바뀌었어요. 다시 골라 주세요.');
        })
        // The client has already reported a lost account token; the next screen shows an unreachable server.
        .catch(() => undefined)
        .finally(endDoubt);
    }
  };
}
