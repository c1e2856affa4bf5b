import {
  addPlan,
  changePlan,
  changeProduct,
  listOperatedPlans,
  listOperatedProducts,
} from '#contract/console/offers.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { AddPosters } from '../editing/title-posters.ts';
import type { OfferOperations } from './offer-operations.ts';

/** Plans and products, for operators in a browser. */
export function mountOffers(
  mount: MountConsole,
  { offersAs, addPosters }: { offersAs(record: RecordChange): OfferOperations; addPosters: AddPosters },
): void {
  mount(listOperatedPlans, ({ query, record }) => offersAs(record).plans(query));
  mount(addPlan, ({ body, record }) => offersAs(record).addPlan(body));
  mount(changePlan, ({ params, body, record }) => offersAs(record).changePlan(params.id, body));
  mount(listOperatedProducts, async ({ query, record }) =>
    addPosters(await offersAs(record).products(query), ({ item }) => item.id),
  );
  mount(changeProduct, ({ params, body, record }) => offersAs(record).changeProduct(params.id, body));
}
