import { useEffect } from 'react';
import { FocusGroup, useFocusMove } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { QrCode } from '#src/ui/form/qr-code.tsx';
import { Spoken } from '#src/ui/spoken.tsx';
import { TimeRing } from '#src/ui/tile/time-ring.tsx';
import { isCalling, isTroubled, type DeviceSignInState, type WatchedCode } from './device-sign-in-machine.ts';
import styles from './device-sign-in-panel.module.css';
import { useDeviceSignIn } from './use-device-sign-in.ts';

const RETRY_KEY = 'device-sign-in/retry';

interface Notice {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

/** The problem and the remedy; null while a code is shown. */
function noticeOf(state: DeviceSignInState): Notice | null {
  if (state.phase === 'denied') {
    return {
      title: '휴대폰에서 거부했어요',
      text: '잘못 눌렀다면 새 코드를 받아 다시 시도해 주세요.',
      button: '새 코드 받기',
    };
  }
  if (state.phase === 'expired') {
    return { title: '코드가 만료되었어요', text: '새 코드를 받으면 바로 이어서 할 수 있어요.', button: '새 코드 받기' };
  }
  if (!isTroubled(state)) return null;
  return state.problem === 'offline'
    ? { title: '인터넷에 연결되지 않았어요', text: '연결되면 바로 이어서 할게요.', button: '다시 시도' }
    : { title: '지금은 코드를 받을 수 없어요', text: '잠시 후 저절로 다시 시도해요.', button: '다시 시도' };
}

/** The left half of sign-in: a code for the phone, its remaining time, and problems with their remedies. */
export function DeviceSignInPanel() {
  const { state, retry } = useDeviceSignIn();
  const notice = noticeOf(state);
  return (
    <section className={styles.panel} aria-label="휴대폰으로 로그인">
      <h2 className={styles.heading}>휴대폰으로 로그인</h2>
      {notice ? (
        <NoticeView notice={notice} isBusy={isCalling(state)} onRetry={retry} />
      ) : (
        <CodeView code={state.shown} />
      )}
    </section>
  );
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '');

function CodeView({ code }: { code: WatchedCode | null }) {
  const clock = useClock();
  return (
    <div className={styles.columns}>
      <div className={styles.frame}>
        <QrCode
          text={code && code.addressWithCode}
          label="휴대폰 카메라로 찍으면 로그인 페이지가 열리는 QR 코드"
          className={styles.qr}
        />
      </div>
      <div className={styles.steps}>
        <p className={styles.text}>휴대폰 카메라로 찍거나, 아래 주소에서 코드를 입력해 주세요.</p>
        {code && (
          <>
            <Spoken
              text={`휴대폰이나 컴퓨터로 ${withoutScheme(code.address)}에서 코드 ${code.userCode.split('').join(' ')}을 입력해 주세요.`}
            />
            <div className={styles.codeLine}>
              <p className={styles.code}>{code.userCode}</p>
            </div>
            <p className={styles.address}>{withoutScheme(code.address)}</p>
            <div className={styles.timeLine}>
              <TimeRing
                key={code.deviceCode}
                clock={clock}
                fromMs={code.issuedAtMs}
                untilMs={code.renewAtMs}
                name="새 코드까지"
              />
              <p className={styles.timeText}>시간이 지나면 새 코드로 바뀌어요.</p>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

interface NoticeViewProps {
  readonly notice: Notice;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** Takes the focus, because the viewer must act. */
function NoticeView({ notice, isBusy, onRetry }: NoticeViewProps) {
  const moveFocus = useFocusMove();
  useEffect(() => moveFocus(RETRY_KEY), [moveFocus]);
  return (
    <div className={styles.notice} role="alert">
      <Icon name="retry" size={4} />
      <p className={styles.noticeTitle}>{notice.title}</p>
      <p className={styles.text}>{notice.text}</p>
      <FocusGroup focusKey="device-sign-in" axis="row" className={styles.noticeButton}>
        <Button focusKey={RETRY_KEY} label={notice.button} isPrimary isBusy={isBusy} onPress={onRetry} />
      </FocusGroup>
    </div>
  );
}
