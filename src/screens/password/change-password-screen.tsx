import { useState } from 'react';
import { changePassword } from '#src/api/account-forms.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import {
  finishedPassword,
  NewPassword,
  NO_PASSWORD,
  stepOfNewPassword,
} from '#src/features/account-forms/new-password.tsx';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './password-screen.module.css';

export interface ChangePasswordScreenProps {
  readonly visit: VisitMemory;
  readonly onLeave: () => void;
}

/** Asks for the current password, then the new one twice. */
export function ChangePasswordScreen({ visit, onLeave }: ChangePasswordScreenProps) {
  const api = useApi();
  const showToast = useToasts((toasts) => toasts.show);
  const [isOldKnown, setOldKnown] = useState(false);
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState(NO_PASSWORD);
  const [oldError, setOldError] = useState<string | null>(null);
  const tellChanged = () => showToast('비밀번호를 바꿨어요. 다른 기기에서는 로그아웃돼요.');
  const changing = useSubmit({
    send: (password: string) => changePassword(api, oldPassword, password),
    step: isOldKnown ? stepOfNewPassword(newPassword) : 'old',
    onDone() {
      tellChanged();
      onLeave();
    },
    onLate: tellChanged,
    onFailed(failure) {
      if (failure !== 'LOGIN_FAILED') return null;
      setOldKnown(false);
      setOldError('지금 비밀번호가 맞지 않아요.');
      return '';
    },
  });

  const leaveOld = () => {
    const password = finishedPassword(newPassword);
    if (oldPassword === '') setOldError('지금 비밀번호를 입력해 주세요.');
    else if (password === null) setOldKnown(true);
    else changing.submit(password);
  };

  return (
    <Screen name="password" initialKey="change/old" visit={visit} className={styles.screen}>
      {isOldKnown ? (
        <NewPassword
          focusKey="change"
          title="새 비밀번호를 정해 주세요"
          text="바꾸면 다른 기기에서는 로그아웃돼요."
          typed={newPassword}
          onTyped={setNewPassword}
          doneLabel="바꾸기"
          onDone={(password) => changing.submit(password)}
          onBack={() => setOldKnown(false)}
          isBusy={changing.isBusy}
          problem={changing.problem}
          onProblem={changing.setProblem}
        />
      ) : (
        <FormStep
          focusKey="change/old"
          title="비밀번호 바꾸기"
          text="먼저 지금 쓰는 비밀번호를 입력해 주세요."
          label="지금 비밀번호"
          kind="password"
          value={oldPassword}
          onChange={(value) => {
            setOldPassword(value);
            setOldError(null);
            changing.setProblem(null);
          }}
          doneLabel={finishedPassword(newPassword) === null ? '다음' : '바꾸기'}
          onDone={leaveOld}
          onBack={onLeave}
          isBusy={changing.isBusy}
          problem={oldError ?? changing.problem}
        />
      )}
    </Screen>
  );
}
