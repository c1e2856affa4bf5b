import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { profileSchema, type Profile } from '#contract/profiles.ts';
import type { KeyValueStorage } from '#platform/platform.ts';

const savedSchema = z.object({
  account_token: z.string().min(1),
  profile: z.object({ token: z.string().min(1), profile: profileSchema }).nullable(),
});

type Saved = z.output<typeof savedSchema>;

export interface SessionState {
  /** Signed in when set. */
  readonly accountToken: string | null;
  /** The profile that watched last on this television, with its token; it is suggested at the gate. */
  readonly lastProfile: { readonly token: string; readonly profile: Profile } | null;
  /** Whether somebody has said who is watching since the app started. */
  readonly isProfileChosen: boolean;
  signIn(accountToken: string): void;
  chooseProfile(token: string, profile: Profile): void;
  /** Back to "누가 볼까요?", still signed in. */
  leaveProfile(): void;
  /** Goes back to the profile that was left just now, unless a PIN guards it; answers whether it did. */
  resumeProfile(): boolean;
  signOut(): void;
}

export type SessionStore = StoreApi<SessionState>;

const STORAGE_KEY = 'session';

/** What an older app or another hand left behind is read as "not signed in". */
function readSaved(storage: KeyValueStorage): Saved | null {
  const text = storage.get(STORAGE_KEY);
  if (text === null) return null;
  try {
    return savedSchema.parse(JSON.parse(text));
  } catch {
    storage.remove(STORAGE_KEY);
    return null;
  }
}

/** Who is signed in and who is watching. Tokens live in the cookie storage and nowhere else. */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  const saved = readSaved(storage);
  /** Set between leaving a profile and choosing one. */
  let hasLeft = false;
  const store = createStore<SessionState>()((set, get) => ({
    accountToken: saved?.account_token ?? null,
    lastProfile: saved?.profile ?? null,
    isProfileChosen: false,
    signIn(accountToken) {
      hasLeft = false;
      set({ accountToken, lastProfile: null, isProfileChosen: false });
    },
    chooseProfile(token, profile) {
      hasLeft = false;
      set({ lastProfile: { token, profile }, isProfileChosen: true });
    },
    leaveProfile() {
      hasLeft = get().isProfileChosen;
      set({ isProfileChosen: false });
    },
    resumeProfile() {
      const canResume = hasLeft && get().lastProfile?.profile.has_pin === false;
      if (canResume) set({ isProfileChosen: true });
      return canResume;
    },
    signOut() {
      hasLeft = false;
      set({ accountToken: null, lastProfile: null, isProfileChosen: false });
    },
  }));
  store.subscribe(({ accountToken, lastProfile }) => {
    if (accountToken === null) storage.remove(STORAGE_KEY);
    else
      storage.set(STORAGE_KEY, JSON.stringify({ account_token: accountToken, profile: lastProfile } satisfies Saved));
  });
  return store;
}

/** The token a call carries: the profile's once one is chosen, else the account's (contract.md, section 1). */
export const currentToken = ({ accountToken, lastProfile, isProfileChosen }: SessionState): string | null =>
  isProfileChosen ? (lastProfile?.token ?? accountToken) : accountToken;
