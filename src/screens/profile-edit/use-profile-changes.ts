import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewProfile, Profile, ProfileChanges } from '#contract/profiles.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { createProfile, profilesQuery, removeProfile, updateProfile } from '#src/api/profiles.ts';
import { forAccount } from '#src/stores/for-account.ts';
import { useStores, useToasts } from '#src/stores/stores-context.ts';

/** The viewer's text for a refused change; the server's sentence for codes without one. */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '바꾸지 못했어요. 다시 시도해 주세요.';
  switch (error.code) {
    case 'PROFILE_LAST':
      return '프로필은 하나 이상 있어야 해요. 마지막 프로필은 지울 수 없어요.';
    case 'PROFILE_LIMIT':
      return '프로필은 다섯 개까지예요. 하나를 지우면 새로 만들 수 있어요.';
    case 'PIN_INVALID':
      return 'PIN이 바뀌었어요. 처음부터 다시 해 주세요.';
    default:
      return error.message;
  }
}

export interface ProfileChanging {
  readonly isBusy: boolean;
  /** @param pin the profile's PIN if the server requires it */
  update(profile: Profile, changes: ProfileChanges, pin: string | null, onDone?: () => void): void;
  /** Removes a PIN with the account's password. @throws ApiError */
  removePin(profile: Profile, password: string): Promise<void>;
  create(profile: NewProfile, onDone: (created: Profile) => void): void;
  remove(profile: Profile, pin: string | null, onDone: () => void): void;
}

/** Changes profiles on the server, in the cache and in the session; a refusal shows a toast. */
export function useProfileChanges(): ProfileChanging {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const { session } = useStores();
  const { queryKey } = profilesQuery(api);

  const putIntoList = (change: (profiles: readonly Profile[]) => Profile[]) =>
    queryClient.setQueryData(queryKey, (known) => {
      if (!known) return known;
      const results = change(known.results);
      return { count: results.length, results };
    });
  // An option of the mutation, not of `mutate`: it runs even after the screen has unmounted.
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError(error) {
      showToast(refusalOf(error));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  /**
   * @param act makes the change and shows a toast, even after the screen has unmounted
   * @param onSuccess called only while the screen is mounted
   */
  const run = (act: () => Promise<unknown>, onSuccess?: () => void) => {
    if (isPending) showToast('앞에서 바꾼 것을 저장하고 있어요. 잠시 뒤에 다시 해 주세요.');
    else mutate(act, { onSuccess: () => onSuccess?.() });
  };

  const apply = async (profile: Profile, changes: ProfileChanges, pin: string | null) => {
    const changed = await forAccount(session, updateProfile(api, profile.id, changes, pin));
    putIntoList((profiles) => profiles.map((each) => (each.id === changed.id ? changed : each)));
    session.getState().updateProfile(changed);
  };

  return {
    isBusy: isPending,
    update: (profile, changes, pin, onDone) =>
      run(async () => {
        await apply(profile, changes, pin);
        showToast('바꿨어요.');
      }, onDone),
    removePin: (profile, password) => apply(profile, { pin: null, password }, null),
    create: (profile, onDone) => {
      let created: Profile | undefined;
      run(
        async () => {
          created = await forAccount(session, createProfile(api, profile));
          const made = created;
          putIntoList((profiles) => [...profiles, made]);
          showToast(`${made.name} 프로필을 만들었어요.`);
        },
        () => {
          if (created) onDone(created);
        },
      );
    },
    remove: (profile, pin, onDone) =>
      run(async () => {
        await forAccount(session, removeProfile(api, profile.id, pin));
        putIntoList((profiles) => profiles.filter(({ id }) => id !== profile.id));
        showToast(`${profile.name} 프로필을 지웠어요.`);
        const { lastProfile, forgetProfile } = session.getState();
        if (profile.id === lastProfile?.profile.id) forgetProfile();
      }, onDone),
  };
}
