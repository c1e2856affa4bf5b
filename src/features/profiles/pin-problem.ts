import { ApiError } from '#src/api/client/api-error.ts';

/** Why a PIN was refused, and how long the pad waits. */
export interface PinProblem {
  readonly text: string;
  /** In seconds; 0 when a retry is possible at once. */
  readonly waitSeconds: number;
}

export function toPinProblem(error: unknown): PinProblem {
  if (!(error instanceof ApiError)) return { text: '확인하지 못했어요. 다시 시도해 주세요.', waitSeconds: 0 };
  const waitSeconds = error.retryAfterSeconds ?? 0;
  if (error.code === 'TOO_MANY_REQUESTS') return { text: '여러 번 틀렸어요.', waitSeconds };
  return { text: error.message, waitSeconds };
}
