import { useState } from 'react';
import { useClock } from '#src/stores/clock-context.ts';
import type { StepAction } from './form-step.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Requests another code once the wait after the last one is over. */
export function useResend(onResend: () => void): { action: StepAction; begin: (waitSeconds: number) => void } {
  const clock = useClock();
  const [fromMs, setFromMs] = useState(0);
  const secondsLeft = useSecondsLeft(fromMs);
  return {
    action: {
      id: 'resend',
      label: secondsLeft > 0 ? `다시 받기 ${secondsLeft}초` : '다시 받기',
      isDisabled: secondsLeft > 0,
      onPress: onResend,
    },
    begin: (waitSeconds) => setFromMs(clock.now() + waitSeconds * 1000),
  };
}
