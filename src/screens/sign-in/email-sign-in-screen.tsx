import { useState } from 'react';
import { signIn } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { emailProblem } from '#src/features/account-forms/field-problems.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import { useDevice } from '#src/features/account-forms/use-device.ts';
import { useEntering } from '#src/features/account-forms/use-entering.ts';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { useUnfinishedForm } from '#src/features/account-forms/use-unfinished-form.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './sign-in-screen.module.css';

export interface EmailSignInScreenProps {
  /** The initial address; empty if unknown. */
  readonly email: string;
  readonly startsAt: 'email' | 'password';
  readonly onLeave: () => void;
  readonly onForgotten: (email: string) => void;
}

/** Asks for e-mail, then password. */
export function EmailSignInScreen({ email: known, startsAt, onLeave, onForgotten }: EmailSignInScreenProps) {
  const api = useApi();
  const device = useDevice();
  const entering = useEntering();
  const [step, setStep] = useState(startsAt);
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);
  useUnfinishedForm({ form: 'sign-in', step, email });
  const sending = useSubmit({
    send: () => signIn(api, email, password, device),
    ...entering,
    canCancel: true,
  });

  const leaveEmail = () => {
    const problem = emailProblem(email);
    setEmailError(problem);
    if (problem === null) setStep('password');
  };
  const leavePassword = () => {
    if (password === '') sending.setProblem('비밀번호를 입력해 주세요.');
    else sending.submit(undefined);
  };

  const focusKey = `sign-in/${step}`;
  return (
    <Screen name="sign-in" initialKey={`sign-in/${startsAt}`} className={styles.screen}>
      {step === 'email' ? (
        <FormStep
          key={step}
          focusKey={focusKey}
          title="이메일로 로그인"
          text="가입한 이메일 주소를 입력해 주세요."
          label="이메일"
          kind="email"
          value={email}
          onChange={(value) => {
            setEmail(value);
            setEmailError(null);
          }}
          doneLabel="다음"
          onDone={leaveEmail}
          onBack={onLeave}
          isBusy={false}
          problem={emailError}
        />
      ) : (
        <FormStep
          key={step}
          focusKey={focusKey}
          title="비밀번호를 입력해 주세요"
          text={email}
          label="비밀번호"
          kind="password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            sending.setProblem(null);
          }}
          doneLabel="로그인"
          onDone={leavePassword}
          onBack={() => setStep('email')}
          isBusy={sending.isBusy}
          problem={sending.problem}
          actions={[{ id: 'forgotten', label: '잊었어요', onPress: () => onForgotten(email) }]}
        />
      )}
    </Screen>
  );
}
