import { FocusScope, useFocusLeaf } from '#src/focus/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import styles from './sleep-notice.module.css';

/** While the sound fades. Any key wakes, and does nothing else. */
export function SleepNotice({ onWake }: { onWake: () => void }) {
  const wake = () => {
    onWake();
    return true;
  };
  return (
    <div className={styles.veil} onClick={onWake}>
      <FocusScope focusKey="sleep" axis="column" role="dialog" label="취침 타이머" onBack={wake}>
        <WakeButton onWake={wake} />
      </FocusScope>
    </div>
  );
}

function WakeButton({ onWake }: { onWake: () => boolean }) {
  const focusProps = useFocusLeaf({
    focusKey: 'sleep/wake',
    isOrdinalSaid: false,
    onPress: onWake,
    onArrow: onWake,
    onKey: onWake,
  });
  return (
    <div
      {...focusProps}
      role="button"
      aria-label="곧 재생을 마쳐요. 아무 버튼이나 누르면 계속 볼 수 있어요"
      className={styles.notice}
    >
      <Icon name={laterIcons.pause} size={2} />
      <div>
        <p className={styles.title}>곧 재생을 마쳐요</p>
        <p className={styles.text}>계속 보려면 아무 버튼이나 누르세요</p>
      </div>
    </div>
  );
}
