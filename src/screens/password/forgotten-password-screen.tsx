import { useState } from 'react';
import { requestNewPassword, resetPassword } from '#src/api/account-forms.ts';
import { signIn } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import { MailedCodeForm } from '#src/features/account-forms/mailed-code-form.tsx';
import { useDevice } from '#src/features/account-forms/use-device.ts';
import { useEntering } from '#src/features/account-forms/use-entering.ts';
import { useMailedCodeForm } from '#src/features/account-forms/use-mailed-code-form.ts';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './password-screen.module.css';

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
  const [codeError, setCodeError] = useState<string | null>(null);
  const form = useMailedCodeForm({
    name: 'forgotten',
    email: known,
    startsAt,
    async mail(to) {
      await requestNewPassword(api, to);
      setCodeError(null);
      return EMAIL_CODE_RESEND_SECONDS;
    },
  });
  const { email, code, shownStep, mailing } = form;
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
      form.setStep('code');
      return '';
    },
  });

  return (
    <Screen name="password" initialKey={`forgotten/${startsAt}`} className={styles.screen}>
      <MailedCodeForm
        form={form}
        email={{
          title: '비밀번호를 잊으셨나요?',
          text: '가입한 이메일이라면 새 비밀번호를 정할 코드를 보내 드려요.',
        }}
        code={{
          text: '메일로 받은 열 자리 코드를 넣거나, 휴대폰에서 메일의 링크를 열어 주세요.',
          kind: 'code',
          onChange(value) {
            form.setCode(value.toUpperCase().replace(/[\s-]/g, ''));
            setCodeError(null);
            setting.setProblem(null);
          },
          doneLabel: form.finishedPassword === null ? '다음' : '바꾸기',
          onDone() {
            if (code.length !== CODE_LENGTH) setCodeError('열 자리를 모두 입력해 주세요.');
            else if (form.finishedPassword === null) form.setStep('password');
            else setting.submit(form.finishedPassword);
          },
          isBusy: setting.isBusy || entering.isBusy,
          problem: codeError ?? mailing.problem ?? setting.problem,
        }}
        password={{
          title: '새 비밀번호를 정해 주세요',
          doneLabel: '바꾸기',
          onDone: (password) => setting.submit(password),
          isBusy: setting.isBusy || entering.isBusy,
          problem: setting.problem,
          onProblem: setting.setProblem,
        }}
        onLeave={onLeave}
      />
    </Screen>
  );
}
