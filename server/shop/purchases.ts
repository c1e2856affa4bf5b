import type { Order } from '#contract/shop.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { statusOf } from './order-status.ts';
import { presentOrder } from './present.ts';
import { listOrderRows, listPurchaseRows } from './store.ts';

export interface Purchases {
  /**
   * All orders of the account, the newest first; or only the titles that it bought and may still watch, rentals that end
   * soonest first. Omits titles that the profile may not see.
   */
  list(
    caller: ProfileCaller,
    query: { show: 'all' | 'watchable'; limit: number; offset: number },
  ): Promise<{ count: number; results: Order[] }>;
}

export function createPurchases(options: {
  db: Connection;
  clock: Clock;
  catalogue: Catalogue;
  titles: Titles;
  present: Presenter;
}): Purchases {
  const { db, clock, catalogue, titles, present } = options;
  return {
    async list(caller, { show, limit, offset }) {
      const { account, profile } = caller;
      const now = clock.now();
      const [snapshot, orders] = await Promise.all([
        catalogue.current(caller),
        show === 'all' ? listOrderRows(db, account.id) : listPurchaseRows(db, account.id, now),
      ]);
      const ids = [...new Set(orders.flatMap(({ item_id: id }) => id ?? []))];
      const byId = new Map((await snapshot.items(ids)).map((item) => [item.id, item]));
      const found = orders.flatMap((order) => {
        const item = order.item_id === null ? undefined : byId.get(order.item_id);
        const isShown = item ? isRatingAllowed(item.content_rating, profile.max_rating) : show === 'all';
        return isShown ? [{ order, item }] : [];
      });
      const page = found.slice(offset, offset + limit);
      const items = await titles.withRatings(page.flatMap(({ item }) => item ?? []));
      const summaryOf = present.itemSummary(caller);
      const known = new Map(items.map((item) => [item.id, summaryOf(item)]));
      const results = page.map(({ order, item }) =>
        presentOrder(order, { status: statusOf(order, now), item: (item && known.get(item.id)) ?? null }),
      );
      return { count: found.length, results };
    },
  };
}
