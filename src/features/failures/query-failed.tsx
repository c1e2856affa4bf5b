import { ApiError, isUnreachable } from '#src/api/api-error.ts';
import type { Place } from '#src/focus/index.ts';
import { ScreenFailed } from '#src/ui/screen-failed.tsx';

export interface QueryFailedProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): Promise<unknown> };
  readonly place?: Place | undefined;
  readonly onLeave?: () => void;
}

/** A screen whose query failed: what to say, and how to go on. */
export function QueryFailed({ query, place, onLeave }: QueryFailedProps) {
  const { error } = query;
  return (
    <ScreenFailed
      text={error instanceof ApiError ? error.message : '잠시 후 다시 시도해 주세요.'}
      isOffline={isUnreachable(error)}
      isRetrying={query.isFetching}
      place={place}
      onRetry={() => void query.refetch()}
      {...(onLeave ? { onLeave } : {})}
    />
  );
}
