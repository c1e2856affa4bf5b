import type { QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/catalogue.ts';
import { addWish, removeWish } from '#contract/wishes.ts';
import { itemQuery } from './catalogue.ts';
import type { Client } from './client/client.ts';
import { createWrites } from './client/settle.ts';

const settleWish = createWrites<boolean>();

/** Toggles a wish: shown at once, rolled back when the server refuses. */
export function toggleWish(
  api: Client,
  queryClient: QueryClient,
  item: Item,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(item.id) };
  const settler = settleWish(api, queryClient, String(item.id), item.my.is_wished, {
    send: async (own, wanted) => (await own.call(wanted ? addWish : removeWish, { params })).is_wished,
    isSame: (one, other) => one === other,
    show: (is_wished) =>
      queryClient.setQueryData(itemQuery(api, item.id).queryKey, (known) =>
        known ? { ...known, my: { ...known.my, is_wished } } : known,
      ),
    onFailure,
  });
  // Toggles the last wanted value, because a second press may come before the first is drawn.
  settler.want(!settler.wanted());
}
