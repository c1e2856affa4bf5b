import type { SessionStore } from '#src/stores/session-store.ts';
import type { ToastStore } from '#src/stores/toast-store.ts';

export interface LostSessionOptions {
  readonly session: SessionStore;
  readonly toasts: ToastStore;
  /** Asks the server with the account's own token; rejects when it gives no good answer. */
  readonly checkAccount: () => Promise<unknown>;
}

/**
 * What to do about a token that the server does not know: told once for each call that found out, it acts once. The
 * account's leads to sign-in. A profile's may be gone alone (removed, or a PIN set elsewhere): then who is watching is
 * asked again; the account's token, if it is gone too, is told here by the call that asks.
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
        // Lost as well, which was told already; or not reached, which the next screen will say.
        .catch(() => undefined)
        .finally(endDoubt);
    }
  };
}
