import { useMutation } from '@tanstack/react-query';
import { sendReceipt, type SupportedAccount, type SupportedOrder } from '#contract/console/accounts.ts';
import { call } from '#console/lib/client.ts';
import { Confirm } from '#console/ui/dialogs.tsx';
import { toast } from '#console/ui/toasts.tsx';

interface ReceiptDialogProps {
  account: SupportedAccount;
  order: SupportedOrder;
  onClose(): void;
}

/** Mails the receipt of an order again. */
export function ReceiptDialog({ account, order, onClose }: ReceiptDialogProps) {
  const send = useMutation({
    mutationFn: () => call(sendReceipt, { params: { id: account.id, orderId: order.id } }),
    onSuccess: () => {
      toast('영수증을 보냈어요. 몇 분 안에 도착해요.');
      onClose();
    },
  });
  return (
    <Confirm title={`${order.name} 영수증`} verb="보내기" save={send} onConfirm={() => send.mutate()} onClose={onClose}>
      {account.email} 주소로 영수증을 보내요. 상품, 금액, 결제한 때가 들어 있어요.
    </Confirm>
  );
}
