import { errorCodes } from '#contract/errors.ts';
import type { Product } from '#contract/shop.ts';
import { DialogFrame } from '#src/ui/dialog-frame.tsx';
import { OptionList } from '#src/ui/option-list.tsx';
import { OptionRow } from '#src/ui/option-row.tsx';
import styles from './offer-dialog.module.css';
import { productPriceLabel, productTermLabel } from './product-labels.ts';

const MOST_VISIBLE = 5;

export interface OfferDialogProps {
  /** At least one. */
  readonly products: readonly Product[];
  readonly onChoose: (product: Product) => void;
  readonly onClose: () => void;
}

/** The products that unlock an episode, with their prices. */
export function OfferDialog({ products, onChoose, onClose }: OfferDialogProps) {
  return (
    <DialogFrame
      focusKey="offer"
      label="대여하거나 구매하기"
      preferredKey="offer/list"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <h2 className={styles.title}>대여하거나 구매하기</h2>
      <p className={styles.text}>{errorCodes.PURCHASE_REQUIRED.message}</p>
      <OptionList
        focusKey="offer/list"
        visible={Math.min(MOST_VISIBLE, products.length)}
        preferredKey={`offer/${products[0]?.id}`}
      >
        {products.map((product) => (
          <OptionRow
            key={product.id}
            focusKey={`offer/${product.id}`}
            label={product.name}
            detail={productTermLabel(product)}
            value={productPriceLabel(product)}
            onPress={() => onChoose(product)}
          />
        ))}
      </OptionList>
    </DialogFrame>
  );
}
