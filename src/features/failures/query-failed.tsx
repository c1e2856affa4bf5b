import { useState } from 'react';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import { ScreenFailed } from '#src/ui/page/screen-failed.tsx';

export interface FailableQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

/**
 * The error of a screen without data, or null. It stays during a retry, although the query is "pending" then: the error
 * screen must not flicker with every try.
 */
export function useFailure({ data, error }: FailableQuery): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  const hasData = data !== undefined;
  const failure = hasData ? null : (error ?? last);
  if (failure !== last) setLast(failure);
  return failure;
}

export interface QueryFailedProps {
  readonly query: FailableQuery;
  readonly failure: Error;
  readonly onLeave?: () => void;
}

/** Codes for which a retry would fail the same way. */
const FINAL: readonly ApiError['code'][] = ['RATING_RESTRICTED', 'NOT_FOUND', 'VALIDATION_FAILED'];

/** A screen whose query failed: the message and the remedies. */
export function QueryFailed({ query, failure, onLeave }: QueryFailedProps) {
  const isOffline = isUnreachable(failure);
  const text = failure instanceof ApiError ? failure.message : '잠시 후 다시 시도해 주세요.';
  return (
    <ScreenFailed
      text={text}
      isOffline={isOffline}
      isRetrying={query.isFetching}
      isFinal={failure instanceof ApiError && FINAL.includes(failure.code)}
      onRetry={() => void query.refetch()}
      {...(onLeave ? { onLeave } : {})}
    />
  );
}
