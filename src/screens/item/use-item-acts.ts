import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Item } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { requestItem } from '#src/api/item-requests.ts';
import { toggleWish } from '#src/api/wishes.ts';
import { useToasts } from '#src/stores/stores-context.ts';

/** The actions of the title's buttons; a failure shows a toast. */
export function useItemActs(item: Item) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tell = useToasts((toasts) => toasts.show);
  const failed = (what: string) => (error: unknown) =>
    tell(`${what} ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`);
  return {
    tell,
    alreadyOwned: useCallback(() => tell('이미 볼 수 있는 상품이에요.'), [tell]),
    toggleWish: () => toggleWish(api, queryClient, item, failed('보고 싶어요에 담지 못했어요.')),
    request: () =>
      requestItem(api, queryClient, item.id, {
        onDone: () => tell('작품을 요청했어요. 소식이 있으면 이 화면에서 알려 드릴게요.'),
        onFailure: failed('요청하지 못했어요.'),
      }),
  };
}
