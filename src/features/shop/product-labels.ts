import type { Product } from '#contract/shop.ts';
import type { Offer } from '#src/api/shop.ts';
import { wonLabel } from '#src/lib/labels.ts';

/** Length of a rental: `"48시간"`, `"7일"`. */
export const rentalLabel = (hours: number): string =>
  hours >= 72 && hours % 24 === 0 ? `${hours / 24}일` : `${hours}시간`;

/** `"48시간 대여"`, `"소장"`. */
export const productKindLabel = ({ kind, rental_hours }: Pick<Product, 'kind' | 'rental_hours'>): string =>
  kind === 'own' ? '소장' : rental_hours === null ? '대여' : `${rentalLabel(rental_hours)} 대여`;

/** How long the viewer may watch it. */
export const productTermLabel = ({ kind, rental_hours }: Pick<Product, 'kind' | 'rental_hours'>): string =>
  kind === 'own' || rental_hours === null
    ? '기간 없이 계속 볼 수 있어요'
    : `결제한 때부터 ${rentalLabel(rental_hours)} 동안`;

export const productPriceLabel = ({ price }: Pick<Product, 'price'>): string => wonLabel(price);

export const offerName = (offer: Offer): string => (offer.kind === 'plan' ? offer.plan.name : offer.product.name);

export const offerPriceLabel = (offer: Offer): string =>
  offer.kind === 'plan' ? wonLabel(offer.plan.price) : productPriceLabel(offer.product);

/** How long it lasts, and what else it gives. */
export const offerTermLabel = (offer: Offer): string =>
  offer.kind === 'plan'
    ? `멤버십 · ${offer.plan.days}일 동안 기기 ${offer.plan.max_streams}대`
    : productTermLabel(offer.product);
