import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import { Screen } from '#src/ui/screen.tsx';

interface RetryProps {
  readonly onRetry: () => void;
}

/** The server is unreachable. The status query retries by itself; the button retries at once. */
export function OfflineScreen({ onRetry }: RetryProps) {
  return (
    <Screen name="offline" initialKey="offline/retry">
      <Message
        focusKey="offline"
        icon="retry"
        title="연결을 기다리고 있어요"
        text="네트워크를 확인해 주세요. 연결되면 보던 곳으로 바로 돌아가요."
      >
        <Button focusKey="offline/retry" label="다시 시도" isPrimary onPress={onRetry} />
      </Message>
    </Screen>
  );
}

export function MaintenanceScreen({ message, onRetry }: RetryProps & { message: string }) {
  return (
    <Screen name="error" initialKey="maintenance/retry">
      <Message focusKey="maintenance" title="지금은 점검 중이에요" text={message}>
        <Button focusKey="maintenance/retry" label="다시 확인" isPrimary onPress={onRetry} />
      </Message>
    </Screen>
  );
}

export function OutdatedScreen({ onExit }: { onExit: () => void }) {
  return (
    <Screen name="error" initialKey="outdated/exit">
      <Message
        focusKey="outdated"
        title="새 버전이 필요해요"
        text="앱 스토어에서 보라를 업데이트한 다음 다시 열어 주세요."
      >
        <Button focusKey="outdated/exit" label="종료" isPrimary onPress={onExit} />
      </Message>
    </Screen>
  );
}

/** A button of the crash screen. */
export type WayOn = readonly [label: string, onPress: () => void];

/** The app crashed. @param ways the buttons, the most promising first */
export function CrashScreen({ ways }: { ways: readonly WayOn[] }) {
  return (
    <Screen name="error" initialKey="crash/0">
      <Message
        focusKey="crash"
        title="문제가 생겼어요"
        text="이 화면을 보여 드릴 수 없어요. 보던 위치는 그대로 있어요."
        preferredKey="crash/0"
      >
        {ways.map(([label, onPress], index) => (
          <Button key={label} focusKey={`crash/${index}`} label={label} isPrimary={index === 0} onPress={onPress} />
        ))}
      </Message>
    </Screen>
  );
}
