import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StartAgain } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { takeOut } from '#src/api/take-out.ts';
import { useToasts } from '#src/stores/stores-context.ts';

/** Removes titles from 이어보기 and restores them; a refusal shows a message. */
export function useTakeOut() {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  return useMemo(() => {
    const say = (result: StartAgain, wanted: boolean) =>
      takeOut(api, queryClient, result, wanted, (error) =>
        showToast(
          `${wanted ? '이어보기에서 빼지' : '되돌리지'} 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`,
        ),
      );
    return {
      take: (result: StartAgain) => say(result, true),
      putBack: (result: StartAgain) => say(result, false),
    };
  }, [api, queryClient, showToast]);
}
