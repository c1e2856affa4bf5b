import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '#src/api/client/api-error.ts';
import { useComing } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export type FailureCode = ApiError['code'] | 'UNKNOWN';

export interface Submit<A> {
  /** Submits; ignored while a submission is pending. */
  submit(argument: A): void;
  readonly isBusy: boolean;
  /** Error of the last submission, or null. A rate limit counts down in it and disappears at the end. */
  readonly problem: string | null;
  /** Shows the form's own message, or clears it with null. */
  setProblem(text: string | null): void;
}

interface SubmitOptions<A, R> {
  readonly send: (argument: A) => Promise<R>;
  readonly onDone: (result: R, argument: A) => void;
  /** Called instead of `onDone` if the viewer left the form or the step, or cancelled, before the answer arrived. */
  readonly onLate?: (result: R) => void;
  /** Called instead of `onFailed` in the same case. */
  readonly onLateFailure?: () => void;
  /** The step that is shown, in a form with several: the answer is late once another step is shown. */
  readonly step?: string;
  /**
   * Moves the viewer to the wrong field. Returns a message, null for the server's, or an empty text when another field shows
   * the message.
   */
  readonly onFailed?: (code: FailureCode) => string | null;
  /** Whether Back cancels a submission and stays; otherwise it leaves the step. */
  readonly canCancel?: boolean;
}

interface Sending<A> {
  readonly argument: A;
  readonly id: number;
  readonly step: string;
}

/**
 * Submits a form and shows why it failed; the typed text stays. Leaving the step with Back does not stop a write, but its
 * answer does not change the step that is shown by then. A viewer who returns to the step waits for the answer again.
 */
export function useSubmit<A, R>(options: SubmitOptions<A, R>): Submit<A> {
  const { send, onDone, onLate, onFailed, onLateFailure, step = '', canCancel = false } = options;
  const clock = useClock();
  const [text, setText] = useState<string | null>(null);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const secondsLeft = useSecondsLeft(waitUntilMs);
  const isShown = useIsShown();
  /** Number of the pending submission. */
  const awaited = useRef(0);
  const shownStep = useLatest(step);
  const isAwaited = (sending: Sending<A>) =>
    isShown.current && sending.id === awaited.current && sending.step === shownStep.current;
  const mutation = useMutation({
    mutationFn: ({ argument }: Sending<A>) => send(argument),
    onSuccess: (result, sending) => (isAwaited(sending) ? onDone(result, sending.argument) : onLate?.(result)),
    onError(error, sending) {
      if (!isAwaited(sending)) return onLateFailure?.();
      const failure = error instanceof ApiError ? error : null;
      const own = onFailed?.(failure?.code ?? 'UNKNOWN') ?? null;
      if (failure?.code === 'TOO_MANY_REQUESTS' && failure.retryAfterSeconds !== null) {
        setWaitUntilMs(clock.now() + failure.retryAfterSeconds * 1000);
        setText(null);
        return;
      }
      setText((own ?? failure?.message ?? '보내지 못했어요. 다시 시도해 주세요.') || null);
    },
  });
  const cancel = () => {
    awaited.current += 1;
    mutation.reset();
  };
  const isBusy = mutation.isPending && mutation.variables.step === step;
  useComing(isBusy, canCancel ? cancel : null);
  return {
    submit(argument) {
      if (isBusy) return;
      if (mutation.isPending) {
        setText('앞서 보낸 것을 처리하고 있어요. 잠시 뒤에 다시 시도해 주세요.');
        return;
      }
      setText(null);
      setWaitUntilMs(0);
      awaited.current += 1;
      mutation.mutate({ argument, id: awaited.current, step });
    },
    isBusy,
    problem:
      text ?? (secondsLeft > 0 ? `요청이 너무 많아요. ${waitLabel(secondsLeft)} 뒤에 다시 시도해 주세요.` : null),
    setProblem: setText,
  };
}

/** Whether the form is still mounted, for late answers. */
function useIsShown() {
  const isShown = useRef(true);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

const waitLabel = (seconds: number) => (seconds >= 60 ? `${Math.ceil(seconds / 60)}분` : `${seconds}초`);
