import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/api-context.ts';
import { profileImagesQuery, profilesQuery } from '#src/api/profiles.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { ProvePin } from '#src/features/profiles/prove-pin.tsx';
import { createPlace, type Place } from '#src/focus/index.ts';
import { useIsLimited, useIsOwner } from '#src/stores/household.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Placeholder } from '#src/ui/placeholder.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { EditProfile } from './edit-profile.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import { NAME_KEY } from './name-step.tsx';
import { NewProfileForm } from './new-profile-form.tsx';
import styles from './profile-edit-screen.module.css';

export interface ProfileEditScreenProps {
  /** Null makes a new one. */
  readonly profileId: string | null;
  readonly place?: Place;
  /** @param created the id of the profile that was made. */
  readonly onLeave: (created?: string) => void;
}

/** Makes a profile, or changes one. */
export function ProfileEditScreen({ profileId, place, onLeave }: ProfileEditScreenProps) {
  const api = useApi();
  const [own] = useState(createPlace);
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
      place={place ?? own}
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

/** A profile with a PIN is changed by itself, or after its PIN. The owner may remove a forgotten one. */
function Proved({ profile, onLeave, children }: ProvedProps) {
  const isOwn = useSession((session) => session.isProfileChosen && session.lastProfile?.profile.id === profile.id);
  // A PIN that is set here and now was given by who stands here.
  const [isGuarded] = useState(profile.has_pin && !isOwn);
  const isOwner = useIsOwner();
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
        onForgotten={isOwner ? () => setStep('forgotten') : undefined}
      />
    );
  if (step === 'forgotten')
    return <ForgottenPin profile={profile} onDone={() => setStep('proved')} onBack={() => setStep('pin')} />;
  return children(pin);
}

/** Removed elsewhere, or an address that leads nowhere. */
function Gone({ onLeave }: { onLeave: () => void }) {
  useEffect(onLeave, [onLeave]);
  return null;
}
