import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { profileSchema, type Profile } from '#contract/profiles.ts';
import type { KeyValueStorage } from '#platform/platform.ts';

const savedSchema = z.object({
  account_token: z.string().check(z.minLength(1)),
  profile: z.nullable(z.object({ token: z.string().check(z.minLength(1)), profile: profileSchema })),
  is_picker_skipped: z.catch(z.boolean(), false),
});

type Saved = z.output<typeof savedSchema>;

export interface SessionState {
  /** Set when signed in. */
  readonly accountToken: string | null;
  /** The last profile on this television with its token; the entry suggests it. */
  readonly lastProfile: { readonly token: string; readonly profile: Profile } | null;
  /** Whether a profile was chosen since the app started, or automatically by the viewer's setting. */
  readonly isProfileChosen: boolean;
  /** Whether Back on the profile picker can resume the profile just left. */
  readonly hasLeftProfile: boolean;
  /** "이 TV에서 항상 이 프로필로": the next start uses the last profile. */
  readonly isPickerSkipped: boolean;
  /** Id of the profile whose choice was cancelled, until another one is chosen. */
  readonly takenBackId: string | null;
  /** The profile's token is invalid; whether the account's is too is not known yet. */
  readonly isInDoubt: boolean;
  signIn(accountToken: string): void;
  chooseProfile(token: string, profile: Profile): void;
  /** Returns to "누가 볼까요?" as it was before the last choice. */
  takeBackChoice(): void;
  /** Updates the name and picture of the profile. */
  updateProfile(profile: Profile): void;
  /** Sets whether later starts skip the profile picker and use the last profile. */
  skipPicker(isSkipped: boolean): void;
  /** Opens "누가 볼까요?" without signing out. */
  leaveProfile(): void;
  /** Resumes the profile just left, unless a PIN protects it; returns whether it did. */
  resumeProfile(): boolean;
  /** The profile or its token is no longer valid. */
  forgetProfile(options?: { isInDoubt: boolean }): void;
  endDoubt(): void;
  signOut(): void;
}

export type SessionStore = StoreApi<SessionState>;

const STORAGE_KEY = 'session';

/** A malformed value, e.g. from an older version, is read as "not signed in". */
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
  takenBackId: null,
  isPickerSkipped: false,
  isInDoubt: false,
} as const;

/** The signed-in account and the profile that watches. Tokens are stored in cookies only. */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  const saved = readSaved(storage);
  const startsWithProfile = saved?.is_picker_skipped === true && saved.profile?.profile.has_pin === false;
  let beforeChoice: Pick<SessionState, 'lastProfile' | 'hasLeftProfile' | 'isPickerSkipped'> | null = null;
  const store = createStore<SessionState>()((set, get) => ({
    ...NOBODY,
    accountToken: saved?.account_token ?? null,
    lastProfile: saved?.profile ?? null,
    isProfileChosen: startsWithProfile,
    isPickerSkipped: startsWithProfile,
    signIn: (accountToken) => set({ ...NOBODY, accountToken }),
    chooseProfile(token, profile) {
      const { lastProfile, hasLeftProfile, isPickerSkipped } = get();
      beforeChoice = { lastProfile, hasLeftProfile, isPickerSkipped };
      set({
        lastProfile: { token, profile },
        isProfileChosen: true,
        hasLeftProfile: false,
        takenBackId: null,
        // Skipping the picker would bypass the PIN.
        isPickerSkipped: isPickerSkipped && !profile.has_pin,
      });
    },
    takeBackChoice() {
      const { isProfileChosen, lastProfile } = get();
      if (!isProfileChosen || !beforeChoice) return;
      set({ ...beforeChoice, isProfileChosen: false, takenBackId: lastProfile?.profile.id ?? null });
      beforeChoice = null;
    },
    updateProfile: (profile) =>
      set(({ lastProfile, isPickerSkipped }) =>
        lastProfile?.profile.id === profile.id
          ? { lastProfile: { ...lastProfile, profile }, isPickerSkipped: isPickerSkipped && !profile.has_pin }
          : {},
      ),
    skipPicker: (isSkipped) => set({ isPickerSkipped: isSkipped }),
    leaveProfile: () =>
      set(({ isProfileChosen }) => ({ isProfileChosen: false, hasLeftProfile: isProfileChosen, takenBackId: null })),
    resumeProfile() {
      const canResume = get().hasLeftProfile && get().lastProfile?.profile.has_pin === false;
      if (canResume) set({ isProfileChosen: true, hasLeftProfile: false, takenBackId: null });
      return canResume;
    },
    forgetProfile: ({ isInDoubt } = { isInDoubt: false }) => set({ ...NOBODY, isInDoubt }),
    endDoubt: () => set({ isInDoubt: false }),
    signOut: () => set({ ...NOBODY, accountToken: null }),
  }));
  store.subscribe(({ accountToken, lastProfile, isPickerSkipped }) => {
    if (accountToken === null) {
      storage.remove(STORAGE_KEY);
      return;
    }
    const next: Saved = { account_token: accountToken, profile: lastProfile, is_picker_skipped: isPickerSkipped };
    storage.set(STORAGE_KEY, JSON.stringify(next));
  });
  return store;
}

/** The token of a call: the profile's if one is chosen, else the account's (contract.md, section 1). */
export const currentToken = ({ accountToken, lastProfile, isProfileChosen }: SessionState): string | null =>
  isProfileChosen ? (lastProfile?.token ?? accountToken) : accountToken;
