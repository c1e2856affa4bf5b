import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { useProfileChanges } from './use-profile-changes.ts';

export interface ForgottenPinProps {
  readonly profile: Profile;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** Lets the owner remove a forgotten PIN with the account's password. */
export function ForgottenPin({ profile, onDone, onBack }: ForgottenPinProps) {
  const { removePin } = useProfileChanges();
  const showToast = useToasts((toasts) => toasts.show);
  const [password, setPassword] = useState('');
  const tellRemoved = () => showToast(`${profile.name} 프로필의 PIN을 없앴어요.`);
  const removing = useSubmit({
    send: (typed: string) => removePin(profile, typed),
    onDone() {
      tellRemoved();
      onDone();
    },
    onLate: tellRemoved,
  });
  return (
    <FormStep
      focusKey="profile-edit/password"
      title={`${profile.name} 프로필의 PIN 없애기`}
      text="계정 비밀번호를 입력하면 지금 PIN을 몰라도 없앨 수 있어요."
      label="계정 비밀번호"
      kind="password"
      value={password}
      onChange={(typed) => {
        setPassword(typed);
        removing.setProblem(null);
      }}
      doneLabel="PIN 없애기"
      onDone={() => {
        if (password === '') removing.setProblem('계정 비밀번호를 입력해 주세요.');
        else removing.submit(password);
      }}
      onBack={onBack}
      isBusy={removing.isBusy}
      problem={removing.problem}
    />
  );
}
