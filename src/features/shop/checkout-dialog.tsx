import { ApiError } from '#src/api/client/api-error.ts';
import type { Offer } from '#src/api/shop.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { QrCode } from '#src/ui/form/qr-code.tsx';
import { TimeRing } from '#src/ui/tile/time-ring.tsx';
import type { CheckoutState } from './checkout.ts';
import styles from './checkout-dialog.module.css';
import { offerName, offerPriceLabel, offerTermLabel } from './product-labels.ts';
import { useCheckout } from './use-checkout.ts';

export interface CheckoutDialogProps {
  readonly offer: Offer;
  /** Plays the purchase; without it the dialog only closes. */
  readonly onPlay?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** A purchase by phone: a QR code, its remaining time, and the outcome. Back cancels. */
export function CheckoutDialog({ offer, onPlay, onClose }: CheckoutDialogProps) {
  const { state, retry } = useCheckout(offer);
  const isWaiting = state.phase === 'waiting' || state.phase === 'ordering';
  return (
    <DialogFrame
      focusKey="checkout"
      label={isWaiting ? `${offerName(offer)} 결제` : endOf(state, offer).title}
      preferredKey="checkout/buttons"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      {isWaiting ? <WaitingView offer={offer} state={state} /> : <EndView state={state} offer={offer} />}
      <FocusGroup
        key={isWaiting ? 'waiting' : state.phase}
        focusKey="checkout/buttons"
        axis="row"
        className={styles.buttons}
      >
        {isWaiting && <Button focusKey="checkout/cancel" label="취소" onPress={onClose} />}
        {state.phase === 'paid' && onPlay && (
          <Button focusKey="checkout/play" label="바로 보기" icon="play" isPrimary onPress={onPlay} />
        )}
        {endOf(state, offer).retry !== '' && (
          <Button focusKey="checkout/retry" label={endOf(state, offer).retry} icon="retry" isPrimary onPress={retry} />
        )}
        {!isWaiting && <Button focusKey="checkout/close" label="닫기" onPress={onClose} />}
      </FocusGroup>
    </DialogFrame>
  );
}

function WaitingView({ offer, state }: { offer: Offer; state: CheckoutState }) {
  const clock = useClock();
  const order = state.phase === 'waiting' ? state : null;
  return (
    <div className={styles.columns}>
      <div className={styles.frame}>
        <QrCode
          text={order && order.url}
          label="휴대폰 카메라로 찍으면 결제 페이지가 열리는 QR 코드"
          className={styles.code}
        />
      </div>
      <div className={styles.facts}>
        <h2 className={styles.title}>{offerName(offer)}</h2>
        <p className={styles.price}>{offerPriceLabel(offer)}</p>
        <p className={styles.text}>{offerTermLabel(offer)}</p>
        <p className={styles.text}>휴대폰 카메라로 찍어 결제해 주세요. 결제하면 저절로 열려요.</p>
        <div className={styles.timeLine}>
          {order && (
            <>
              <TimeRing
                key={order.fromMs}
                clock={clock}
                fromMs={order.fromMs}
                untilMs={order.untilMs}
                name="결제할 수 있는 시간"
              />
              <p className={styles.timeText}>안에 결제해 주세요.</p>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

interface End {
  readonly title: string;
  readonly text: string;
  /** Empty where a retry would fail the same way. */
  readonly retry: string;
}

/** The product left the catalogue since this screen was drawn, or this server accepts no payments. */
const isNotSold = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** The outcome and the remedy. */
function endOf(state: CheckoutState, offer: Offer): End {
  switch (state.phase) {
    case 'paid':
      return {
        title: '결제가 끝났어요',
        text: offer.kind === 'plan' ? '이제 멤버십 작품을 볼 수 있어요.' : '이제 바로 볼 수 있어요.',
        retry: '',
      };
    case 'cancelled':
      return {
        title: '결제를 그만두었어요',
        text: '휴대폰에서 결제를 취소했어요. 다시 사려면 새 코드를 받아 주세요.',
        retry: '다시 결제하기',
      };
    case 'expired':
      return {
        title: '결제 시간이 지났어요',
        text: '새 코드를 받으면 바로 이어서 할 수 있어요.',
        retry: '새 코드 받기',
      };
    case 'failed':
      return {
        title: '결제를 시작하지 못했어요',
        text: state.error instanceof ApiError ? state.error.message : '잠시 후 다시 시도해 주세요.',
        retry: isNotSold(state.error) ? '' : '다시 시도',
      };
    case 'ordering':
    case 'waiting':
      return { title: '', text: '', retry: '' };
  }
}

function EndView({ state, offer }: { state: CheckoutState; offer: Offer }) {
  const { title, text } = endOf(state, offer);
  return (
    <div role="status">
      <div className={styles.endIcon}>
        <Icon name={state.phase === 'paid' ? 'check' : 'retry'} size={4} />
      </div>
      <h2 className={styles.endTitle}>{title}</h2>
      <p className={styles.text}>{offerName(offer)}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
