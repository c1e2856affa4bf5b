import { useState } from 'react';
import { EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import { emailProblem } from '#src/features/account-forms/field-problems.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import { useResend } from '#src/features/account-forms/use-resend.ts';
import { useSignIn } from '#src/features/account-forms/use-sign-in.ts';
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

const CODE_LENGTH = 6;

/** Asks for e-mail, then password, then a code where the account wants one on a new television. */
export function EmailSignInScreen({ email: known, startsAt, onLeave, onForgotten }: EmailSignInScreenProps) {
  const [step, setStep] = useState<'email' | 'password' | 'code'>(startsAt);
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [emailError, setEmailError] = useState<string | null>(null);
  const [code, setCode] = useState('');
  // The password is never stored, so a restored form resumes there at the latest.
  useUnfinishedForm({ form: 'sign-in', step: step === 'code' ? 'password' : step, email });
  const signingIn = useSignIn({
    email,
    password,
    onCodeAsked() {
      setStep('code');
      setCode('');
      resend.begin(EMAIL_CODE_RESEND_SECONDS);
    },
  });
  const sending = useSubmit({ ...signingIn.submitOptions, canCancel: true });
  const resend = useResend(() => sending.submit({ byMail: true }));
  const askByMail = { id: 'mail', label: '앱을 쓸 수 없어요', onPress: () => sending.submit({ byMail: true }) };

  const leaveEmail = () => {
    const problem = emailProblem(email);
    setEmailError(problem);
    if (problem === null) setStep('password');
  };
  const leavePassword = () => {
    if (password === '') sending.setProblem('비밀번호를 입력해 주세요.');
    else sending.submit({});
  };
  const changeCode = (typed: string) => {
    setCode(typed);
    sending.setProblem(null);
    // Six digits are all there are: the last one sends them.
    if (typed.length === CODE_LENGTH) sending.submit({ code: typed });
  };
  const leaveCode = () => {
    if (code.length !== CODE_LENGTH) sending.setProblem('여섯 자리를 모두 입력해 주세요.');
    else sending.submit({ code });
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
      ) : step === 'code' ? (
        <FormStep
          key={step}
          focusKey={focusKey}
          title="인증 코드를 입력해 주세요"
          text={signingIn.asked?.text ?? ''}
          label="인증 코드"
          kind="digits"
          value={code}
          onChange={changeCode}
          doneLabel="로그인"
          onDone={leaveCode}
          onBack={() => {
            signingIn.forget();
            setStep('password');
          }}
          isBusy={sending.isBusy}
          problem={sending.problem}
          actions={[signingIn.asked?.by === 'authenticator' ? askByMail : resend.action]}
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
