import {
  addPlan,
  changePlan,
  changeProduct,
  listOperatedPlans,
  listOperatedProducts,
} from '#contract/console/offers.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { FindPosters } from '../editing/title-posters.ts';
import type { OfferOperations } from './offer-operations.ts';

/** Plans and products, for operators in a browser. */
export function mountOffers(
  mount: MountConsole,
  { offersAs, findPosters }: { offersAs(record: RecordChange): OfferOperations; findPosters: FindPosters },
): void {
  mount(listOperatedPlans, ({ query, record }) => offersAs(record).plans(query));
  mount(addPlan, ({ body, record }) => offersAs(record).addPlan(body));
  mount(changePlan, ({ params, body, record }) => offersAs(record).changePlan(params.id, body));
  mount(listOperatedProducts, async ({ query, record }) => {
    const { count, results } = await offersAs(record).products(query);
    const posters = await findPosters([...new Set(results.map(({ item }) => item.id))]);
    return { count, results: results.map((one) => ({ ...one, poster: posters.get(one.item.id) ?? null })) };
  });
  mount(changeProduct, ({ params, body, record }) => offersAs(record).changeProduct(params.id, body));
}
