import type { Product } from '#contract/shop.ts';
import { rentalLabel, wonLabel } from '#src/lib/labels.ts';

/** `"48시간 대여"`, `"소장"`. */
export const productKindLabel = ({ kind, rental_hours }: Pick<Product, 'kind' | 'rental_hours'>): string =>
  kind === 'own' ? '소장' : rental_hours === null ? '대여' : `${rentalLabel(rental_hours)} 대여`;

/** How long the viewer may watch it. */
export const productTermLabel = ({ kind, rental_hours }: Pick<Product, 'kind' | 'rental_hours'>): string =>
  kind === 'own' || rental_hours === null
    ? '기간 없이 계속 볼 수 있어요'
    : `결제한 때부터 ${rentalLabel(rental_hours)} 동안`;

export const productPriceLabel = ({ price }: Pick<Product, 'price'>): string => wonLabel(price);
