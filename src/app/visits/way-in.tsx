import { useEffect, useState } from 'react';
import {
  forgetUnfinishedForm,
  saveUnfinishedForm,
  readUnfinishedForm,
  type UnfinishedForm,
} from '#src/features/account-forms/unfinished-form.ts';
import { createVisitMemory } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { EmailSignInScreen, ForgottenPasswordScreen, SignInScreen, SignUpScreen } from './screens.ts';

/** Sign-in and its forms. An unfinished form is stored, so that the app reopens it at its step after a restart. */
export function WayIn() {
  const { storage } = usePlatform();
  const { session } = useStores();
  /** Back from a form leads to the button that opened it. */
  const [visit] = useState(createVisitMemory);
  /** A stack: the open form is last, below the forms that led to it. */
  const [forms, setForms] = useState<readonly UnfinishedForm[]>(() => {
    const saved = readUnfinishedForm(storage);
    return saved ? [saved] : [];
  });
  const form = forms[forms.length - 1];
  const show = (next: readonly UnfinishedForm[]) => {
    const last = next[next.length - 1];
    if (last) saveUnfinishedForm(storage, last);
    else forgetUnfinishedForm(storage);
    setForms(next);
  };
  const open = (next: UnfinishedForm) => show([next]);
  /** @param left the open form at its current step, where Back returns */
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
          visit={visit}
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
