import { settleWhile } from '#src/lib/settle-while.ts';
import type { SessionStore } from './session-store.ts';

/** The outcome of a call for the account that made it; another account must not be told of it. */
export function forAccount<T>(session: SessionStore, call: Promise<T>): Promise<T> {
  const { accountToken } = session.getState();
  return settleWhile(() => session.getState().accountToken === accountToken, call);
}
