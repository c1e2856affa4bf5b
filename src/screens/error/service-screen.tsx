import { Button } from '#src/ui/button.tsx';
import type { IconName } from '#src/ui/icon.tsx';
import { Message } from '#src/ui/list/message.tsx';
import { Screen } from '#src/ui/page/screen.tsx';

/** A button of a service screen. */
export type WayOn = readonly [key: string, label: string, onPress: () => void];

interface ServiceScreenProps {
  readonly name?: 'error' | 'offline';
  readonly focusKey: string;
  readonly icon?: IconName;
  readonly title: string;
  readonly text: string;
  /** The buttons, the most promising first. */
  readonly ways: readonly WayOn[];
}

/** A screen in place of the app or of another screen: a sentence, and buttons. */
export function ServiceScreen({ name = 'error', focusKey, ways, ...message }: ServiceScreenProps) {
  const firstKey = `${focusKey}/${ways[0]?.[0]}`;
  return (
    <Screen name={name} initialKey={firstKey}>
      <Message focusKey={focusKey} preferredKey={firstKey} {...message}>
        {ways.map(([key, label, onPress], index) => (
          <Button key={key} focusKey={`${focusKey}/${key}`} label={label} isPrimary={index === 0} onPress={onPress} />
        ))}
      </Message>
    </Screen>
  );
}

/** A part of the app crashed. @param ways the buttons, the most promising first */
export const CrashScreen = ({ ways }: Pick<ServiceScreenProps, 'ways'>) => (
  <ServiceScreen
    focusKey="crash"
    title="문제가 생겼어요"
    text="이 화면을 보여 드릴 수 없어요. 보던 위치는 그대로 있어요."
    ways={ways}
  />
);
