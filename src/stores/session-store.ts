import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { profileSchema, type Profile } from '#contract/profiles.ts';
import type { KeyValueStorage } from '#platform/platform.ts';

const savedSchema = z.object({
  account_token: z.string().check(z.minLength(1)),
  profile: z.nullable(z.object({ token: z.string().check(z.minLength(1)), profile: profileSchema })),
  is_profile_kept: z.catch(z.boolean(), false),
});

type Saved = z.output<typeof savedSchema>;

export interface SessionState {
  /** Signed in when set. */
  readonly accountToken: string | null;
  /** The profile that watched last on this television, with its token; it is suggested at the gate. */
  readonly lastProfile: { readonly token: string; readonly profile: Profile } | null;
  /** Whether somebody has said who is watching since the app started, or asked never to be asked. */
  readonly isProfileChosen: boolean;
  /** Whether the profile left is still there to go back to: the viewer only looks at who else could watch. */
  readonly hasLeftProfile: boolean;
  /** "이 TV에서 항상 이 프로필로": the next start goes on with the last profile. */
  readonly isProfileKept: boolean;
  /** The profile's token is no good any more, and whether the account's is has yet to be heard. */
  readonly isInDoubt: boolean;
  signIn(accountToken: string): void;
  chooseProfile(token: string, profile: Profile): void;
  /** Takes what a profile is called and looks like now. */
  updateProfile(profile: Profile): void;
  keepProfile(isKept: boolean): void;
  /** Back to "누가 볼까요?", still signed in. */
  leaveProfile(): void;
  /** Goes back to the profile that was left just now, unless a PIN guards it; answers whether it did. */
  resumeProfile(): boolean;
  /** The profile is gone, or its token is. */
  forgetProfile(options?: { isInDoubt: boolean }): void;
  endDoubt(): void;
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

const NOBODY = {
  lastProfile: null,
  isProfileChosen: false,
  hasLeftProfile: false,
  isProfileKept: false,
  isInDoubt: false,
} as const;

/** Who is signed in and who is watching. Tokens live in the cookie storage and nowhere else. */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  const saved = readSaved(storage);
  const isKept = saved?.is_profile_kept === true && saved.profile?.profile.has_pin === false;
  const store = createStore<SessionState>()((set, get) => ({
    ...NOBODY,
    accountToken: saved?.account_token ?? null,
    lastProfile: saved?.profile ?? null,
    isProfileChosen: isKept,
    isProfileKept: isKept,
    signIn: (accountToken) => set({ ...NOBODY, accountToken }),
    chooseProfile: (token, profile) =>
      set(({ isProfileKept }) => ({
        lastProfile: { token, profile },
        isProfileChosen: true,
        hasLeftProfile: false,
        // A PIN that is not asked for guards nothing.
        isProfileKept: isProfileKept && !profile.has_pin,
      })),
    updateProfile: (profile) =>
      set(({ lastProfile, isProfileKept }) =>
        lastProfile?.profile.id === profile.id
          ? { lastProfile: { ...lastProfile, profile }, isProfileKept: isProfileKept && !profile.has_pin }
          : {},
      ),
    keepProfile: (isProfileKept) => set({ isProfileKept }),
    leaveProfile: () => set(({ isProfileChosen }) => ({ isProfileChosen: false, hasLeftProfile: isProfileChosen })),
    resumeProfile() {
      const canResume = get().hasLeftProfile && get().lastProfile?.profile.has_pin === false;
      if (canResume) set({ isProfileChosen: true, hasLeftProfile: false });
      return canResume;
    },
    forgetProfile: ({ isInDoubt } = { isInDoubt: false }) => set({ ...NOBODY, isInDoubt }),
    endDoubt: () => set({ isInDoubt: false }),
    signOut: () => set({ ...NOBODY, accountToken: null }),
  }));
  store.subscribe(({ accountToken, lastProfile, isProfileKept }) => {
    if (accountToken === null) {
      storage.remove(STORAGE_KEY);
      return;
    }
    const kept: Saved = { account_token: accountToken, profile: lastProfile, is_profile_kept: isProfileKept };
    storage.set(STORAGE_KEY, JSON.stringify(kept));
  });
  return store;
}

/** The token a call carries: the profile's once one is chosen, else the account's (contract.md, section 1). */
export const currentToken = ({ accountToken, lastProfile, isProfileChosen }: SessionState): string | null =>
  isProfileChosen ? (lastProfile?.token ?? accountToken) : accountToken;
