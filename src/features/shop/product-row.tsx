import type { Product } from '#contract/shop.ts';
import type { WallRow } from '#src/focus/index.ts';
import { remainingUntil, useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { cardRow } from '#src/ui/page/row-shapes.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { productKindLabel, productPriceLabel, productTermLabel } from './product-labels.ts';
import styles from './product-row.module.css';

export interface ProductRowOptions {
  readonly key: string;
  readonly title: string;
  readonly products: readonly Product[];
  /** The current instant in ms since 1970. */
  readonly now: () => number;
  readonly onChoose: (product: Product) => void;
}

/** The products of a title, owned ones included. */
export function productRow({ key, title, products, now, onChoose }: ProductRowOptions): WallRow {
  return {
    ...cardRow,
    key,
    count: products.length,
    head: <RowTitle text={title} />,
    tileKey: (index) => `product:${products[index]?.id}`,
    tileLabel(index) {
      const product = products[index];
      return product ? [product.name, ownedText(product, now()) ?? productPriceLabel(product)].join(', ') : '';
    },
    onPress(index) {
      const product = products[index];
      if (product) onChoose(product);
    },
    renderTile(index) {
      const product = products[index];
      return product ? <ProductCard product={product} /> : null;
    },
  };
}

function ownedText({ owned, kind }: Product, nowMs: number): string | null {
  if (!owned) return null;
  if (owned.expires_at === null) return '소장하고 있어요';
  return `${kind === 'rental' ? '대여 중' : '이용 중'} · ${remainingUntil(owned.expires_at, nowMs)}`;
}

function ProductCard({ product }: { product: Product }) {
  return (
    <div className={styles.card}>
      <p className={styles.kind}>
        <Icon name={laterIcons.bag} size={1.75} />
        {productKindLabel(product)}
      </p>
      <p className={styles.name}>{product.name}</p>
      <p className={styles.price}>{product.owned ? <Owned owned={product.owned} /> : productPriceLabel(product)}</p>
      <p className={styles.term}>{productTermLabel(product)}</p>
    </div>
  );
}

function Owned({ owned }: { owned: NonNullable<Product['owned']> }) {
  if (owned.expires_at === null) return '소장하고 있어요';
  return <RentalLeft expiresAt={owned.expires_at} />;
}

function RentalLeft({ expiresAt }: { expiresAt: string }) {
  return <>대여 중 · {useRemainingLabel(useClock(), expiresAt)}</>;
}
