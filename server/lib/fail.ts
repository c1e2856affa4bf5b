import type { FieldCode } from '#contract/error-reply.ts';
import { errorCodes, type ErrorCode } from '#contract/errors.ts';
import { isDatabaseTrouble, toDatabaseError } from './database-errors.ts';

/** An expected failure: one of the contract's codes. Everything else that is thrown is a fault of the server. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, FieldCode[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(details.message ?? errorCodes[code].message);
    this.code = code;
    this.status = details.status ?? errorCodes[code].status;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export interface FailureDetails {
  /** Which field is wrong, and how. */
  fields?: Record<string, FieldCode[]>;
  /** Seconds after which the call may succeed; sent as `retry-after`. */
  retryAfterSeconds?: number;
  /** Only where viewers are told more than the code says: by an operator, or who plays instead of them. */
  message?: string;
  /** Only where HTTP itself asks for another status than the code's, as 416 for a byte range. */
  status?: number;
}

/** When to call again while the database is busy or away, in seconds. */
const DATABASE_RETRY_SECONDS = 3;

/** What the caller is told when the database is the reason that a call failed; undefined for any other failure. */
export const toOverload = (error: unknown): ServiceError | undefined =>
  isDatabaseTrouble(toDatabaseError(error))
    ? new ServiceError('OVERLOADED', { retryAfterSeconds: DATABASE_RETRY_SECONDS })
    : undefined;

/** @throws ServiceError always. */
export function fail(code: ErrorCode, details?: FailureDetails): never {
  throw new ServiceError(code, details);
}
