import { useState } from 'react';
import { requestNewPassword, resetPassword } from '#src/api/account-forms.ts';
import { signIn } from '#src/api/accounts.ts';
import { useApi } from '#src/api/api-context.ts';
import { EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
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
import styles from './password-screen.module.css';

type Step = 'email' | 'code' | 'password';

const CODE_LENGTH = 10;

export interface ForgottenPasswordScreenProps {
  readonly email: string;
  readonly startsAt: 'email' | 'code';
  readonly onLeave: () => void;
}

/** Asks for e-mail, mailed code and new password, then signs in. The mail's link does the same on a phone. */
export function ForgottenPasswordScreen({ email: known, startsAt, onLeave }: ForgottenPasswordScreenProps) {
  const api = useApi();
  const device = useDevice();
  const entry = useEntering();
  const showToast = useToasts((toasts) => toasts.show);
  const [step, setStep] = useState<Step>(startsAt);
  const [email, setEmail] = useState(known);
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | null>(null);
  /** Recipient of the last code; stepping back and forward with the same address sends no new one. */
  const [mailedTo, setMailedTo] = useState(startsAt === 'code' ? known : null);
  const [newPassword, setNewPassword] = useState(NO_PASSWORD);
  useUnfinishedForm({ form: 'forgotten', step: step === 'email' ? 'email' : 'code', email });

  const shownStep = step === 'password' ? stepOfNewPassword(newPassword) : step;

  const noteMail = () => {
    resend.begin(EMAIL_CODE_RESEND_SECONDS);
    setCode('');
    setCodeError(null);
    setMailedTo(email);
  };
  const mailing = useSubmit({
    send: () => requestNewPassword(api, email),
    onDone() {
      noteMail();
      setStep('code');
    },
    onLate: noteMail,
    canCancel: true,
  });
  const resend = useResend(() => mailing.submit(undefined));
  const tellChanged = () => showToast('비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.');
  const entering = useSubmit({
    send: (password: string) => signIn(api, email, password, device),
    ...entry,
    step: shownStep,
    onLate(entered) {
      entry.onLate(entered);
      tellChanged();
    },
    onLateFailure: tellChanged,
    onFailed() {
      // The password was changed; only the automatic sign-in failed.
      tellChanged();
      onLeave();
      return null;
    },
  });
  const setting = useSubmit({
    send: (password: string) => resetPassword(api, code, password),
    step: shownStep,
    onDone: (_reply, password) => entering.submit(password),
    onLate: tellChanged,
    onFailed(failure) {
      if (failure !== 'AUTH_CODE_INVALID' && failure !== 'AUTH_CODE_EXPIRED') return null;
      setCodeError(
        failure === 'AUTH_CODE_INVALID'
          ? '인증 코드가 맞지 않아요. 다시 확인해 주세요.'
          : '인증 코드가 만료되었어요. 새 코드를 받아 주세요.',
      );
      setStep('code');
      return '';
    },
  });
  const leaveCode = () => {
    const password = finishedPassword(newPassword);
    if (code.length !== CODE_LENGTH) setCodeError('열 자리를 모두 입력해 주세요.');
    else if (password === null) setStep('password');
    else setting.submit(password);
  };

  return (
    <Screen name="password" initialKey={`forgotten/${startsAt}`} className={styles.screen}>
      {step === 'email' && (
        <FormStep
          key={step}
          focusKey="forgotten/email"
          title="비밀번호를 잊으셨나요?"
          text="가입한 이메일이라면 새 비밀번호를 정할 코드를 보내 드려요."
          label="이메일"
          kind="email"
          value={email}
          onChange={(value) => {
            setEmail(value);
            mailing.setProblem(null);
          }}
          doneLabel="코드 받기"
          onDone={() => {
            const problem = emailProblem(email);
            if (problem !== null) mailing.setProblem(problem);
            else if (email === mailedTo) setStep('code');
            else mailing.submit(undefined);
          }}
          onBack={onLeave}
          isBusy={mailing.isBusy}
          problem={mailing.problem}
        />
      )}
      {step === 'code' && (
        <FormStep
          key={step}
          focusKey="forgotten/code"
          title="인증 코드를 입력해 주세요"
          text="메일로 받은 열 자리 코드를 넣거나, 휴대폰에서 메일의 링크를 열어 주세요."
          label="인증 코드"
          kind="code"
          value={code}
          onChange={(value) => {
            setCode(value.toUpperCase().replace(/[\s-]/g, ''));
            setCodeError(null);
            mailing.setProblem(null);
            setting.setProblem(null);
          }}
          doneLabel={finishedPassword(newPassword) === null ? '다음' : '바꾸기'}
          onDone={leaveCode}
          onBack={() => setStep('email')}
          isBusy={mailing.isBusy || setting.isBusy || entering.isBusy}
          problem={codeError ?? mailing.problem ?? setting.problem}
          actions={[resend.action]}
        />
      )}
      {step === 'password' && (
        <NewPassword
          focusKey="forgotten"
          title="새 비밀번호를 정해 주세요"
          text={email}
          typed={newPassword}
          onTyped={setNewPassword}
          doneLabel="바꾸기"
          onDone={(password) => setting.submit(password)}
          onBack={() => setStep('code')}
          isBusy={setting.isBusy || entering.isBusy}
          problem={setting.problem}
          onProblem={setting.setProblem}
        />
      )}
    </Screen>
  );
}
