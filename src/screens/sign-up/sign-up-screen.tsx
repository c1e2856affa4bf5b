import { useState } from 'react';
import { confirmSignUpCode, requestSignUpCode, signUp } from '#src/api/account-forms.ts';
import { useApi } from '#src/api/api-context.ts';
import { emailProblem } from '#src/features/account-forms/field-problems.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import {
  finishedPassword,
  NewPassword,
  NO_PASSWORD,
  stepOfNewPassword,
} from '#src/features/account-forms/new-password.tsx';
import { useDevice } from '#src/features/account-forms/use-device.ts';
import { useResend } from '#src/features/account-forms/use-resend.ts';
import { useEntering } from '#src/features/account-forms/use-entering.ts';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { useUnfinishedForm } from '#src/features/account-forms/use-unfinished-form.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Screen } from '#src/ui/screen.tsx';
import styles from './sign-up-screen.module.css';

type Step = 'email' | 'code' | 'password';

const CODE_LENGTH = 6;

export interface SignUpScreenProps {
  readonly email: string;
  readonly startsAt: 'email' | 'code';
  readonly onLeave: () => void;
  /** For an address that already has an account. */
  readonly onSignIn: (email: string) => void;
}

/** Asks for e-mail, mailed code and password (twice), then signs the viewer in. */
export function SignUpScreen({ email: known, startsAt, onLeave, onSignIn }: SignUpScreenProps) {
  const api = useApi();
  const device = useDevice();
  const entering = useEntering();
  const showToast = useToasts((toasts) => toasts.show);
  const [step, setStep] = useState<Step>(startsAt);
  const [email, setEmail] = useState(known);
  const [isTaken, setTaken] = useState(false);
  const [code, setCode] = useState('');
  /** Recipient of the last code; stepping back and forward with the same address sends no new one. */
  const [mailedTo, setMailedTo] = useState(startsAt === 'code' ? known : null);
  const [newPassword, setNewPassword] = useState(NO_PASSWORD);
  // The code is never stored, so a restored form resumes at the code step at the latest.
  useUnfinishedForm({ form: 'sign-up', step: step === 'email' ? 'email' : 'code', email });

  const shownStep = step === 'password' ? stepOfNewPassword(newPassword) : step;

  const noteMail = ({ resend_in }: { resend_in: number }) => {
    resend.begin(resend_in);
    setCode('');
    setMailedTo(email);
  };
  const mailing = useSubmit({
    send: () => requestSignUpCode(api, email),
    onDone(mailed) {
      noteMail(mailed);
      setStep('code');
    },
    onLate: (mailed) => noteMail(mailed),
    canCancel: true,
    onFailed(failure) {
      setTaken(failure === 'EMAIL_TAKEN');
      return failure === 'VALIDATION_FAILED' ? '이메일 주소를 다시 확인해 주세요.' : null;
    },
  });
  const resend = useResend(() => mailing.submit(undefined));
  const confirming = useSubmit({
    send: (typed: string) => confirmSignUpCode(api, email, typed),
    step: shownStep,
    onDone() {
      const password = finishedPassword(newPassword);
      if (password !== null) joining.submit(password);
      else setStep('password');
    },
  });
  const joining = useSubmit({
    send: (password: string) =>
      signUp(api, { email, password1: password, password2: password, auth_code: code, device }),
    ...entering,
    step: shownStep,
    onLate(entered) {
      entering.onLate(entered);
      showToast('회원가입이 끝났어요. 로그인해 주세요.');
    },
    onFailed(failure) {
      if (failure === 'AUTH_CODE_INVALID' || failure === 'AUTH_CODE_EXPIRED') {
        setStep('code');
        confirming.setProblem('인증 코드가 만료되었어요. 새 코드를 받아 주세요.');
        return '';
      }
      if (failure === 'EMAIL_TAKEN') {
        setTaken(true);
        setStep('email');
        mailing.setProblem('이미 가입한 이메일이에요.');
        return '';
      }
      return null;
    },
  });

  const steps = {
    email: () => (
      <FormStep
        key={step}
        focusKey="sign-up/email"
        title="회원가입"
        text="로그인할 때 쓸 이메일 주소를 입력해 주세요."
        label="이메일"
        kind="email"
        value={email}
        onChange={(value) => {
          setEmail(value);
          setTaken(false);
          mailing.setProblem(null);
        }}
        doneLabel="코드 받기"
        onDone={() => {
          const problem = emailProblem(email);
          if (problem !== null) mailing.setProblem(problem);
          else if (email === mailedTo && !isTaken) setStep('code');
          else mailing.submit(undefined);
        }}
        onBack={onLeave}
        isBusy={mailing.isBusy}
        problem={mailing.problem}
        actions={isTaken ? [{ id: 'sign-in', label: '로그인하기', onPress: () => onSignIn(email) }] : []}
      />
    ),
    code: () => (
      <FormStep
        key={step}
        focusKey="sign-up/code"
        title="인증 코드를 입력해 주세요"
        text={`${email} 메일함에서 여섯 자리 숫자를 확인해 주세요.`}
        label="인증 코드"
        kind="digits"
        value={code}
        onChange={(value) => {
          const digits = value.replace(/\D/g, '');
          setCode(digits);
          confirming.setProblem(null);
          mailing.setProblem(null);
          joining.setProblem(null);
          if (digits.length === CODE_LENGTH) confirming.submit(digits);
        }}
        doneLabel="다음"
        onDone={() => {
          if (code.length === CODE_LENGTH) confirming.submit(code);
          else confirming.setProblem('여섯 자리를 모두 입력해 주세요.');
        }}
        onBack={() => setStep('email')}
        isBusy={confirming.isBusy || mailing.isBusy || joining.isBusy}
        problem={confirming.problem ?? mailing.problem ?? joining.problem}
        actions={[resend.action]}
      />
    ),
    password: () => (
      <NewPassword
        focusKey="sign-up"
        title="비밀번호를 정해 주세요"
        text={email}
        typed={newPassword}
        onTyped={setNewPassword}
        doneLabel="가입하기"
        onDone={(password) => joining.submit(password)}
        onBack={() => setStep('code')}
        isBusy={joining.isBusy}
        problem={joining.problem}
        onProblem={joining.setProblem}
      />
    ),
  };
  return (
    <Screen name="sign-up" initialKey={`sign-up/${startsAt}`} className={styles.screen}>
      {steps[step]()}
    </Screen>
  );
}
