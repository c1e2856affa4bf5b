import { useEffect, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { leave } from '#src/api/leaving.ts';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import { useSubmit } from '#src/features/account-forms/use-submit.ts';
import { FocusGroup, useBack, useFocusMove } from '#src/focus/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Wordmark } from '#src/ui/page/wordmark.tsx';
import styles from './leave-account.module.css';

export interface LeaveAccountProps {
  readonly email: string;
  /** Returns to the settings. */
  readonly onBack: () => void;
  /** The account is gone: shows sign-in. */
  readonly onLeft: () => void;
}

/** Says what leaving means, asks for the password, and asks once more. */
export function LeaveAccount({ email, onBack, onLeft }: LeaveAccountProps) {
  const api = useApi();
  const showToast = useToasts((toasts) => toasts.show);
  const [step, setStep] = useState<'told' | 'password' | 'sure'>('told');
  const [password, setPassword] = useState('');
  const tellLeft = () => {
    showToast('계정을 삭제했어요. 저장된 데이터는 하루 안에 모두 지워져요. 그동안 고마웠어요.');
    onLeft();
  };
  const leaving = useSubmit({
    send: (typed: string) => leave(api, typed),
    onDone: tellLeft,
    onLate: tellLeft,
    onFailed(failure) {
      setStep('password');
      return failure === 'LOGIN_FAILED' ? '비밀번호가 맞지 않아요.' : null;
    },
  });

  if (step === 'told') return <Told email={email} onBack={onBack} onNext={() => setStep('password')} />;
  return (
    <>
      <FormStep
        focusKey="leave/password"
        title="계정 삭제"
        text={`${email} 계정의 비밀번호를 입력해 주세요.`}
        label="비밀번호"
        kind="password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          leaving.setProblem(null);
        }}
        doneLabel="다음"
        onDone={() => {
          if (password === '') leaving.setProblem('비밀번호를 입력해 주세요.');
          else setStep('sure');
        }}
        onBack={() => setStep('told')}
        isBusy={leaving.isBusy}
        problem={leaving.problem}
      />
      {step === 'sure' && (
        <Dialog
          focusKey="leave/sure"
          title="정말 계정을 삭제할까요?"
          text="되돌릴 수 없어요. 모든 기기에서 바로 로그아웃되고, 재생 중인 영상도 멈춰요."
          preferredKey="leave/sure/cancel"
          onBack={() => {
            setStep('password');
            return true;
          }}
        >
          <Button focusKey="leave/sure/cancel" label="취소" onPress={onBack} />
          <Button
            focusKey="leave/sure/leave"
            label={leaving.isBusy ? '삭제하는 중…' : '계정 삭제'}
            isPrimary
            isBusy={leaving.isBusy}
            onPress={() => leaving.submit(password)}
          />
        </Dialog>
      )}
    </>
  );
}

const GOES = [
  '모든 프로필과 시청 기록, 보관함, 보고 싶은 작품',
  '별점과 감상평, 좋아요 (다른 사람에게도 곧 보이지 않아요)',
  '남은 멤버십과 구매하거나 대여한 작품 (환불되지 않아요)',
];
const STAYS = '결제한 주문은 누구의 것인지 알 수 없게 해서, 법에 따라 5년 동안 보관해요.';

interface ToldProps extends Pick<LeaveAccountProps, 'email' | 'onBack'> {
  readonly onNext: () => void;
}

/** First step: which data is deleted, and which is stored longer. */
function Told({ email, onBack, onNext }: ToldProps) {
  const moveFocus = useFocusMove();
  useEffect(() => moveFocus('leave/told'), [moveFocus]);
  useBack(() => {
    onBack();
    return true;
  });
  return (
    <div className={styles.told}>
      <Wordmark size="small" />
      <h1 className={styles.title}>계정을 삭제하면</h1>
      <p className={styles.text}>{email} 계정과 아래의 데이터가 하루 안에 모두 지워져요.</p>
      <ul className={styles.list}>
        {GOES.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className={styles.text}>{STAYS}</p>
      <p className={styles.text}>데이터를 남기고 싶다면, 먼저 설정의 ‘내 데이터 받기’를 이용해 주세요.</p>
      <FocusGroup focusKey="leave/told" axis="row" preferredKey="leave/told/cancel" className={styles.buttons}>
        <Button focusKey="leave/told/cancel" label="취소" onPress={onBack} />
        <Button focusKey="leave/told/next" label="계속" onPress={onNext} />
      </FocusGroup>
    </div>
  );
}
