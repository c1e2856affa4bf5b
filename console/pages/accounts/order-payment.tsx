import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { checkSupportedOrder, type SupportedAccount, type SupportedOrder } from '#contract/console/accounts.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { timeText } from '#console/lib/format.ts';
import { toast } from '#console/ui/toasts.tsx';

type Payment = NonNullable<SupportedOrder['payment']>;

/** Tells support how a payment differs from its order, and what to do. */
const PROBLEMS: Record<NonNullable<Payment['problem']>, string> = {
  price: '금액이 주문과 달라요. 받은 돈은 저절로 돌아가요. 왜 다른지 결제사에 물어봐 주세요.',
  state: '결제사와 상태가 달라요. 확인해 준 결제를 모르거나 되돌렸어요. 결제사에 물어봐 주세요.',
  refund: '환불이 되지 않고 있어요. 결제사에서 직접 돌려준 뒤 다시 확인을 눌러 주세요.',
};

const STATES: Record<Payment['state'], string> = {
  open: '결제 전',
  paid: '결제됨',
  cancelled: '취소됨',
  refunded: '환불됨',
};

/** What the payment provider says about an order, in one line. */
export function paymentText({ state, refund, told_at: toldAt }: Payment): string {
  const said = refund === 'due' ? '환불 보내는 중' : STATES[state];
  return toldAt === null ? `결제사: ${said}` : `결제사: ${said} · ${timeText(toldAt)} 확인`;
}

/** The provider's state of an order, below the order's own. */
export const PaymentNote = ({ payment }: { payment: Payment }) => (
  <>
    <span className="note">{paymentText(payment)}</span>
    {payment.problem !== null && <span className="note bad">{PROBLEMS[payment.problem]}</span>}
  </>
);

/** Asks the provider about an order now. */
export function CheckPayment({ account, order }: { account: SupportedAccount; order: SupportedOrder }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => call(checkSupportedOrder, { params: { id: account.id, orderId: order.id } }),
    onSuccess: ({ payment }) => {
      if (payment)
        toast(
          `결제사에 확인했어요. ${order.name}: ${payment.problem ? PROBLEMS[payment.problem] : paymentText(payment)}`,
        );
    },
    onError: (error) => toast(messageOf(error)),
    // Money that was found may have changed the membership too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  return (
    <Button
      className="button small"
      aria-label={`${order.name} 결제 다시 확인`}
      isPending={check.isPending}
      onPress={() => check.mutate()}
    >
      {check.isPending ? '확인 중' : '다시 확인'}
    </Button>
  );
}
