import { FormStep, type FormStepProps } from './form-step.tsx';
import { NewPassword, type NewPasswordProps } from './new-password.tsx';
import type { MailedCodeFormState } from './use-mailed-code-form.ts';

export interface MailedCodeFormProps {
  readonly form: MailedCodeFormState;
  readonly email: Pick<FormStepProps, 'title' | 'text' | 'actions'>;
  readonly code: Pick<FormStepProps, 'text' | 'kind' | 'onChange' | 'doneLabel' | 'onDone' | 'isBusy' | 'problem'>;
  readonly password: Pick<NewPasswordProps, 'title' | 'doneLabel' | 'onDone' | 'isBusy' | 'problem' | 'onProblem'>;
  readonly onLeave: () => void;
}

/** The steps of a form that mails a code: e-mail, code, and a new password, typed twice. */
export function MailedCodeForm({ form, email, code, password, onLeave }: MailedCodeFormProps) {
  const { name, step, setStep, mailing } = form;
  if (step === 'email') {
    return (
      <FormStep
        key={step}
        focusKey={`${name}/email`}
        label="이메일"
        kind="email"
        value={form.email}
        onChange={form.typeEmail}
        doneLabel="코드 받기"
        onDone={form.finishEmail}
        onBack={onLeave}
        isBusy={mailing.isBusy}
        problem={mailing.problem}
        {...email}
      />
    );
  }
  if (step === 'code') {
    return (
      <FormStep
        key={step}
        focusKey={`${name}/code`}
        title="인증 코드를 입력해 주세요"
        label="인증 코드"
        value={form.code}
        onBack={() => setStep('email')}
        actions={[form.resend]}
        {...code}
        onChange={(typed) => {
          mailing.setProblem(null);
          code.onChange(typed);
        }}
        isBusy={code.isBusy || mailing.isBusy}
      />
    );
  }
  return (
    <NewPassword
      focusKey={name}
      text={form.email}
      typed={form.newPassword}
      onTyped={form.setNewPassword}
      onBack={() => setStep('code')}
      {...password}
    />
  );
}
