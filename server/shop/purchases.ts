import type { Purchase } from '#contract/shop.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { isWithin } from '../catalogue/index.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { presentPurchase } from './present.ts';
import { listPurchaseRows } from './store.ts';

export interface Purchases {
  /**
   * Purchases that the account may still watch, rentals that end soonest first. Omits titles that have left the
   * catalogue or that the profile may not see.
   */
  list(caller: ProfileCaller, page: { limit: number; offset: number }): Promise<{ count: number; results: Purchase[] }>;
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
    async list({ account, profile }, { limit, offset }) {
      const [snapshot, orders] = await Promise.all([
        catalogue.current(),
        listPurchaseRows(db, account.id, clock.now()),
      ]);
      const found = orders.flatMap((order) => {
        const item = snapshot.item(order.item_id);
        return item && isWithin(item.content_rating, profile.max_rating) ? [{ order, item }] : [];
      });
      const page = found.slice(offset, offset + limit);
      const items = await titles.withRatings(page.map(({ item }) => item));
      const results = page.map(({ order }, index) => presentPurchase(order, present.itemSummary(items[index]!)));
      return { count: found.length, results };
    },
  };
}
