import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { openProfile, profilesQuery } from '#src/api/profiles.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { AddProfile } from '#src/features/profiles/add-profile.tsx';
import type { ForgottenPinDialogProps } from '#src/features/profiles/forgotten-pin-dialog.tsx';
import { ProfileChoice } from '#src/features/profiles/profile-choice.tsx';
import { profileFocusKey } from '#src/features/profiles/profile-focus-key.ts';
import { ProvePin } from '#src/features/profiles/prove-pin.tsx';
import { FocusGroup, useBack, useComing, useFocusEngine, type VisitMemory } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useSession, useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { Wordmark } from '#src/ui/page/wordmark.tsx';
import { firstChoice, onlyChoice } from './profile-choice.ts';
import styles from './profiles-screen.module.css';

/** Profiles that an account may have (contract.md, section 2). */
const MOST_PROFILES = 5;

export interface ProfilesScreenProps {
  /** The caller's, because it must outlive the screen while a profile is edited. */
  readonly visit: VisitMemory;
  readonly isManaging: boolean;
  readonly onManage: (isManaging: boolean) => void;
  readonly onEdit: (profile: Profile) => void;
  readonly onAdd: () => void;
}

/** "누가 볼까요?" */
export function ProfilesScreen(props: ProfilesScreenProps) {
  const { visit, isManaging } = props;
  const api = useApi();
  const profiles = useQuery(profilesQuery(api));
  const lastId = useSession((session) => session.lastProfile?.profile.id ?? null);
  const isChanging = useSession((session) => session.hasLeftProfile);
  const takenBackId = useSession((session) => session.takenBackId);
  const only = onlyChoice(profiles.data?.results, { isChanging, isManaging });
  const opening = useOpening(useChoose(only === null));
  useOpenOnce(only, opening.open);
  // An automatic choice has no list that Back could return to.
  useComing(opening.busyId !== null, only && !opening.hasFailed ? null : opening.cancel);

  const failure = useFailure(profiles);
  if (failure) return <QueryFailed query={profiles} failure={failure} />;
  if (only && !opening.hasFailed) return <Passing />;
  const results = profiles.data?.results ?? [];
  const first = firstChoice(results, { lastId, isChanging, takenBackId });
  return (
    <Screen
      name="profiles"
      initialKey={first ? profileFocusKey(first.id) : 'profiles/loading'}
      visit={visit}
      className={styles.screen}
    >
      <h1 className={styles.title}>{isManaging ? '어느 프로필을 바꿀까요?' : '누가 볼까요?'}</h1>
      <Choices {...props} profiles={results} isLoading={profiles.isPending} opening={opening} />
    </Screen>
  );
}

/** Shown instead of the picker while the only profile opens automatically. */
function Passing() {
  return (
    <Screen name="profiles" initialKey="profiles/loading" className={styles.screen}>
      <div className={styles.passing}>
        <Wordmark size="large" />
      </div>
      <Placeholder focusKey="profiles/loading" className={styles.passingLine} />
    </Screen>
  );
}

interface Opened {
  readonly token: string;
  readonly profile: Profile;
}

interface Opening {
  readonly open: (profile: Profile) => void;
  /** Ignores the pending answer. */
  readonly cancel: () => void;
  readonly busyId: string | null;
  readonly hasFailed: boolean;
}

/**
 * Chooses a profile.
 *
 * @param isAsked whether the viewer picked it; then Back returns to the picker until the first screen is ready
 */
function useChoose(isAsked: boolean) {
  const engine = useFocusEngine();
  const chooseProfile = useSession((session) => session.chooseProfile);
  const takeBackChoice = useSession((session) => session.takeBackChoice);
  return ({ token, profile }: Opened) => {
    if (isAsked) engine.undoOpeningWith(takeBackChoice);
    chooseProfile(token, profile);
  };
}

/** Opens a profile without PIN; on failure, shows a toast and stays on the picker. */
function useOpening(choose: (opened: Opened) => void): Opening {
  const api = useApi();
  const showToast = useToasts((toasts) => toasts.show);
  const { mutate, reset, isPending, isError, variables } = useMutation({
    mutationFn: (profile: Profile) => openProfile(api, profile.id, null),
  });
  return {
    open(profile) {
      if (isPending) return;
      mutate(profile, {
        onSuccess: choose,
        onError: (error) =>
          showToast(error instanceof ApiError ? error.message : '프로필을 열지 못했어요. 다시 시도해 주세요.'),
      });
    },
    cancel: reset,
    busyId: isPending ? variables.id : null,
    hasFailed: isError,
  };
}

function useOpenOnce(only: Profile | null, open: (profile: Profile) => void) {
  const openedId = useRef<string | null>(null);
  useEffect(() => {
    if (!only || openedId.current === only.id) return;
    openedId.current = only.id;
    open(only);
  });
}

interface Forgotten {
  readonly Dialog: ComponentType<ForgottenPinDialogProps>;
  readonly profile: Profile;
}

/** A script of its own: it has the keyboard, and every start passes this screen. */
const loadForgottenPin = async () =>
  (await import('#src/features/profiles/forgotten-pin-dialog.tsx')).ForgottenPinDialog;

interface ChoicesProps extends ProfilesScreenProps {
  readonly profiles: readonly Profile[];
  readonly isLoading: boolean;
  readonly opening: Opening;
}

function Choices({ profiles, isLoading, opening, isManaging, onManage, onEdit, onAdd }: ChoicesProps) {
  const chooseProved = useChoose(true);
  const skipPicker = useSession((session) => session.skipPicker);
  const isPickerSkipped = useSession((session) => session.isPickerSkipped);
  const showToast = useToasts((toasts) => toasts.show);
  const [asking, setAsking] = useState<Profile | null>(null);
  const [forgotten, setForgotten] = useState<Forgotten | null>(null);
  const asked = useLatest(asking);
  const forget = (profile: Profile) => {
    loadForgottenPin().then(
      (Dialog) => {
        if (asked.current !== profile) return;
        setForgotten({ Dialog, profile });
        setAsking(null);
      },
      () => showToast('화면을 열지 못했어요. 다시 시도해 주세요.'),
    );
  };
  const tellRemoved = useCallback(() => {
    setForgotten(null);
    showToast('PIN을 없앴어요. 이제 PIN 없이 고를 수 있어요.');
  }, [showToast]);
  useBack(() => {
    if (isManaging) onManage(false);
    return isManaging;
  });
  const choose = (profile: Profile) => {
    if (isManaging) onEdit(profile);
    else if (profile.has_pin) setAsking(profile);
    else opening.open(profile);
  };

  return (
    <>
      <FocusGroup focusKey="profiles" axis="row" className={styles.row}>
        {isLoading && <Placeholder focusKey="profiles/loading" className={styles.placeholder} />}
        {profiles.map((profile) => (
          <ProfileChoice
            key={profile.id}
            profile={profile}
            isBusy={opening.busyId === profile.id}
            isManaging={isManaging}
            onPress={() => choose(profile)}
          />
        ))}
        {!isLoading && profiles.length < MOST_PROFILES && <AddProfile onPress={onAdd} />}
      </FocusGroup>
      {!isLoading && (
        <FocusGroup focusKey="profiles/more" axis="row" className={styles.more}>
          <Button
            focusKey="profiles/manage"
            label={isManaging ? '다 했어요' : '프로필 관리'}
            icon={isManaging ? 'check' : 'pencil'}
            onPress={() => onManage(!isManaging)}
          />
          {!isManaging && (
            <Button
              focusKey="profiles/skip-picker"
              label={isPickerSkipped ? '이 TV에서 항상 같은 프로필로 · 켜짐' : '이 TV에서 항상 같은 프로필로'}
              {...(isPickerSkipped ? { icon: 'check' as const } : {})}
              onPress={() => {
                skipPicker(!isPickerSkipped);
                showToast(isPickerSkipped ? '다음부터 다시 물어볼게요.' : '이제 고르는 프로필로 항상 시작할게요.');
              }}
            />
          )}
        </FocusGroup>
      )}
      {asking && (
        <ProvePin
          profile={asking}
          onProved={(_pin, opened) => {
            if (isPickerSkipped) showToast('PIN이 있는 프로필은 시작할 때마다 PIN을 물어봐요.');
            chooseProved(opened);
          }}
          onCancel={() => setAsking(null)}
          onForgotten={() => forget(asking)}
        />
      )}
      {forgotten && (
        <forgotten.Dialog
          profile={forgotten.profile}
          canTypePassword
          onRemoved={tellRemoved}
          onBack={() => {
            setAsking(forgotten.profile);
            setForgotten(null);
          }}
        />
      )}
    </>
  );
}
