import type { Limit, Limits } from '../accounts/limits/limits.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { PaymentRefusedError, PaymentUnavailableError } from '../providers/payment.ts';
import type { BeginPayment } from '../shop/begin-payment.ts';
import type { ShopOrders } from '../shop/orders.ts';
import type { Payments } from '../shop/payments.ts';
import { createFindBill, endPages, notFound, ownedPage, page, summary, type Bill, type FindEmail } from './checkout.ts';
import { buttonLink, paragraph } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

/** Questions to the provider about an account's orders by their pages: a reload asks, and nobody pays as often. */
const asksOf = ({ order }: Bill): Limit[] => [
  { key: `payment-asks:${order.account_id}`, count: 60, windowSeconds: 600 },
];

const payPage = (bill: Bill): PageContent =>
  page(
    '결제',
    summary(bill) +
      buttonLink('결제하기', `/checkout/${bill.reference}/pay`) +
      paragraph('결제사 화면으로 이동해요. 이미 결제했다면 잠시 뒤 TV에서 볼 수 있어요.'),
  );

const unavailable = (reference: string) => ({
  ...page(
    '결제사에 연결하지 못했어요',
    paragraph('주문은 그대로 있어요. 잠시 뒤 다시 시도해 주세요.') +
      buttonLink('다시 시도', `/checkout/${reference}/pay`),
  ),
  status: 503,
});

const refunded = page(
  '결제를 환불했어요',
  paragraph('결제한 금액을 모두 돌려드려요. 결제 수단에 따라 며칠 걸릴 수 있어요.'),
);

const orderPage = (bill: Bill): PageContent => {
  if (bill.order.status === 'refunded') return refunded;
  if (bill.isOwned) return ownedPage(bill);
  return bill.status === 'pending' ? payPage(bill) : endPages[bill.status](bill);
};

/**
 * The phone pages of orders that are paid at a provider: before the payment, the way to the provider's page, and the way
 * back. The order's reference in the address grants access, as with the test payment.
 */
export function mountProviderCheckout(
  pages: Pages,
  options: {
    shopOrders: ShopOrders;
    findEmail: FindEmail;
    begin: BeginPayment;
    payments: Payments;
    limits: Limits;
    failures: FailureLog;
  },
): void {
  const { shopOrders, findEmail, begin, payments, limits, failures } = options;
  const find = createFindBill(shopOrders, findEmail);
  const isOfProvider = (error: unknown) =>
    error instanceof PaymentUnavailableError || error instanceof PaymentRefusedError;

  pages.get('/checkout/:reference', async ({ params }) => {
    const bill = await find(params['reference']);
    return bill ? orderPage(bill) : notFound;
  });

  // A link and not a form: the policy of the pages lets forms lead to this server only.
  pages.get('/checkout/:reference/pay', async ({ params }) => {
    const bill = await find(params['reference']);
    if (!bill) return notFound;
    if (bill.status !== 'pending' || bill.isOwned) return { goTo: `/checkout/${bill.reference}` };
    await limits.take(asksOf(bill));
    try {
      const url = await begin(bill.order);
      failures.works('beginning payments');
      return { goTo: url };
    } catch (error) {
      if (!isOfProvider(error)) throw error;
      failures.report('beginning payments', error);
      return unavailable(bill.reference);
    }
  });

  // The browser is often back before the webhook has come.
  pages.get('/checkout/:reference/return', async ({ params }) => {
    const bill = await find(params['reference']);
    if (!bill) return notFound;
    try {
      if (bill.status === 'pending' && !(await limits.tryTake(asksOf(bill))))
        await payments.check({ account_id: bill.order.account_id, order_id: bill.order.id });
    } catch (error) {
      // The webhook or the worker brings the answer.
      if (!isOfProvider(error)) throw error;
    }
    return { goTo: `/checkout/${bill.reference}` };
  });
}
