import { DeviceSignInPanel } from '#src/features/device-sign-in/device-sign-in-panel.tsx';
import { FocusGroup, type VisitMemory } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { Wordmark } from '#src/ui/page/wordmark.tsx';
import styles from './sign-in-screen.module.css';

const keys = {
  byEmail: 'sign-in/by-email',
  signUp: 'sign-in/sign-up',
  forgotten: 'sign-in/forgotten',
} as const;

export interface SignInScreenProps {
  /** The caller's, because it must outlive the screen while a form is open. */
  readonly visit: VisitMemory;
  readonly onEmail: () => void;
  readonly onSignUp: () => void;
  readonly onForgotten: () => void;
}

/** Sign-in by phone on the left, by remote on the right. */
export function SignInScreen({ visit, ...ways }: SignInScreenProps) {
  return (
    <Screen name="sign-in" initialKey={keys.byEmail} visit={visit} className={styles.screen}>
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

function Ways({ onEmail, onSignUp, onForgotten }: Omit<SignInScreenProps, 'visit'>) {
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
