import { useEffect, useState } from 'react';
import {
  forgetUnfinishedForm,
  keepUnfinishedForm,
  readUnfinishedForm,
  type UnfinishedForm,
} from '#src/features/account-forms/unfinished-form.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { EmailSignInScreen, ForgottenPasswordScreen, SignInScreen, SignUpScreen } from './screens.ts';

/** Sign-in, and the forms that lead in. An app that was switched off in the middle of one comes back to its step. */
export function WayIn() {
  const { storage } = usePlatform();
  const { session } = useStores();
  /** The form that is open, last, and those that led to it. */
  const [forms, setForms] = useState<readonly UnfinishedForm[]>(() => {
    const kept = readUnfinishedForm(storage);
    return kept ? [kept] : [];
  });
  const form = forms[forms.length - 1];
  const show = (next: readonly UnfinishedForm[]) => {
    const last = next[next.length - 1];
    if (last) keepUnfinishedForm(storage, last);
    else forgetUnfinishedForm(storage);
    setForms(next);
  };
  const open = (next: UnfinishedForm) => show([next]);
  /** @param left where Back leads: the form that is open, at the step it was left at */
  const openAbove = (left: UnfinishedForm, next: UnfinishedForm) => show([...forms.slice(0, -1), left, next]);
  const leave = () => show(forms.slice(0, -1));
  useEffect(
    () =>
      session.subscribe(({ accountToken }) => {
        if (accountToken !== null) forgetUnfinishedForm(storage);
      }),
    [session, storage],
  );
  switch (form?.form) {
    case undefined:
      return (
        <SignInScreen
          onEmail={() => open({ form: 'sign-in', step: 'email', email: '' })}
          onSignUp={() => open({ form: 'sign-up', step: 'email', email: '' })}
          onForgotten={() => open({ form: 'forgotten', step: 'email', email: '' })}
        />
      );
    case 'sign-in':
      return (
        <EmailSignInScreen
          key="sign-in"
          email={form.email}
          startsAt={form.step === 'password' ? 'password' : 'email'}
          onLeave={leave}
          onForgotten={(email) =>
            openAbove({ form: 'sign-in', step: 'password', email }, { form: 'forgotten', step: 'email', email })
          }
        />
      );
    case 'sign-up':
      return (
        <SignUpScreen
          key="sign-up"
          email={form.email}
          startsAt={form.step === 'code' ? 'code' : 'email'}
          onLeave={leave}
          onSignIn={(email) =>
            openAbove({ form: 'sign-up', step: 'email', email }, { form: 'sign-in', step: 'password', email })
          }
        />
      );
    case 'forgotten':
      return (
        <ForgottenPasswordScreen
          key="forgotten"
          email={form.email}
          startsAt={form.step === 'code' ? 'code' : 'email'}
          onLeave={leave}
        />
      );
  }
}
