import { SignInForm, signInKeys } from '#src/features/sign-in/sign-in-form.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Wordmark } from '#src/ui/wordmark.tsx';
import styles from './sign-in-screen.module.css';

export function SignInScreen() {
  return (
    <Screen name="sign-in" initialKey={signInKeys.email} className={styles.screen}>
      <div className={styles.intro}>
        <Wordmark size="small" />
        <h1 className={styles.title}>
          좋아하는 애니메이션,
          <br />큰 화면에서 보라.
        </h1>
        <p className={styles.text}>어디까지 봤는지 보라가 기억해요. 다른 TV에서도 이어서 볼 수 있어요.</p>
      </div>
      <div className={styles.panel}>
        <h2 className={styles.heading}>이메일로 로그인</h2>
        <SignInForm />
      </div>
    </Screen>
  );
}
