import { confirmSignUpCode, requestSignUpCode, signUp } from '#src/api/account-forms.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { MailedCodeForm } from '#src/features/account-forms/mailed-code-form.tsx';
import { useDevice } from '#src/features/account-forms/use-device.ts';
import { useEntering } from '#src/features/account-forms/use-entering.ts';
import { useMailedCodeForm } from '#src/features/account-forms/use-mailed-code-form.ts';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './sign-up-screen.module.css';

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
  const form = useMailedCodeForm({
    name: 'sign-up',
    email: known,
    startsAt,
    mail: async (to) => (await requestSignUpCode(api, to)).resend_in,
    onMailFailed: (failure) => (failure === 'VALIDATION_FAILED' ? '이메일 주소를 다시 확인해 주세요.' : null),
  });
  const { email, code, shownStep, mailing } = form;
  const confirming = useSubmit({
    send: (typed: string) => confirmSignUpCode(api, email, typed),
    step: shownStep,
    onDone() {
      if (form.finishedPassword === null) form.setStep('password');
      else joining.submit(form.finishedPassword);
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
        form.setStep('code');
        confirming.setProblem('인증 코드가 만료되었어요. 새 코드를 받아 주세요.');
        return '';
      }
      if (failure === 'EMAIL_TAKEN') {
        form.refuseTakenEmail('이미 가입한 이메일이에요.');
        return '';
      }
      return null;
    },
  });

  return (
    <Screen name="sign-up" initialKey={`sign-up/${startsAt}`} className={styles.screen}>
      <MailedCodeForm
        form={form}
        email={{
          title: '회원가입',
          text: '로그인할 때 쓸 이메일 주소를 입력해 주세요.',
          actions: form.isTaken ? [{ id: 'sign-in', label: '로그인하기', onPress: () => onSignIn(email) }] : [],
        }}
        code={{
          text: `${email} 메일함에서 여섯 자리 숫자를 확인해 주세요.`,
          kind: 'digits',
          onChange(value) {
            const digits = value.replace(/\D/g, '');
            form.setCode(digits);
            confirming.setProblem(null);
            joining.setProblem(null);
            if (digits.length === CODE_LENGTH) confirming.submit(digits);
          },
          doneLabel: '다음',
          onDone() {
            if (code.length === CODE_LENGTH) confirming.submit(code);
            else confirming.setProblem('여섯 자리를 모두 입력해 주세요.');
          },
          isBusy: confirming.isBusy || joining.isBusy,
          problem: confirming.problem ?? mailing.problem ?? joining.problem,
        }}
        password={{
          title: '비밀번호를 정해 주세요',
          doneLabel: '가입하기',
          onDone: (password) => joining.submit(password),
          isBusy: joining.isBusy,
          problem: joining.problem,
          onProblem: joining.setProblem,
        }}
        onLeave={onLeave}
      />
    </Screen>
  );
}
