import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listSupportedOrders, type SupportedAccount, type SupportedOrder } from '#contract/console/accounts.ts';
import { call, messageOf } from '../lib/client.ts';
import { countText, timeText } from '../lib/format.ts';
import { Nothing, Pager, State, type Tone } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';
import { CheckPayment, PaymentNote } from './order-payment.tsx';
import { RefundDialog } from './support.tsx';

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

/** The orders of an account, and their refunds. */
export function Orders({ account, query }: { account: SupportedAccount; query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<SupportedOrder | null>(null);
  const page = Math.max(1, Number(query['page']) || 1);
  const queries = useQueryClient();
  const key = ['accounts', account.id, 'orders', page];
  const orders = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(
        listSupportedOrders,
        { params: { id: account.id }, query: { limit: String(LIMIT), offset: String((page - 1) * LIMIT) } },
        { signal, isBackground: queries.getQueryData(key) !== undefined },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ payment }) => payment?.refund === 'due') ? REFUND_LOOK_MS : false,
  });
  const results = orders.data?.results ?? [];
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">주문</h2>
      {results.length === 0 ? (
        orders.data ? (
          <p className="muted">주문이 없어요.</p>
        ) : (
          <Nothing
            isPending={orders.isPending}
            error={orders.error ? messageOf(orders.error) : undefined}
            onRetry={() => void orders.refetch()}
          >
            {null}
          </Nothing>
        )
      ) : (
        <div className="table-box">
          <table aria-label="주문">
            <thead>
              <tr>
                <th scope="col">주문</th>
                <th scope="col">종류</th>
                <th scope="col" className="number">
                  금액
                </th>
                <th scope="col">상태</th>
                <th scope="col">주문한 때</th>
                <th scope="col">이용 끝</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map((order) => (
                <tr key={order.id}>
                  <th scope="row">
                    {order.name}
                    {order.title !== null && !order.name.startsWith(order.title) && (
                      <span className="note">{order.title}</span>
                    )}
                    {order.refund_reason !== null && (
                      <span className="note">
                        환불 이유: {order.refund_reason}
                        {order.refunded_at !== null && ` · ${timeText(order.refunded_at)}`}
                      </span>
                    )}
                  </th>
                  <td>{KIND_NAMES[order.kind]}</td>
                  <td className="number">{countText(order.price)}원</td>
                  <td>
                    <State tone={ORDER_STATES[order.status][0]}>{ORDER_STATES[order.status][1]}</State>
                    {order.payment && <PaymentNote payment={order.payment} />}
                  </td>
                  <td className="time" data-label="주문한 때">
                    {timeText(order.created_at)}
                  </td>
                  <td className="time" data-label="이용 끝">
                    {order.ends_at === null ? <span className="muted">없음</span> : timeText(order.ends_at)}
                  </td>
                  <td className="end">
                    {order.payment && <CheckPayment account={account} order={order} />}
                    {order.status === 'paid' && (
                      <RowAction of={order.name} verb="환불" onPress={() => setAsked(order)} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {orders.data && orders.data.count > LIMIT && (
        <Pager path={`/accounts/${account.id}`} query={query} count={orders.data.count} limit={LIMIT} />
      )}
      {asked && (
        <RefundDialog
          account={account}
          order={results.find(({ id }) => id === asked.id) ?? asked}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
