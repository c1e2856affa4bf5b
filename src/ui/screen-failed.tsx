import { useEffect } from 'react';
import { Button } from './button.tsx';
import { Message } from './message.tsx';
import { Screen } from './screen.tsx';

/** Time between two tries by itself, in ms. */
const TRY_EVERY_MS = 3000;

export interface ScreenFailedProps {
  /** Sentence for the viewer. */
  readonly text: string;
  /** Nothing reached the server: it comes back by itself as soon as the server does. */
  readonly isOffline: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  /** Leaves the screen; without it there is nowhere to go. */
  readonly onLeave?: () => void;
}

/** In place of a screen whose data did not come. */
export function ScreenFailed({ text, isOffline, isRetrying, onRetry, onLeave }: ScreenFailedProps) {
  useEffect(() => {
    if (!isOffline || isRetrying) return;
    const timer = setTimeout(onRetry, TRY_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isOffline, isRetrying, onRetry]);
  return (
    <Screen name={isOffline ? 'offline' : 'error'} initialKey="failed/retry">
      <Message
        focusKey="failed"
        icon="retry"
        title={isOffline ? '연결을 기다리고 있어요' : '불러오지 못했어요'}
        text={text}
        preferredKey="failed/retry"
      >
        <Button focusKey="failed/retry" label="다시 시도" isPrimary isBusy={isRetrying} onPress={onRetry} />
        {onLeave && <Button focusKey="failed/back" label="뒤로" onPress={onLeave} />}
      </Message>
    </Screen>
  );
}
