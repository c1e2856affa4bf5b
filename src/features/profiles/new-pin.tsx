import { useState } from 'react';
import { PinDialog } from './pin-dialog.tsx';
import type { PinProblem } from './pin-problem.ts';

export interface NewPinProps {
  readonly isBusy: boolean;
  /** Called with a PIN that was entered twice. */
  readonly onEnter: (pin: string) => void;
  readonly onCancel: () => void;
}

/** A new PIN, entered twice, so that a typing error locks nobody out. */
export function NewPin({ isBusy, onEnter, onCancel }: NewPinProps) {
  const [first, setFirst] = useState<string | null>(null);
  const [problem, setProblem] = useState<PinProblem | null>(null);
  const enter = (pin: string) => {
    if (first === null) {
      setProblem(null);
      setFirst(pin);
    } else if (pin === first) {
      onEnter(pin);
    } else {
      setFirst(null);
      setProblem({ text: '두 번이 서로 달라요. 처음부터 다시 눌러 주세요.', waitSeconds: 0 });
    }
  };
  return (
    <PinDialog
      title="새 PIN"
      hint={first === null ? '새 PIN 네 자리를 눌러 주세요.' : '한 번 더 눌러 주세요.'}
      problem={problem}
      isBusy={isBusy}
      onEnter={enter}
      onCancel={onCancel}
    />
  );
}
