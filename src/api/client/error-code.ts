import { isErrorCode } from '#contract/error-reply.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

/** The server's code of a failed call; null without an answer. */
export const errorCodeOf = (error: unknown): ErrorCode | null =>
  error instanceof ApiError && isErrorCode(error.code) ? error.code : null;
