import { useState } from 'react';
import type { Profile, ProfileImage } from '#contract/profiles.ts';
import { NewPin } from '#src/features/profiles/new-pin.tsx';
import { ProvePin } from '#src/features/profiles/prove-pin.tsx';
import { comeBackTo, useBack, useComing, useVisitMemory } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useIsLimited, useMayResetPin } from '#src/stores/household.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceDialog } from '#src/ui/choice-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { OptionList } from '#src/ui/option-list.tsx';
import { OptionRow } from '#src/ui/option-row.tsx';
import { ageLimitLabel, ageLimits } from './age-limits.ts';
import { EditLayout } from './edit-layout.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import { NameStep } from './name-step.tsx';
import { PicturesStep } from './pictures-step.tsx';
import { useProfileChanges } from './use-profile-changes.ts';
import { bedtimeFromChoices, bedtimeLabel, bedtimeToChoices, dailyChoices, dailyMinutesLabel } from './watch-limits.ts';

type Step =
  | 'list'
  | 'name'
  | 'picture'
  | 'age'
  | 'daily-minutes'
  | 'bedtime-from'
  | 'bedtime-to'
  | 'pin-menu'
  | 'old-pin-change'
  | 'old-pin-remove'
  | 'forgotten-pin'
  | 'pin'
  | 'remove';

const ADULTS_ONLY = '성인 프로필에서 바꿀 수 있어요.';

export interface EditProfileProps {
  readonly profile: Profile;
  readonly images: readonly ProfileImage[];
  /** The profile's PIN if the viewer entered it. */
  readonly pin: string | null;
  readonly onLeave: () => void;
}

/** Edits a profile; each change is saved at once. */
export function EditProfile({ profile, images, pin: givenPin, onLeave }: EditProfileProps) {
  const [step, setStep] = useState<Step>('list');
  const [pin, setPin] = useState(givenPin);
  const [bedtimeFrom, setBedtimeFrom] = useState('');
  const { daily_minutes: dailyMinutes, bedtime } = profile;
  const changes = useProfileChanges();
  const visit = useVisitMemory();
  const isLimited = useIsLimited();
  const mayResetPin = useMayResetPin();
  const isOwn = useSession(({ lastProfile }) => lastProfile?.profile.id === profile.id);
  const canChangePin = !isLimited || isOwn;
  const toList = () => {
    // These steps replace the list, so return the focus to the row that opened them.
    if (step === 'name' || step === 'picture') comeBackTo(visit, `profile-edit/${step}`);
    if (step === 'forgotten-pin') comeBackTo(visit, 'profile-edit/pin');
    setStep('list');
  };
  const shownStep = useLatest(step);
  /** For the answer of a step: returns to the list unless the viewer has already left the step. */
  const toListIfHere = () => {
    if (shownStep.current === step) toList();
  };
  // On the list, saving opens nothing, so keys need not wait for it.
  useComing(changes.isBusy && step !== 'list', null);
  useBack(() => {
    onLeave();
    return true;
  });
  if (step === 'name') {
    return (
      <NameStep
        name={profile.name}
        imageUrl={profile.image_url}
        onEnter={(name) => changes.update(profile, { name }, pin, toListIfHere)}
        onBack={toList}
      />
    );
  }
  if (step === 'picture') {
    return (
      <PicturesStep
        images={images}
        chosenId={profile.default_image_id}
        onChoose={({ id }) => changes.update(profile, { default_image_id: id }, pin, toListIfHere)}
        onBack={toList}
      />
    );
  }
  if (step === 'forgotten-pin') {
    return (
      <ForgottenPin
        profile={profile}
        onDone={() => {
          setPin(null);
          toList();
        }}
        onBack={toList}
      />
    );
  }
  const changePin = (newPin: string | null, oldPin: string | null) =>
    changes.update(profile, { pin: newPin }, oldPin, () => {
      setPin(newPin);
      toListIfHere();
    });
  return (
    <>
      <EditLayout title="프로필 관리" name={profile.name} imageUrl={profile.image_url}>
        <OptionList focusKey="profile-edit/list" label="프로필 관리" visible={6}>
          <OptionRow focusKey="profile-edit/name" label="이름" value={profile.name} onPress={() => setStep('name')} />
          <OptionRow
            focusKey="profile-edit/picture"
            label="그림"
            value={images.find(({ id }) => id === profile.default_image_id)?.name}
            onPress={() => setStep('picture')}
          />
          <OptionRow
            focusKey="profile-edit/age"
            label="연령 제한"
            value={ageLimitLabel(profile.max_rating)}
            {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('age') })}
          />
          <OptionRow
            focusKey="profile-edit/daily-minutes"
            label="하루 시청 시간"
            value={dailyMinutesLabel(dailyMinutes)}
            {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('daily-minutes') })}
          />
          <OptionRow
            focusKey="profile-edit/bedtime"
            label="취침 시간"
            value={bedtimeLabel(bedtime)}
            {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('bedtime-from') })}
          />
          <OptionRow
            focusKey="profile-edit/pin"
            label="PIN"
            value={profile.has_pin ? '사용 중' : '사용 안 함'}
            {...(canChangePin
              ? {
                  detail: profile.has_pin ? undefined : '이 프로필을 고를 때 네 자리 숫자를 물어봐요.',
                  onPress: () => setStep(profile.has_pin ? 'pin-menu' : 'pin'),
                }
              : { detail: ADULTS_ONLY })}
          />
          {!isLimited && (
            <OptionRow focusKey="profile-edit/remove" label="프로필 지우기" onPress={() => setStep('remove')} />
          )}
          <OptionRow focusKey="profile-edit/done" label="다 했어요" onPress={onLeave} />
        </OptionList>
      </EditLayout>
      {step === 'age' && (
        <ChoiceDialog
          focusKey="profile-edit/ages"
          title="몇 세 작품까지 볼까요?"
          choices={ageLimits}
          chosen={profile.max_rating}
          onChoose={(max_rating) => {
            toList();
            if (max_rating !== profile.max_rating) changes.update(profile, { max_rating }, pin);
          }}
          onCancel={toList}
        />
      )}
      {step === 'daily-minutes' && (
        <ChoiceDialog
          focusKey="profile-edit/daily"
          title="하루에 얼마나 볼까요?"
          choices={dailyChoices(dailyMinutes)}
          chosen={dailyMinutes}
          onChoose={(daily_minutes) => {
            toList();
            if (daily_minutes !== dailyMinutes) changes.update(profile, { daily_minutes }, pin);
          }}
          onCancel={toList}
        />
      )}
      {step === 'bedtime-from' && (
        <ChoiceDialog
          focusKey="profile-edit/bedtime-from"
          title="몇 시부터 쉴까요?"
          choices={bedtimeFromChoices(bedtime)}
          chosen={bedtime?.from ?? ''}
          onChoose={(from) => {
            setBedtimeFrom(from);
            if (from !== '') return setStep('bedtime-to');
            toList();
            if (bedtime !== null) changes.update(profile, { bedtime: null }, pin);
          }}
          onCancel={toList}
        />
      )}
      {step === 'bedtime-to' && (
        <ChoiceDialog
          key="bedtime-to"
          focusKey="profile-edit/bedtime-to"
          title={`${bedtimeFrom}부터 몇 시까지 쉴까요?`}
          choices={bedtimeToChoices(bedtime)}
          chosen={bedtime?.to ?? '07:00'}
          onChoose={(to) => {
            toList();
            changes.update(profile, { bedtime: { from: bedtimeFrom, to } }, pin);
          }}
          onCancel={() => setStep('bedtime-from')}
        />
      )}
      {step === 'pin-menu' && (
        <ChoiceDialog
          focusKey="profile-edit/pin-menu"
          title="PIN을 어떻게 할까요?"
          choices={[
            { value: 'change', label: 'PIN 바꾸기' },
            { value: 'remove', label: 'PIN 없애기' },
          ]}
          chosen="change"
          onChoose={(what) => {
            if (what === 'change') setStep(pin === null ? 'old-pin-change' : 'pin');
            else if (pin === null) setStep('old-pin-remove');
            else changePin(null, pin);
          }}
          onCancel={toList}
        />
      )}
      {(step === 'old-pin-change' || step === 'old-pin-remove') && (
        <ProvePin
          profile={profile}
          hint="지금 쓰는 PIN을 눌러 주세요."
          onProved={(old) => {
            setPin(old);
            if (step === 'old-pin-change') setStep('pin');
            else changePin(null, old);
          }}
          onCancel={toList}
          onForgotten={mayResetPin ? () => setStep('forgotten-pin') : undefined}
        />
      )}
      {step === 'pin' && (
        <NewPin isBusy={changes.isBusy} onEnter={(newPin) => changePin(newPin, pin)} onCancel={toList} />
      )}
      {step === 'remove' && (
        <Dialog
          focusKey="remove"
          title={`${profile.name} 프로필을 지울까요?`}
          text="시청 기록, 별점, 보고 싶어요가 함께 사라지고 되돌릴 수 없어요."
          preferredKey="remove/cancel"
          onBack={() => {
            toList();
            return true;
          }}
        >
          <Button focusKey="remove/cancel" label="취소" onPress={toList} />
          <Button
            focusKey="remove/remove"
            label="지우기"
            isPrimary
            isBusy={changes.isBusy}
            onPress={() => {
              toList();
              changes.remove(profile, pin, onLeave);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
