import { DeviceSignInPanel } from '#src/features/device-sign-in/device-sign-in-panel.tsx';
import { FocusGroup } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Wordmark } from '#src/ui/wordmark.tsx';
import styles from './sign-in-screen.module.css';

const keys = {
  byEmail: 'sign-in/by-email',
  signUp: 'sign-in/sign-up',
  forgotten: 'sign-in/forgotten',
} as const;

export interface SignInScreenProps {
  /** Opens the steps of signing in by e-mail. */
  readonly onEmail: () => void;
  /** Opens the steps of sign-up. */
  readonly onSignUp: () => void;
  /** Opens the steps for a forgotten password. */
  readonly onForgotten: () => void;
}

/** Left the phone, which is the easy way; right the remote, for who has none. */
export function SignInScreen(ways: SignInScreenProps) {
  return (
    <Screen name="sign-in" initialKey={keys.byEmail} className={styles.screen}>
      <header className={styles.header}>
        <Wordmark size="small" />
        <h1 className={styles.title}>좋아하는 애니메이션, 큰 화면에서 보라.</h1>
      </header>
      <FocusGroup focusKey="sign-in/halves" axis="row" preferredKey="sign-in/remote">
        <div className={styles.phone}>
          <DeviceSignInPanel />
        </div>
        <FocusGroup focusKey="sign-in/remote" axis="column" className={styles.panel}>
          <Ways {...ways} />
        </FocusGroup>
      </FocusGroup>
    </Screen>
  );
}

function Ways({ onEmail, onSignUp, onForgotten }: SignInScreenProps) {
  return (
    <>
      <h2 className={styles.heading}>리모컨으로 로그인</h2>
      <div className={styles.ways}>
        <Button focusKey={keys.byEmail} label="이메일로 로그인" isPrimary onPress={onEmail} />
        <Button focusKey={keys.signUp} label="회원가입" onPress={onSignUp} />
        <Button focusKey={keys.forgotten} label="비밀번호를 잊었어요" onPress={onForgotten} />
      </div>
      <p className={styles.hint}>계정이 없어도 휴대폰에서 바로 만들 수 있어요.</p>
    </>
  );
}
