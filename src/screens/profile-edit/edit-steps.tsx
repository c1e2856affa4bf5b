import { useState, type ReactNode } from 'react';
import type { Profile, ProfileImage } from '#contract/profiles.ts';
import { NewPin } from '#src/features/profiles/new-pin.tsx';
import { ProvePin } from '#src/features/profiles/prove-pin.tsx';
import { useMayResetPin } from '#src/stores/household.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceDialog } from '#src/ui/dialog/choice-dialog.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { ageLimits } from './age-limits.ts';
import { ForgottenPin } from './forgotten-pin.tsx';
import { NameStep } from './name-step.tsx';
import { PicturesStep } from './pictures-step.tsx';
import type { EditStep, ProfileEditing } from './use-profile-editing.ts';
import { bedtimeFromChoices, bedtimeToChoices, dailyChoices, timeLabel } from './watch-limits.ts';

export interface EditStepProps {
  readonly profile: Profile;
  readonly images: readonly ProfileImage[];
  readonly editing: ProfileEditing;
  readonly onLeave: () => void;
}

type StepTable = Partial<Record<EditStep, (props: EditStepProps) => ReactNode>>;

/** Steps that replace the list. */
export const pageSteps: StepTable = {
  name: EditedName,
  picture: EditedPicture,
  'forgotten-pin': RemovedPin,
};

/** Steps over the list. */
export const dialogSteps: StepTable = {
  age: AgeLimit,
  'daily-minutes': DailyMinutes,
  bedtime: Bedtime,
  'pin-menu': PinMenu,
  'old-pin-change': OldPin,
  'old-pin-remove': OldPin,
  pin: ChosenPin,
  remove: Removal,
};

function EditedName({ profile, editing }: EditStepProps) {
  return (
    <NameStep
      name={profile.name}
      imageUrl={profile.image_url}
      onEnter={(name) => editing.saveThenList({ name })}
      onBack={editing.toList}
    />
  );
}

function EditedPicture({ profile, images, editing }: EditStepProps) {
  return (
    <PicturesStep
      images={images}
      chosenId={profile.default_image_id}
      onChoose={({ id }) => editing.saveThenList({ default_image_id: id })}
      onBack={editing.toList}
    />
  );
}

function RemovedPin({ profile, editing }: EditStepProps) {
  return (
    <ForgottenPin
      profile={profile}
      onDone={() => {
        editing.setPin(null);
        editing.toList();
      }}
      onBack={editing.toList}
    />
  );
}

function AgeLimit({ profile, editing }: EditStepProps) {
  return (
    <ChoiceDialog
      focusKey="profile-edit/ages"
      title="몇 세 작품까지 볼까요?"
      choices={ageLimits}
      chosen={profile.max_rating}
      onChoose={(max_rating) => {
        if (max_rating === profile.max_rating) editing.toList();
        else editing.saveOnList({ max_rating });
      }}
      onCancel={editing.toList}
    />
  );
}

function DailyMinutes({ profile, editing }: EditStepProps) {
  return (
    <ChoiceDialog
      focusKey="profile-edit/daily"
      title="하루에 얼마나 볼까요?"
      choices={dailyChoices(profile.daily_minutes)}
      chosen={profile.daily_minutes}
      onChoose={(daily_minutes) => {
        if (daily_minutes === profile.daily_minutes) editing.toList();
        else editing.saveOnList({ daily_minutes });
      }}
      onCancel={editing.toList}
    />
  );
}

function Bedtime({ profile: { bedtime }, editing }: EditStepProps) {
  /** Null until chosen. */
  const [from, setFrom] = useState<string | null>(null);
  if (from === null) {
    return (
      <ChoiceDialog
        key="from"
        focusKey="profile-edit/bedtime-from"
        title="몇 시부터 쉴까요?"
        choices={bedtimeFromChoices(bedtime)}
        chosen={bedtime?.from ?? ''}
        onChoose={(chosen) => {
          if (chosen !== '') setFrom(chosen);
          else if (bedtime === null) editing.toList();
          else editing.saveOnList({ bedtime: null });
        }}
        onCancel={editing.toList}
      />
    );
  }
  return (
    <ChoiceDialog
      key="to"
      focusKey="profile-edit/bedtime-to"
      title={`${timeLabel(from)}부터 몇 시까지 쉴까요?`}
      choices={bedtimeToChoices(bedtime)}
      chosen={bedtime?.to ?? '07:00'}
      onChoose={(to) => editing.saveOnList({ bedtime: { from, to } })}
      onCancel={() => setFrom(null)}
    />
  );
}

function PinMenu({ editing }: EditStepProps) {
  const { pin, setStep, changePin } = editing;
  return (
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
      onCancel={editing.toList}
    />
  );
}

function OldPin({ profile, editing }: EditStepProps) {
  const mayResetPin = useMayResetPin();
  return (
    <ProvePin
      profile={profile}
      hint="지금 쓰는 PIN을 눌러 주세요."
      onProved={(old) => {
        editing.setPin(old);
        if (editing.step === 'old-pin-change') editing.setStep('pin');
        else editing.changePin(null, old);
      }}
      onCancel={editing.toList}
      onForgotten={mayResetPin ? () => editing.setStep('forgotten-pin') : undefined}
    />
  );
}

function ChosenPin({ editing }: EditStepProps) {
  return (
    <NewPin
      isBusy={editing.isBusy}
      onEnter={(newPin) => editing.changePin(newPin, editing.pin)}
      onCancel={editing.toList}
    />
  );
}

function Removal({ profile, editing, onLeave }: EditStepProps) {
  return (
    <Dialog
      focusKey="remove"
      title={`${profile.name} 프로필을 지울까요?`}
      text="시청 기록, 별점, 보고 싶어요가 함께 사라지고 되돌릴 수 없어요."
      preferredKey="remove/cancel"
      onBack={() => {
        editing.toList();
        return true;
      }}
    >
      <Button focusKey="remove/cancel" label="취소" onPress={editing.toList} />
      <Button
        focusKey="remove/remove"
        label="지우기"
        isPrimary
        isBusy={editing.isBusy}
        onPress={() => editing.remove(onLeave)}
      />
    </Dialog>
  );
}
