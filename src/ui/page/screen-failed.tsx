import { useEffect } from 'react';
import { useNothingCame } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/list/message.tsx';
import { Screen } from './screen.tsx';

/** Interval of automatic retries, in ms. */
const TRY_EVERY_MS = 3000;

export interface ScreenFailedProps {
  /** Sentence for the viewer. */
  readonly text: string;
  /** The server was not reached: retries run automatically. */
  readonly isOffline: boolean;
  readonly isRetrying: boolean;
  /** A retry cannot help, so only the way back is offered. */
  readonly isFinal?: boolean;
  readonly onRetry: () => void;
  /** Leaves the screen; absent where there is nowhere to go. */
  readonly onLeave?: () => void;
}

/** Shown instead of a screen whose data failed to load. */
export function ScreenFailed({ text, isOffline, isRetrying, isFinal = false, onRetry, onLeave }: ScreenFailedProps) {
  useNothingCame();
  useEffect(() => {
    if (!isOffline || isRetrying) return;
    const timer = setTimeout(onRetry, TRY_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isOffline, isRetrying, onRetry]);
  const canRetry = !isFinal || !onLeave;
  const firstKey = canRetry ? 'failed/retry' : 'failed/back';
  return (
    <Screen name={isOffline ? 'offline' : 'error'} initialKey={firstKey}>
      <Message
        focusKey="failed"
        icon={canRetry ? 'retry' : 'lock'}
        title={titleOf(isOffline, canRetry)}
        text={text}
        preferredKey={firstKey}
      >
        {canRetry && (
          <Button
            focusKey="failed/retry"
            label="다시 시도"
            icon="retry"
            isPrimary
            isBusy={isRetrying}
            onPress={onRetry}
          />
        )}
        {onLeave && <Button focusKey="failed/back" label="뒤로" onPress={onLeave} />}
      </Message>
    </Screen>
  );
}

function titleOf(isOffline: boolean, canRetry: boolean): string {
  if (isOffline) return '연결을 기다리고 있어요';
  return canRetry ? '불러오지 못했어요' : '볼 수 없는 작품이에요';
}
