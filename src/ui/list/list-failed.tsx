import { useEffect } from 'react';
import { FocusGroup, useFocusEngine, useNothingCame } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './list-message.module.css';

/** Interval of automatic retries, in ms. */
const TRY_EVERY_MS = 3000;

export interface ListFailedProps {
  readonly focusKey: string;
  /** Sentence for the viewer. */
  readonly text: string;
  /** The server was not reached: retries run automatically. */
  readonly isOffline: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  /** Whether 다시 시도 takes the focus; false while the viewer types. */
  readonly takesFocus?: boolean;
}

/** Shown instead of a list that failed to load; the tools above it stay. */
export function ListFailed(props: ListFailedProps) {
  const { focusKey, text, isOffline, isRetrying, onRetry, takesFocus = true } = props;
  const engine = useFocusEngine();
  const buttonKey = `${focusKey}/retry`;
  useNothingCame();
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
