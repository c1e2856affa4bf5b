import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import { openProfile, profilesQuery } from '#src/api/profiles.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { PinDialog } from '#src/features/profiles/pin-dialog.tsx';
import { ProfileChoice, profileFocusKey } from '#src/features/profiles/profile-choice.tsx';
import { FocusGroup } from '#src/focus/index.ts';
import { useSession, useToasts } from '#src/stores/stores-context.ts';
import { Placeholder } from '#src/ui/placeholder.tsx';
import { Screen } from '#src/ui/screen.tsx';
import styles from './profiles-screen.module.css';

/** "누가 볼까요?" */
export function ProfilesScreen() {
  const api = useApi();
  const profiles = useQuery(profilesQuery(api));
  const lastProfile = useSession((session) => session.lastProfile);

  const failure = useFailure(profiles);
  if (failure) return <QueryFailed query={profiles} failure={failure} />;
  const results = profiles.data?.results ?? [];
  const first = results.find(({ id }) => id === lastProfile?.profile.id) ?? results[0];
  return (
    <Screen
      name="profiles"
      initialKey={first ? profileFocusKey(first.id) : 'profiles/loading'}
      className={styles.screen}
    >
      <h1 className={styles.title}>누가 볼까요?</h1>
      <Gate profiles={results} isLoading={profiles.isPending} />
    </Screen>
  );
}

function Gate({ profiles, isLoading }: { profiles: readonly Profile[]; isLoading: boolean }) {
  const api = useApi();
  const chooseProfile = useSession((session) => session.chooseProfile);
  const showToast = useToasts((toasts) => toasts.show);
  const [asking, setAsking] = useState<Profile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const opening = useMutation({
    mutationFn: ({ profile, pin }: { profile: Profile; pin: string | null }) => openProfile(api, profile.id, pin),
  });
  // The answers are told to this try alone: one that was cancelled opens nothing, however late it comes.
  const open = (profile: Profile, pin: string | null) =>
    opening.mutate(
      { profile, pin },
      {
        onSuccess: (opened) => chooseProfile(opened.token, opened.profile),
        onError(error) {
          const text = error instanceof ApiError ? error.message : '프로필을 열지 못했어요. 다시 시도해 주세요.';
          if (pin === null) showToast(text);
          else setProblem(text);
        },
      },
    );
  const cancel = () => {
    opening.reset();
    setAsking(null);
  };
  const choose = (profile: Profile) => {
    if (opening.isPending) return;
    if (!profile.has_pin) {
      open(profile, null);
      return;
    }
    setProblem(null);
    setAsking(profile);
  };

  return (
    <>
      <FocusGroup focusKey="profiles" axis="row" className={styles.row}>
        {isLoading && <Placeholder focusKey="profiles/loading" className={styles.placeholder} />}
        {profiles.map((profile) => (
          <ProfileChoice
            key={profile.id}
            profile={profile}
            isBusy={opening.isPending && opening.variables.profile.id === profile.id}
            onPress={() => choose(profile)}
          />
        ))}
      </FocusGroup>
      {asking && (
        <PinDialog
          profileName={asking.name}
          problem={problem}
          isBusy={opening.isPending}
          onEnter={(pin) => open(asking, pin)}
          onCancel={cancel}
        />
      )}
    </>
  );
}
