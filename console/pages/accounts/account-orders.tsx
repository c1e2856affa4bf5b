import { useState } from 'react';
import { listSupportedOrders, type SupportedAccount, type SupportedOrder } from '#contract/console/accounts.ts';
import { exportOrders } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { countText, timeText } from '#console/lib/format.ts';
import { ListPager, useList } from '#console/ui/list-page.tsx';
import { Mark, QueryNothing, type Tone } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { CheckPayment, PaymentNote } from './order-payment.tsx';
import { ReceiptDialog } from './order-receipt.tsx';
import { RefundDialog } from '#console/pages/support.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';

const LIMIT = 20;
/** How often to look whether the money of a refund has gone back. */
const REFUND_LOOK_MS = 5_000;

const ORDER_STATES: Record<SupportedOrder['status'], readonly [Tone, string]> = {
  paid: ['good', '결제함'],
  pending: ['info', '결제 기다림'],
  expired: ['quiet', '결제 안 함'],
  cancelled: ['quiet', '취소'],
  refunded: ['warn', '환불'],
};
const KIND_NAMES: Record<SupportedOrder['kind'], string> = { rental: '대여', own: '소장', membership: '멤버십' };

const columnsOf = (
  account: SupportedAccount,
  refund: (order: SupportedOrder) => void,
  send: (order: SupportedOrder) => void,
): readonly Column<SupportedOrder>[] => [
  {
    name: '주문',
    kind: 'name',
    cell: ({ name, title, refund_reason: reason, refunded_at: refundedAt }) => (
      <>
        {name}
        {title !== null && !name.startsWith(title) && <span className="note">{title}</span>}
        {reason !== null && (
          <span className="note">
            환불 이유: {reason}
            {refundedAt !== null && ` · ${timeText(refundedAt)}`}
          </span>
        )}
      </>
    ),
  },
  { name: '종류', cell: ({ kind }) => KIND_NAMES[kind] },
  { name: '금액', kind: 'number', label: false, cell: ({ price }) => `${countText(price)}원` },
  {
    name: '상태',
    cell: ({ status, payment, money_back: moneyBack }) => (
      <>
        <Mark of={ORDER_STATES[status]} />
        {payment && <PaymentNote payment={payment} />}
        {status === 'refunded' && moneyBack === 'hand' && <span className="note bad">돈은 따로 돌려줘야 해요</span>}
      </>
    ),
  },
  { name: '주문한 때', kind: 'time', label: true, cell: ({ created_at: at }) => timeText(at) },
  {
    name: '이용 끝',
    kind: 'time',
    label: true,
    cell: ({ ends_at: at }) => (at === null ? <span className="muted">없음</span> : timeText(at)),
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (order) => (
      <>
        {order.payment && <CheckPayment account={account} order={order} />}
        {order.money_back !== null && <RowAction of={order.name} verb="영수증" onPress={() => send(order)} />}
        {order.status === 'paid' && <RowAction of={order.name} verb="환불" onPress={() => refund(order)} />}
      </>
    ),
  },
];

/** The orders of an account, and their refunds. */
export function Orders({ account, query }: { account: SupportedAccount; query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<SupportedOrder | null>(null);
  const [sent, setSent] = useState<SupportedOrder | null>(null);
  const orders = useList({
    path: `/accounts/${account.id}`,
    query,
    key: ['accounts', account.id, 'orders'],
    limit: LIMIT,
    read: (page, settings) => call(listSupportedOrders, { params: { id: account.id }, query: page }, settings),
    refreshMs: (rows) => (rows.some(({ payment }) => payment?.refund === 'due') ? REFUND_LOOK_MS : false),
  });
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">주문</h2>
      {orders.rows.length > 0 ? (
        <Table
          label="주문"
          columns={columnsOf(account, setAsked, setSent)}
          rows={orders.rows}
          keyOf={({ id }) => id}
          csv={<CsvButton of={exportOrders} sent={{ params: { id: account.id } }} name="주문" />}
        />
      ) : orders.answer.data ? (
        <p className="muted">주문이 없어요.</p>
      ) : (
        <QueryNothing query={orders.answer} />
      )}
      {orders.answer.data && orders.answer.data.count > LIMIT && <ListPager list={orders} />}
      {asked && (
        <RefundDialog
          account={account}
          order={orders.rows.find(({ id }) => id === asked.id) ?? asked}
          onClose={() => setAsked(null)}
        />
      )}
      {sent && <ReceiptDialog account={account} order={sent} onClose={() => setSent(null)} />}
    </section>
  );
}
