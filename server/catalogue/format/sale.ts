import { z } from 'zod';
import { LEAST_PRICE, MOST_DAYS, MOST_PRICE, type OfferState } from '#contract/console/offers.ts';
import { freeTextSchema, instantSchema } from '#contract/values.ts';

/** In won. */
export const priceSchema = z.int().min(LEAST_PRICE).max(MOST_PRICE);
export const daysSchema = z.int().min(1).max(MOST_DAYS);

const saleSchemaOf = <S extends z.core.$ZodShape>(changed: S) =>
  z.strictObject({
    /** Not for sale until an operator resumes it. */
    is_paused: z.optional(z.boolean()),
    /** For sale from the one instant to just before the other. Default: always. */
    starts_at: z.optional(instantSchema),
    ends_at: z.optional(instantSchema),
    /** The next change: from this instant on, these fields replace those of the offer. */
    coming: z.optional(z.strictObject({ from: instantSchema, ...changed })),
  });

const nameSchema = (maximum: number) => freeTextSchema(maximum).check(z.minLength(1));

export const planSaleSchema = saleSchemaOf({ name: nameSchema(40), price: priceSchema, days: daysSchema });
export const productSaleSchema = saleSchemaOf({ name: nameSchema(80), price: priceSchema });

export type PlanSale = z.output<typeof planSaleSchema>;
export type ProductSale = z.output<typeof productSaleSchema>;

type AnySale = PlanSale | ProductSale | null | undefined;

const has = (at: string | undefined, now: Date): boolean => at !== undefined && new Date(at) <= now;

/** Whether a plan or a product is for sale. An end counts more than a pause, and a pause more than a beginning. */
export function saleStateOf(sale: AnySale, now: Date): OfferState {
  if (has(sale?.ends_at, now)) return 'ended';
  if (sale?.is_paused) return 'paused';
  return sale?.starts_at === undefined || has(sale.starts_at, now) ? 'sold' : 'scheduled';
}

export const isForSale = (offer: { sale?: AnySale }, now: Date): boolean => saleStateOf(offer.sale, now) === 'sold';

/** A plan or a product with its planned change, once that has begun. Nothing writes the change at its instant. */
export function offerAt<T extends { sale?: AnySale }>(offer: T, now: Date): T {
  const coming = offer.sale?.coming;
  if (!coming || !has(coming.from, now)) return offer;
  const { from: _, ...changed } = coming;
  const { coming: __, ...terms } = offer.sale!;
  const { sale: ___, ...fields } = offer;
  return { ...fields, ...changed, ...(Object.keys(terms).length > 0 && { sale: terms }) } as unknown as T;
}
