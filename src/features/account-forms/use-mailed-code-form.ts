import { useState } from 'react';
import { emailProblem } from './field-problems.ts';
import { finishedPassword, NO_PASSWORD, stepOfNewPassword } from './new-password.tsx';
import { useResend } from './use-resend.ts';
import { useSubmit, type FailureCode } from './use-submit.ts';
import { useUnfinishedForm } from './use-unfinished-form.ts';

type Step = 'email' | 'code' | 'password';

export interface MailedCodeFormOptions {
  /** Names the form in focus keys and in the storage of unfinished forms. */
  readonly name: 'sign-up' | 'forgotten';
  /** The initial address; empty if unknown. */
  readonly email: string;
  readonly startsAt: 'email' | 'code';
  /** Mails a code. @returns seconds until another one may be requested */
  readonly mail: (email: string) => Promise<number>;
  /** Returns a message for a failed mail, or null for the server's. */
  readonly onMailFailed?: (failure: FailureCode) => string | null;
}

export type MailedCodeFormState = ReturnType<typeof useMailedCodeForm>;

/** State of a form that mails a code to an address and then asks for a new password. */
export function useMailedCodeForm({ name, email: known, startsAt, mail, onMailFailed }: MailedCodeFormOptions) {
  const [step, setStep] = useState<Step>(startsAt);
  const [email, setEmail] = useState(known);
  /** Whether the server refused the address because it has an account. */
  const [isTaken, setTaken] = useState(false);
  const [code, setCode] = useState('');
  /** Recipient of the last code; stepping back and forward with the same address sends no new one. */
  const [mailedTo, setMailedTo] = useState(startsAt === 'code' ? known : null);
  const [newPassword, setNewPassword] = useState(NO_PASSWORD);
  // The code is never stored, so a restored form resumes at the code step at the latest.
  useUnfinishedForm({ form: name, step: step === 'email' ? 'email' : 'code', email });

  const noteMail = (waitSeconds: number) => {
    resend.begin(waitSeconds);
    setCode('');
    setMailedTo(email);
  };
  const mailing = useSubmit({
    send: () => mail(email),
    onDone(waitSeconds) {
      noteMail(waitSeconds);
      setStep('code');
    },
    onLate: noteMail,
    canCancel: true,
    onFailed(failure) {
      setTaken(failure === 'EMAIL_TAKEN');
      return onMailFailed?.(failure) ?? null;
    },
  });
  const resend = useResend(() => mailing.submit(undefined));

  return {
    name,
    step,
    setStep,
    /** The step for `useSubmit`: the two password fields are two steps. */
    shownStep: step === 'password' ? stepOfNewPassword(newPassword) : step,
    email,
    isTaken,
    code,
    setCode,
    newPassword,
    setNewPassword,
    /** The password if only the code was wrong; else null. */
    finishedPassword: finishedPassword(newPassword),
    mailing,
    resend: resend.action,
    typeEmail(typed: string) {
      setEmail(typed);
      setTaken(false);
      mailing.setProblem(null);
    },
    finishEmail() {
      const problem = emailProblem(email);
      if (problem !== null) mailing.setProblem(problem);
      else if (email === mailedTo && !isTaken) setStep('code');
      else mailing.submit(undefined);
    },
    /** Returns to the address, which got an account after the code was mailed. */
    refuseTakenEmail(problem: string) {
      setTaken(true);
      setStep('email');
      mailing.setProblem(problem);
    },
  };
}
