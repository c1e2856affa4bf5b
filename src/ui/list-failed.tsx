import { useEffect } from 'react';
import { FocusGroup, useFocusEngine } from '#src/focus/index.ts';
import { Button } from './button.tsx';
import styles from './list-message.module.css';

/** Time between two tries by itself, in ms. */
const TRY_EVERY_MS = 3000;

export interface ListFailedProps {
  readonly focusKey: string;
  /** Sentence for the viewer. */
  readonly text: string;
  /** Nothing reached the server: it comes back by itself as soon as the server does. */
  readonly isOffline: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  /** Whether 다시 시도 takes the focus; not from who is typing. */
  readonly takesFocus?: boolean;
}

/** In place of a list whose data did not come; what chooses the list stands above it as before. */
export function ListFailed(props: ListFailedProps) {
  const { focusKey, text, isOffline, isRetrying, onRetry, takesFocus = true } = props;
  const engine = useFocusEngine();
  const buttonKey = `${focusKey}/retry`;
  useEffect(() => {
    if (takesFocus) engine.focusMeanwhile(buttonKey);
  }, [engine, buttonKey, takesFocus]);
  useEffect(() => {
    if (!isOffline || isRetrying) return;
    const timer = setTimeout(onRetry, TRY_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isOffline, isRetrying, onRetry]);
  return (
    <FocusGroup focusKey={focusKey} axis="row" className={styles.message}>
      <p className={styles.title}>불러오지 못했어요</p>
      <p className={styles.text}>{text}</p>
      <div className={styles.button}>
        <Button focusKey={buttonKey} label="다시 시도" icon="retry" isPrimary isBusy={isRetrying} onPress={onRetry} />
      </div>
    </FocusGroup>
  );
}
