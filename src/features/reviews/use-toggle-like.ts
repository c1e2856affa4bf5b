import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { toggleLike } from '#src/api/reviews.ts';
import { useToasts } from '#src/stores/stores-context.ts';

/** Toggles a like; a refusal shows a message. */
export function useToggleLike(): (review: ShortReview) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  return useCallback(
    (review) =>
      toggleLike(api, queryClient, review, (error) =>
        showToast(`공감을 저장하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`),
      ),
    [api, queryClient, showToast],
  );
}
