import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { setHidden } from '#src/api/hidden.ts';
import { useToasts } from '#src/stores/stores-context.ts';

/** Hides a title, or shows it again, and says how to undo it; a refusal shows a message. */
export function useSetHidden(): (itemId: number, isHidden: boolean) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  return useCallback(
    (itemId, isHidden) => {
      // The same button undoes it.
      showToast(
        isHidden ? '작품을 숨겼어요. 한 번 더 누르면 되돌려요.' : '다시 보이게 했어요. 한 번 더 누르면 숨겨요.',
      );
      setHidden(api, queryClient, itemId, isHidden, (error) =>
        showToast(
          `${isHidden ? '숨기지' : '다시 보이게 하지'} 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`,
        ),
      );
    },
    [api, queryClient, showToast],
  );
}
