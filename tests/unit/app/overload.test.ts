import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError, isTransient } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import { startStatusEffects } from '#src/app/effects/status-effects.ts';
import { isWorthSendingAgain } from '#src/player/reports/report-error.ts';

const overloaded = new ApiError({ code: 'OVERLOADED', message: '', status: 503, retryAfterSeconds: 5 });

test('a call refused by an overloaded server may be retried, and a report waits for it', () => {
  expect(isTransient(overloaded)).toBe(true);
  expect(isWorthSendingAgain('OVERLOADED')).toBe(true);
});

test('an overloaded server does not count as under maintenance', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  startStatusEffects({ queryClient, api: {} as Client });
  const refetch = vi.spyOn(queryClient, 'refetchQueries').mockResolvedValue();
  const fail = (error: ApiError) =>
    queryClient.fetchQuery({ queryKey: [error.code], queryFn: () => Promise.reject(error) }).catch(() => undefined);
  await fail(overloaded);
  expect(refetch).not.toHaveBeenCalled();
  await fail(new ApiError({ code: 'MAINTENANCE', message: '', status: 503 }));
  expect(refetch).toHaveBeenCalledOnce();
});
