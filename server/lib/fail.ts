import { consoleErrorCodes, type ConsoleErrorCode } from '#contract/console/errors.ts';
import type { FieldCode } from '#contract/error-reply.ts';
import { errorCodes, type ErrorCode } from '#contract/errors.ts';
import { isDatabaseTrouble, toDatabaseError } from './database-errors.ts';

const codes = { ...errorCodes, ...consoleErrorCodes };

/** A code of the contract, for viewers or for operators. */
export type FailureCode = ErrorCode | ConsoleErrorCode;

/** The code's own sentence, whatever the failure says. */
export const messageOf = (code: FailureCode): string => codes[code].message;

/** An expected failure with a code of the contract. Any other thrown value is a bug of the server. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: FailureCode;
  readonly status: number;
  readonly fields: Record<string, FieldCode[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? codes[code].message);
    this.code = code;
    this.status = details.status ?? codes[code].status;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export interface FailureDetails {
  /** Errors by field. */
  fields?: Record<string, FieldCode[]>;
  /** Seconds after which the call may succeed; sent as `retry-after`. */
  retryAfterSeconds?: number;
  /** Overrides the code's message: by an operator's text, or with the device that plays instead. */
  message?: string;
  /** Overrides the code's status when HTTP requires it, such as 416 for a byte range. */
  status?: number;
}

/** `retry-after` while the database is busy or away, in seconds. */
const DATABASE_RETRY_SECONDS = 3;

/** The failure for callers when the database is the cause; undefined for any other error. */
export const toOverload = (error: unknown): ServiceError | undefined =>
  isDatabaseTrouble(toDatabaseError(error))
    ? new ServiceError('OVERLOADED', { retryAfterSeconds: DATABASE_RETRY_SECONDS })
    : undefined;

/** @throws ServiceError always. */
export function fail(code: FailureCode, details?: FailureDetails): never {
  throw new ServiceError(code, details);
}
