import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { profileImagesQuery, profilesQuery } from '#src/api/profiles.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { ProvePin } from '#src/features/profiles/prove-pin.tsx';
import { createVisitMemory, type VisitMemory } from '#src/focus/index.ts';
import { useIsLimited, useMayResetPin } from '#src/stores/household.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { EditProfile } from './edit-profile.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import { NAME_KEY } from './name-step.tsx';
import { NewProfileForm } from './new-profile-form.tsx';
import styles from './profile-edit-screen.module.css';

export interface ProfileEditScreenProps {
  /** Null creates a profile. */
  readonly profileId: string | null;
  readonly visit?: VisitMemory;
  /** @param created id of the created profile */
  readonly onLeave: (created?: string) => void;
}

/** Creates or edits a profile. */
export function ProfileEditScreen({ profileId, visit, onLeave }: ProfileEditScreenProps) {
  const api = useApi();
  const [own] = useState(createVisitMemory);
  const profiles = useQuery(profilesQuery(api));
  const images = useQuery(profileImagesQuery(api));
  const profilesFailure = useFailure(profiles);
  const imagesFailure = useFailure(images);
  const isLimited = useIsLimited();
  const leave = useCallback(() => onLeave(), [onLeave]);
  if (profilesFailure) return <QueryFailed query={profiles} failure={profilesFailure} onLeave={leave} />;
  if (imagesFailure) return <QueryFailed query={images} failure={imagesFailure} onLeave={leave} />;

  const known = profiles.data?.results;
  const pictures = images.data?.results;
  const profile = known?.find(({ id }) => id === profileId);
  const firstKey = profileId === null ? NAME_KEY : 'profile-edit/name';
  return (
    <Screen
      name="profile-edit"
      initialKey={known && pictures ? firstKey : 'profile-edit/loading'}
      visit={visit ?? own}
      className={styles.screen}
    >
      {!known || !pictures ? (
        <Placeholder focusKey="profile-edit/loading" className={styles.loading} />
      ) : profileId === null && isLimited ? (
        <Gone onLeave={leave} />
      ) : profileId === null ? (
        <NewProfileForm images={pictures} profiles={known} onLeave={onLeave} />
      ) : profile ? (
        <Proved profile={profile} onLeave={leave}>
          {(pin) => <EditProfile profile={profile} images={pictures} pin={pin} onLeave={leave} />}
        </Proved>
      ) : (
        <Gone onLeave={leave} />
      )}
    </Screen>
  );
}

interface ProvedProps {
  readonly profile: Profile;
  readonly onLeave: () => void;
  readonly children: (pin: string | null) => ReactNode;
}

/** Asks for the PIN of another profile before editing it. The owner may remove a forgotten PIN. */
function Proved({ profile, onLeave, children }: ProvedProps) {
  const isOwn = useSession((session) => session.isProfileChosen && session.lastProfile?.profile.id === profile.id);
  // Decided once: the viewer who sets a PIN on this screen need not enter it.
  const [isGuarded] = useState(profile.has_pin && !isOwn);
  const mayResetPin = useMayResetPin();
  const [step, setStep] = useState<'pin' | 'forgotten' | 'proved'>(isGuarded ? 'pin' : 'proved');
  const [pin, setPin] = useState<string | null>(null);
  if (step === 'pin')
    return (
      <ProvePin
        profile={profile}
        hint="바꾸려면 PIN을 눌러 주세요."
        onProved={(proved) => {
          setPin(proved);
          setStep('proved');
        }}
        onCancel={onLeave}
        onForgotten={mayResetPin ? () => setStep('forgotten') : undefined}
      />
    );
  if (step === 'forgotten')
    return <ForgottenPin profile={profile} onDone={() => setStep('proved')} onBack={() => setStep('pin')} />;
  return children(pin);
}

/** The profile was removed elsewhere, or the address is unknown. */
function Gone({ onLeave }: { onLeave: () => void }) {
  useEffect(onLeave, [onLeave]);
  return null;
}
