import { useState } from 'react';
import { FormStep } from '#src/features/account-forms/form-step.tsx';
import type { VisitMemory } from '#src/focus/index.ts';
import { readAddress } from '#src/stores/server-address.ts';
import { Screen } from '#src/ui/page/screen.tsx';

export interface ServerAddressScreenProps {
  readonly visit?: VisitMemory;
  readonly address: string;
  /** Null restores the address of the build. */
  readonly onChange: (address: string | null) => void;
  readonly onLeave: () => void;
}

/** Changes the server address of this device, for operators of their own server. */
export function ServerAddressScreen({ visit, address, onChange, onLeave }: ServerAddressScreenProps) {
  const [text, setText] = useState(address);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Screen name="server-address" initialKey="server-address" {...(visit ? { visit } : {})}>
      <FormStep
        focusKey="server-address"
        title="서버 주소"
        text="바꾸면 로그아웃되고 앱이 다시 시작돼요."
        label="주소"
        kind="address"
        value={text}
        onChange={(value) => {
          setText(value);
          setProblem(null);
        }}
        doneLabel="바꾸기"
        onDone={() => {
          const read = readAddress(text);
          if (read === null) setProblem('http나 https로 시작하는 주소를 입력해 주세요.');
          else onChange(read);
        }}
        onBack={onLeave}
        isBusy={false}
        problem={problem}
        actions={[{ id: 'default', label: '처음 주소로', onPress: () => onChange(null) }]}
      />
    </Screen>
  );
}
