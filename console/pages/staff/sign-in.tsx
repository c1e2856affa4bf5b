import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { consoleSignIn, getSignInWays, PROVIDER_PATHS, type ConsoleSession } from '#contract/console/staff.ts';
import { call, CallError, messageOf } from '#console/lib/client.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { Submit } from '#console/ui/submit.tsx';
import { providerText } from './provider-texts.ts';

interface SignInFormProps {
  /** Fixed, when somebody signs in again. */
  email?: string;
  onSignIn(session: ConsoleSession): void;
}

/** E-mail and password, then the code of the authenticator app. */
export function SignInForm({ email: fixed, onSignIn }: SignInFormProps) {
  const [email, setEmail] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: () =>
      call(consoleSignIn, { body: { email, password, ...(needsCode && { code }) } }, { isSilent: true }),
    onSuccess: onSignIn,
    onError: (error) => {
      if (error instanceof CallError && error.code === 'CODE_REQUIRED') setNeedsCode(true);
      else setCode('');
    },
  });
  const isAsked = signIn.error instanceof CallError && signIn.error.code === 'CODE_REQUIRED';
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <Field
        label="이메일"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
        isRequired
        isReadOnly={fixed !== undefined || needsCode}
        autoFocus={fixed === undefined}
      />
      <Field
        label="비밀번호"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
        isReadOnly={needsCode}
        autoFocus={fixed !== undefined}
      />
      {needsCode && (
        <Field
          label="인증 코드"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          hint="인증 앱의 6자리 코드예요. 휴대폰이 없으면 복구 코드를 적어 주세요."
          isRequired
          autoFocus
        />
      )}
      <Problem>{signIn.error && !isAsked ? messageOf(signIn.error) : null}</Problem>
      <div className="actions">
        {needsCode && (
          <Button
            className="button"
            onPress={() => {
              setNeedsCode(false);
              setPassword('');
              signIn.reset();
            }}
          >
            처음부터
          </Button>
        )}
        <Submit className="button primary" isPending={signIn.isPending}>
          {needsCode ? '확인' : '로그인'}
        </Submit>
      </div>
    </form>
  );
}

/** @param problem why the sign-in at the provider signed nobody in, as the address says it. */
export function SignInPage({ problem, onSignIn }: { problem?: string; onSignIn(session: ConsoleSession): void }) {
  const ways = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => call(getSignInWays, {}, { signal, isSilent: true }),
  });
  const provider = ways.data?.provider ?? null;
  return (
    <main className="gate">
      <section className="card" aria-labelledby="sign-in">
        <p className="mark">
          <span aria-hidden="true" />
          보라 콘솔
        </p>
        <h1 id="sign-in">로그인</h1>
        <div className="stack">
          {problem !== undefined && <Problem>{providerText(problem)}</Problem>}
          {provider && (
            <>
              <a className="button primary" href={PROVIDER_PATHS.begin}>
                {provider.name} 계정으로 로그인
              </a>
              <p className="muted">또는 비밀번호로</p>
            </>
          )}
          <SignInForm onSignIn={onSignIn} />
        </div>
      </section>
    </main>
  );
}
