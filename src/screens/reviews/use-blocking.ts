import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { setBlocked } from '#src/api/reviews.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';

export type BlockedProfile = Pick<ShortReview['profile'], 'id' | 'name'>;

/** Blocks authors of reviews. The last one of a visit can be unblocked there. */
export function useBlocking(visit: VisitMemory) {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const [last, setLast] = useVisitState<BlockedProfile | null>(visit, 'blocked', null);

  const set = useCallback(
    ({ id, name }: BlockedProfile, isBlocked: boolean) => {
      setBlocked(api, queryClient, id, isBlocked).then(
        () => {
          setLast(isBlocked ? { id, name } : null);
          showToast(isBlocked ? `${name}님의 감상평을 숨겼어요.` : `${name}님의 감상평을 다시 보여 드려요.`);
        },
        (error: unknown) =>
          showToast(`저장하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`),
      );
    },
    [api, queryClient, showToast, setLast],
  );
  return {
    last,
    block: (profile: BlockedProfile) => set(profile, true),
    undo: () => last && set(last, false),
  };
}
