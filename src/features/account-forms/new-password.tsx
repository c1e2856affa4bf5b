import { newPasswordProblem, passwordRules } from './field-problems.ts';
import { FormStep } from './form-step.tsx';

/** A new password being typed; the form stores it, so that stepping back loses nothing. */
export interface NewPasswordTyping {
  readonly password: string;
  readonly repeated: string;
  /** Whether the second of the two fields is shown. */
  readonly isAgain: boolean;
}

export const NO_PASSWORD: NewPasswordTyping = { password: '', repeated: '', isAgain: false };

/** The password if it was typed twice and only another field was wrong; else null. */
export const finishedPassword = ({ password, repeated, isAgain }: NewPasswordTyping): string | null =>
  isAgain && password !== '' && password === repeated ? password : null;

/** Which of the two fields is shown, for `useSubmit`. */
export const stepOfNewPassword = ({ isAgain }: NewPasswordTyping) => (isAgain ? 'again' : 'password');

export interface NewPasswordProps {
  /** The steps are `<focusKey>/password` and `<focusKey>/again`. */
  readonly focusKey: string;
  readonly title: string;
  readonly text: string;
  readonly typed: NewPasswordTyping;
  readonly onTyped: (typed: NewPasswordTyping) => void;
  readonly doneLabel: string;
  readonly onDone: (password: string) => void;
  readonly onBack: () => void;
  readonly isBusy: boolean;
  /** Error of the last submission, or null. */
  readonly problem: string | null;
  readonly onProblem: (text: string | null) => void;
}

/** A new password, typed twice, with its rules checked during typing. */
export function NewPassword(props: NewPasswordProps) {
  const { focusKey, title, text, typed, onTyped, doneLabel, onDone, onBack, isBusy, problem, onProblem } = props;
  const { password, repeated, isAgain } = typed;

  if (!isAgain) {
    return (
      <FormStep
        key="password"
        focusKey={`${focusKey}/password`}
        title={title}
        text={text}
        label="새 비밀번호"
        kind="new-password"
        value={password}
        onChange={(value) => {
          // A changed first password invalidates the repetition.
          onTyped({ ...NO_PASSWORD, password: value });
          onProblem(null);
        }}
        doneLabel="다음"
        onDone={() => {
          const weakness = newPasswordProblem(password);
          onProblem(weakness);
          onTyped({ ...typed, isAgain: weakness === null });
        }}
        onBack={onBack}
        isBusy={false}
        problem={problem}
        rules={passwordRules(password)}
      />
    );
  }
  return (
    <FormStep
      key="again"
      focusKey={`${focusKey}/again`}
      title="한 번 더 입력해 주세요"
      text="잘못 누른 글자가 없는지 확인해요."
      label="새 비밀번호 확인"
      kind="new-password"
      value={repeated}
      onChange={(value) => {
        onTyped({ ...typed, repeated: value });
        onProblem(null);
      }}
      doneLabel={doneLabel}
      onDone={() => {
        if (repeated === password) onDone(password);
        else onProblem('두 비밀번호가 서로 달라요.');
      }}
      onBack={() => {
        onProblem(null);
        onTyped({ ...typed, isAgain: false });
      }}
      isBusy={isBusy}
      problem={problem}
      rules={[{ label: '두 비밀번호가 같아요', isMet: repeated !== '' && repeated === password }]}
    />
  );
}
