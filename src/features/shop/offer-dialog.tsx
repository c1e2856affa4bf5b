import { errorCodes } from '#contract/errors.ts';
import type { Offer } from '#src/api/shop.ts';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import styles from './offer-dialog.module.css';
import { offerName, offerPriceLabel, offerTermLabel } from './product-labels.ts';

const MOST_VISIBLE = 5;

export interface OfferDialogProps {
  /** At least one. */
  readonly offers: readonly Offer[];
  readonly onChoose: (offer: Offer) => void;
  readonly onClose: () => void;
}

const keyOf = (offer: Offer) => (offer.kind === 'plan' ? `offer/plan/${offer.plan.id}` : `offer/${offer.product.id}`);

function wordsOf(offers: readonly Offer[]): { title: string; text: string } {
  const hasPlan = offers.some(({ kind }) => kind === 'plan');
  const hasProduct = offers.some(({ kind }) => kind === 'product');
  if (!hasPlan) return { title: '대여하거나 구매하기', text: errorCodes.PURCHASE_REQUIRED.message };
  if (!hasProduct) return { title: '멤버십 시작하기', text: errorCodes.MEMBERSHIP_REQUIRED.message };
  return { title: '볼 수 있는 방법', text: '멤버십을 시작하거나 이 작품만 결제하면 볼 수 있어요.' };
}

/** Lists the offers that unlock an episode, with prices. */
export function OfferDialog({ offers, onChoose, onClose }: OfferDialogProps) {
  const { title, text } = wordsOf(offers);
  return (
    <DialogFrame
      focusKey="offer"
      label={title}
      preferredKey="offer/list"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <OptionList
        focusKey="offer/list"
        visible={Math.min(MOST_VISIBLE, offers.length)}
        {...(offers[0] ? { preferredKey: keyOf(offers[0]) } : {})}
      >
        {offers.map((offer) => (
          <OptionRow
            key={keyOf(offer)}
            focusKey={keyOf(offer)}
            label={offerName(offer)}
            detail={offerTermLabel(offer)}
            value={offerPriceLabel(offer)}
            onPress={() => onChoose(offer)}
          />
        ))}
      </OptionList>
    </DialogFrame>
  );
}
