import { errorReplySchema, isErrorCode } from '#contract/error-reply.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Failures without a usable answer: unreachable, too late, or not understood. */
export type NoAnswerCode = 'NETWORK' | 'TIMEOUT' | 'UNREADABLE';

const OWN_MESSAGES: Record<NoAnswerCode, string> = {
  NETWORK: '서버에 연결할 수 없어요. 네트워크를 확인해 주세요.',
  TIMEOUT: '응답이 너무 늦어요. 잠시 후 다시 시도해 주세요.',
  UNREADABLE: '서버의 응답을 읽을 수 없어요. 잠시 후 다시 시도해 주세요.',
};

/** The contract's sentence (contract/errors.ts, which the app does not load). */
const TOO_MANY = '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.';

export interface ApiErrorOptions {
  readonly code: ErrorCode | NoAnswerCode;
  /** Sentence for the viewer. */
  readonly message: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds to wait before the next try, when the server says so. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The error of every failed call. `message` may be shown to the viewer. */
export class ApiError extends Error {
  readonly code: ErrorCode | NoAnswerCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | null;

  constructor({ code, message, status, fields, retryAfterSeconds, cause }: ApiErrorOptions) {
    super(message, { cause });
    // Set explicitly, because the build shortens class names.
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields ?? {};
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

export const noAnswer = (code: NoAnswerCode, status: number, cause: unknown) =>
  new ApiError({ code, message: OWN_MESSAGES[code], status, cause });

/**
 * Converts an error answer. An unknown shape counts as unreadable, except a 429, whose status says enough: proxies answer it
 * with pages of their own.
 */
export function fromErrorAnswer(status: number, body: unknown, headers: Readonly<Record<string, unknown>>): ApiError {
  const answer = errorReplySchema.safeParse(body);
  const seconds = Number(headers['retry-after']);
  const options = { status, retryAfterSeconds: seconds > 0 ? seconds : undefined };
  if (answer.success && isErrorCode(answer.data.code))
    return new ApiError({ ...answer.data, code: answer.data.code, ...options });
  return status === 429
    ? new ApiError({ code: 'TOO_MANY_REQUESTS', message: TOO_MANY, ...options })
    : new ApiError({ code: 'UNREADABLE', message: OWN_MESSAGES.UNREADABLE, ...options });
}

/** Whether the server could not be reached at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');

export const isTimeout = (error: unknown): boolean => error instanceof ApiError && error.code === 'TIMEOUT';

/** Whether a retry may succeed: no answer, or a server in trouble. */
export const isTransient = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
