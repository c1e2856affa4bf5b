import { z } from 'zod';
import type { OrderStatus } from '#contract/shop.ts';
import type { OrderRow } from '../db/tables.ts';
import type { BilledOrder, ShopOrders } from '../shop/orders.ts';
import { facts, form, paragraph } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

const actionSchema = z.enum(['approve', 'cancel']);

const won = new Intl.NumberFormat('ko-KR');

export interface Bill extends BilledOrder {
  reference: string;
  /** E-mail of the account that pays. */
  email: string;
}

function termOf({ days, rental_hours: hours }: OrderRow): string {
  if (days !== null) return `${days}일, 이용 중이면 그 뒤로 이어져요`;
  return hours === null ? '계속 볼 수 있어요' : `결제한 때부터 ${hours}시간`;
}

/** The product, its rental period, and the account: the phone's owner may have another account. */
export const summary = ({ order, email }: Bill) =>
  facts([
    ['상품', order.name],
    ['이용 기간', termOf(order)],
    ['금액', `${won.format(order.price)}원`],
    ['결제하는 계정', email],
  ]);

export const page = (heading: string, content: string): PageContent => ({ screen: 'checkout', heading, content });

/** Pages of orders that are settled or have expired. */
export const endPages: Readonly<Record<Exclude<OrderStatus, 'pending'>, (bill: Bill) => PageContent>> = {
  paid: (bill) =>
    page('결제가 끝났어요', paragraph('이제 TV에서 볼 수 있어요. 이 화면은 닫아도 돼요.') + summary(bill)),
  cancelled: () => page('결제를 그만두었어요', paragraph('다시 사려면 TV에서 새로 시작해 주세요.')),
  expired: () => page('결제 시간이 지났어요', paragraph('TV에서 새 코드를 받아 다시 시도해 주세요.')),
};

/** The page of an unpaid order whose product the account owns by another order. That order had its own price, so none is shown. */
export const ownedPage = ({ order, email }: Bill): PageContent =>
  page(
    '이미 결제한 상품이에요',
    paragraph('다른 주문으로 결제가 끝나서 다시 결제하지 않아요. 이제 TV에서 볼 수 있어요.') +
      facts([
        ['상품', order.name],
        ['계정', email],
      ]),
  );

function orderPage(found: Bill, formToken: string): PageContent {
  if (found.isOwned) return ownedPage(found);
  switch (found.status) {
    case 'pending':
      return page(
        '결제',
        summary(found) +
          form({
            action: `/checkout/${found.reference}`,
            formToken,
            buttons: [
              { label: '결제하기', action: 'approve' },
              { label: '그만두기', action: 'cancel', isQuiet: true },
            ],
          }) +
          paragraph('시험용 결제예요. 실제로 돈이 나가지 않아요.'),
      );
    default:
      return endPages[found.status](found);
  }
}

export const notFound = {
  ...page('주문을 찾을 수 없어요', paragraph('TV에 보이는 코드를 다시 찍어 주세요.')),
  status: 404,
};

export type FindEmail = (accountId: string) => Promise<string | undefined>;

/** The order of a reference, for the phone. */
export const createFindBill =
  (shopOrders: ShopOrders, findEmail: FindEmail) =>
  async (reference = ''): Promise<Bill | undefined> => {
    const found = await shopOrders.find(reference);
    const email = found && (await findEmail(found.order.account_id));
    return found && email !== undefined ? { ...found, reference, email } : undefined;
  };

/**
 * The phone page of the test payment. The order's reference in the address grants access to it: its id has 122 random
 * bits that only the television shows. Not mounted in production.
 */
export function mountCheckout(pages: Pages, shopOrders: ShopOrders, findEmail: FindEmail): void {
  const find = createFindBill(shopOrders, findEmail);

  pages.get('/checkout/:reference', async ({ params, formToken }) => {
    const found = await find(params['reference']);
    return found ? orderPage(found, formToken) : notFound;
  });

  pages.post('/checkout/:reference', async ({ params, form: given, formToken }) => {
    const found = await find(params['reference']);
    if (!found) return notFound;
    const action = actionSchema.safeParse(given['action']);
    if (!action.success) return { ...orderPage(found, formToken), status: 400 };
    await shopOrders.settle(found.order, action.data === 'approve' ? 'approved' : 'cancelled');
    return { goTo: `/checkout/${found.reference}` };
  });
}
