import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#src/api/api-error.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export type FailureCode = ApiError['code'] | 'UNKNOWN';

export interface Submit<A> {
  /** Sends; a second one while the first is on its way is ignored. */
  submit(argument: A): void;
  readonly isBusy: boolean;
  /** Sentence about the last try, or null. The wait of a limit counts down in it, and goes when it is over. */
  readonly problem: string | null;
  /** Says a sentence of the form's own, or takes back what is said. */
  setProblem(text: string | null): void;
}

interface SubmitOptions<A, R> {
  readonly send: (argument: A) => Promise<R>;
  readonly onDone: (result: R, argument: A) => void;
  /**
   * The viewer is brought to the field that is wrong; answers a sentence of its own, null for the server's, or an empty one
   * where it was said at another field.
   */
  readonly onFailed?: (code: FailureCode) => string | null;
}

/** One sending of a form, and what the viewer is told when it fails. What was typed stays. */
export function useSubmit<A, R>({ send, onDone, onFailed }: SubmitOptions<A, R>): Submit<A> {
  const clock = useClock();
  const [text, setText] = useState<string | null>(null);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const secondsLeft = useSecondsLeft(waitUntilMs);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError(error) {
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
  return {
    submit(argument) {
      if (mutation.isPending) return;
      setText(null);
      setWaitUntilMs(0);
      mutation.mutate(argument);
    },
    isBusy: mutation.isPending,
    problem:
      text ?? (secondsLeft > 0 ? `요청이 너무 많아요. ${waitLabel(secondsLeft)} 뒤에 다시 시도해 주세요.` : null),
    setProblem: setText,
  };
}

const waitLabel = (seconds: number) => (seconds >= 60 ? `${Math.ceil(seconds / 60)}분` : `${seconds}초`);
