import type {
  NewPlan,
  OfferQuery,
  OperatedPlan,
  OperatedProduct,
  PlanChange,
  ProductChange,
} from '#contract/console/offers.ts';
import { changeCatalogue } from '#server/catalogue/editing/change-catalogue.ts';
import { differenceOf, versionOfPart } from '#server/catalogue/editing/edited-fields.ts';
import { takeIds } from '#server/catalogue/editing/ids-store.ts';
import { offerAt, saleStateOf } from '#server/catalogue/format/index.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '#server/lib/refused-error.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import {
  countPlans,
  insertPlan,
  listPlans,
  listProducts,
  updatePlan,
  updateProduct,
  type OperatedProductRow,
} from './offers-store.ts';

const ONE = { limit: 1, offset: 0 };

type Terms = Pick<OperatedPlan, 'is_paused' | 'starts_at' | 'ends_at'>;

/** The terms as they are stored: without what is the default. */
function storedTerms<C extends { from: string }>({
  is_paused: isPaused,
  starts_at: startsAt,
  ends_at: endsAt,
  coming,
}: Terms & { coming: C | null }) {
  const sale = {
    ...(isPaused && { is_paused: true }),
    ...(startsAt !== null && { starts_at: startsAt }),
    ...(endsAt !== null && { ends_at: endsAt }),
    ...(coming !== null && { coming }),
  };
  return Object.keys(sale).length === 0 ? null : sale;
}

const termsOf = (sale: PlanRow['sale'] | OperatedProductRow['sale'] | undefined): Terms => ({
  is_paused: sale?.is_paused ?? false,
  starts_at: sale?.starts_at ?? null,
  ends_at: sale?.ends_at ?? null,
});

function presentPlan(stored: PlanRow, now: Date): OperatedPlan {
  const { id, plan, name, price, days, sale } = offerAt(stored, now);
  const fields = { name, price, days, ...termsOf(sale), coming: sale?.coming ?? null };
  return { id, plan, ...fields, state: saleStateOf(sale, now), version: versionOfPart(fields) };
}

function presentProduct(stored: OperatedProductRow, now: Date): OperatedProduct {
  const row = offerAt(stored, now);
  const { id, name, price, sale } = row;
  const fields = { name, price, ...termsOf(sale), coming: sale?.coming ?? null };
  return {
    id,
    item: { id: row.item_id, name: row.item_name },
    episode_num: row.episode_num,
    kind: row.kind,
    rental_hours: row.rental_hours,
    ...fields,
    state: saleStateOf(sale, now),
    version: versionOfPart(fields),
  };
}

const planFieldsOf = ({ id: _, plan: __, state: ___, version: ____, ...fields }: OperatedPlan) => fields;
const productFieldsOf = ({ name, price, is_paused, starts_at, ends_at, coming }: OperatedProduct) => ({
  name,
  price,
  is_paused,
  starts_at,
  ends_at,
  coming,
});

/** @throws RefusedError for terms that contradict each other, or a change that begins in the past */
function checkTerms(
  { starts_at: startsAt, ends_at: endsAt, coming }: Terms & { coming: { from: string } | null },
  known: string | undefined,
  now: Date,
): void {
  if (startsAt !== null && endsAt !== null && new Date(endsAt) <= new Date(startsAt))
    throw new RefusedError('The end is not after the start.', '판매가 끝나는 시각은 시작하는 시각보다 뒤여야 해요.');
  if (coming && coming.from !== known && new Date(coming.from) <= now)
    throw new RefusedError(
      'The change begins in the past.',
      '바꾸는 시각은 지금보다 뒤여야 해요. 지금 바꿀 수도 있어요.',
    );
  if (coming && endsAt !== null && new Date(coming.from) >= new Date(endsAt))
    throw new RefusedError('The change begins after the end.', '판매가 끝난 뒤에 바꾸는 값은 쓰이지 않아요.');
}

/**
 * What an operator does with plans and products. Orders have copied what they were placed for, so a change is for later
 * buyers alone. Each write throws RefusedError with the reason for the operator, and ChangedMeanwhileError for another
 * version than the current one.
 */
export interface OfferOperations {
  plans(query: OfferQuery): Promise<{ count: number; results: OperatedPlan[] }>;
  addPlan(plan: NewPlan): Promise<OperatedPlan>;
  changePlan(id: number, change: PlanChange): Promise<OperatedPlan>;
  products(query: OfferQuery): Promise<{ count: number; results: OperatedProduct[] }>;
  changeProduct(id: number, change: ProductChange): Promise<OperatedProduct>;
}

export function createOfferOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}): OfferOperations {
  const { db, transact, clock, record } = options;

  const planIn = async (tx: Connection, id: number, now: Date) => {
    const [row] = await listPlans(tx, { id, now }, ONE);
    if (!row) throw new MissingError(`There is no plan ${id}.`, '없는 멤버십이에요.');
    return presentPlan(row, now);
  };
  const productIn = async (tx: Connection, id: number, now: Date) => {
    const [row] = (await listProducts(tx, { id, now }, ONE)).rows;
    if (!row) throw new MissingError(`There is no product ${id}.`, '없는 상품이에요. 그사이 지워졌을 수 있어요.');
    return presentProduct(row, now);
  };

  return {
    async plans({ keyword, state, ...part }) {
      const filter = { keyword, state, now: clock.now() };
      const count = await countPlans(db, filter);
      return { count, results: (await listPlans(db, filter, part)).map((row) => presentPlan(row, filter.now)) };
    },

    addPlan: ({ plan, name, price, days, ...terms }) =>
      transact((tx) => {
        const now = clock.now();
        return changeCatalogue(tx, now, async () => {
          checkTerms({ ...terms, coming: null }, undefined, now);
          const { plan: id } = await takeIds(tx, { plan: 1 });
          await insertPlan(tx, { id, plan, name, price, days, sale: storedTerms<never>({ ...terms, coming: null }) });
          const result = await planIn(tx, id, now);
          const { coming: _, ...after } = planFieldsOf(result);
          await record(tx, {
            action: 'plan.add',
            subject: { kind: 'plan', id },
            before: null,
            after: { plan, ...after },
          });
          return { isChanged: true, result };
        });
      }),

    changePlan: (id, { version, name, price, days, ...terms }) =>
      transact((tx) => {
        const now = clock.now();
        return changeCatalogue(tx, now, async () => {
          const shown = await planIn(tx, id, now);
          if (shown.version !== version) throw new ChangedMeanwhileError();
          checkTerms(terms, shown.coming?.from, now);
          await updatePlan(tx, id, { name, price, days, sale: storedTerms(terms) });
          const result = await planIn(tx, id, now);
          const difference = differenceOf(planFieldsOf(shown), planFieldsOf(result));
          if (!difference) return { isChanged: false, result };
          await record(tx, {
            action: 'plan.change',
            subject: { kind: 'plan', id },
            before: { name: shown.name, ...difference.before },
            after: { name, ...difference.after },
          });
          return { isChanged: true, result };
        });
      }),

    async products({ keyword, state, ...part }) {
      const filter = { keyword, state, now: clock.now() };
      const { count, rows } = await listProducts(db, filter, part);
      return { count, results: rows.map((row) => presentProduct(row, filter.now)) };
    },

    changeProduct: (id, { version, name, price, ...terms }) =>
      transact((tx) => {
        const now = clock.now();
        return changeCatalogue(tx, now, async () => {
          const shown = await productIn(tx, id, now);
          if (shown.version !== version) throw new ChangedMeanwhileError();
          checkTerms(terms, shown.coming?.from, now);
          await updateProduct(tx, id, { name, price, sale: storedTerms(terms) });
          const result = await productIn(tx, id, now);
          const difference = differenceOf(productFieldsOf(shown), productFieldsOf(result));
          if (!difference) return { isChanged: false, result };
          await record(tx, {
            action: 'product.change',
            subject: { kind: 'product', id },
            before: { item_name: shown.item.name, name: shown.name, ...difference.before },
            after: { item_name: shown.item.name, name, ...difference.after },
          });
          return { isChanged: true, result };
        });
      }),
  };
}
