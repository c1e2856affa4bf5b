import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmail } from '#contract/rules/email.ts';
import { signIn } from '#src/api/accounts.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import { FocusGroup, useFocusMove } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import styles from './sign-in-form.module.css';

export const signInKeys = {
  email: 'sign-in/email',
  password: 'sign-in/password',
  submit: 'sign-in/submit',
} as const;

/** What the viewer is told under the field that is wrong. */
function emailProblem(email: string): string | undefined {
  if (email === '') return '이메일을 입력해 주세요.';
  if (email !== email.toLowerCase()) return '이메일은 소문자로 입력해 주세요.';
  return isEmail(email) ? undefined : '이메일 주소를 다시 확인해 주세요.';
}

/** Signs in by e-mail and password. A refusal is one sentence; what was typed stays. */
export function SignInForm() {
  const api = useApi();
  const platform = usePlatform();
  const moveFocus = useFocusMove();
  const storeSession = useSession((session) => session.signIn);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ field: 'email' | 'password'; text: string } | null>(null);
  const mutation = useMutation({
    mutationFn: () => signIn(api, email, password, { platform: platform.device.platform }),
    onSuccess: ({ token }) => storeSession(token),
    onError(error) {
      const text = error instanceof ApiError ? error.message : '로그인하지 못했어요. 다시 시도해 주세요.';
      setProblem({ field: 'password', text });
    },
  });

  const refuse = (field: 'email' | 'password', text: string) => {
    setProblem({ field, text });
    moveFocus(signInKeys[field]);
  };
  const leaveEmail = () => {
    const text = emailProblem(email);
    if (text) refuse('email', text);
    else moveFocus(signInKeys.password);
  };
  const submit = () => {
    if (mutation.isPending) return;
    const text = emailProblem(email);
    if (text) refuse('email', text);
    else if (password === '') refuse('password', '비밀번호를 입력해 주세요.');
    else mutation.mutate();
  };
  const textOf = (field: 'email' | 'password') => (problem?.field === field ? problem.text : undefined);

  return (
    <FocusGroup focusKey="sign-in" axis="column" className={styles.form}>
      <TextField
        focusKey={signInKeys.email}
        label="이메일"
        type="email"
        value={email}
        error={textOf('email')}
        onChange={(value) => {
          setEmail(value.trim());
          setProblem(null);
        }}
        onSubmit={leaveEmail}
      />
      <TextField
        focusKey={signInKeys.password}
        label="비밀번호"
        type="password"
        value={password}
        error={textOf('password')}
        onChange={(value) => {
          setPassword(value);
          setProblem(null);
        }}
        onSubmit={submit}
      />
      <div className={styles.submit}>
        <Button
          focusKey={signInKeys.submit}
          label={mutation.isPending ? '로그인하는 중…' : '로그인'}
          isPrimary
          isBusy={mutation.isPending}
          onPress={submit}
        />
      </div>
    </FocusGroup>
  );
}
