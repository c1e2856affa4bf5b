import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../lib/html.ts';
import type { FoundOrder, Orders } from '../shop/orders.ts';

/** `action=approve` or `action=cancel`, and not much more. */
const BODY_LIMIT = 200;

const idSchema = z.uuid();
const actionSchema = z.enum(['approve', 'cancel']);

const style = `
  :root { color-scheme: dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #110d1c; color: #eeeaf6;
    font: 500 17px/1.6 Pretendard, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; }
  main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 2rem 1.5rem; }
  h1 { margin: 0 0 1.5rem; font-size: 1.5rem; }
  dl { margin: 0 0 2rem; padding: 1.25rem; border-radius: 1rem; background: #2a233c; }
  dt { color: #a79dbd; font-size: .9rem; }
  dd { margin: 0 0 .75rem; font-size: 1.15rem; word-break: keep-all; }
  dd:last-child { margin: 0; }
  button { display: block; width: 100%; margin: 0 0 .75rem; padding: .9rem; border: 0; border-radius: .75rem;
    font: inherit; font-weight: 700; color: #fff; background: #6532d2; }
  button.quiet { color: #cfc8df; background: #3d3552; }
  button:focus-visible { outline: 3px solid #cbb3ff; outline-offset: 2px; }
  p { color: #cfc8df; }`;

const page = (heading: string, content: string) => `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} · 보라</title>
<style>${style}</style>
</head>
<body>
<main data-screen="checkout">
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>
`;

const won = new Intl.NumberFormat('ko-KR');

/** What is bought and for how long. */
function summary({ order }: FoundOrder): string {
  const duration = order.rental_hours === null ? '계속 볼 수 있어요' : `결제한 때부터 ${order.rental_hours}시간`;
  const rows = [
    ['상품', order.name],
    ['이용 기간', duration],
    ['금액', `${won.format(order.price)}원`],
  ] as const;
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

const buttons = `<form method="post">
<button name="action" value="approve">결제하기</button>
<button class="quiet" name="action" value="cancel">그만두기</button>
</form>
<p>시험용 결제예요. 실제로 돈이 나가지 않아요.</p>`;

function orderPage(found: FoundOrder): string {
  switch (found.status) {
    case 'pending':
      return page('결제', summary(found) + buttons);
    case 'paid':
      return page('결제가 끝났어요', `${summary(found)}<p>이제 TV에서 볼 수 있어요. 이 화면은 닫아도 돼요.</p>`);
    case 'cancelled':
      return page('결제를 그만두었어요', '<p>다시 사려면 TV에서 새로 시작해 주세요.</p>');
    case 'expired':
      return page('결제 시간이 지났어요', '<p>TV에서 새 코드를 받아 다시 시도해 주세요.</p>');
  }
}

const notFound = page('주문을 찾을 수 없어요', '<p>TV에 보이는 코드를 다시 찍어 주세요.</p>');

const sendPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * The phone page of the test payment, without a line of script. The order's id in its address is the right to it: 122
 * random bits that only the television shows. Not mounted in production.
 */
export function mountCheckout(app: FastifyInstance, orders: Orders): void {
  const find = async (id: string) => (idSchema.safeParse(id).success ? orders.find(id) : undefined);

  void app.register((scope, _options, done) => {
    // What a form sends. Only here: every call of the API takes JSON.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get<{ Params: { id: string } }>('/checkout/:id', { schema: { hide: true } }, async (request, reply) => {
      const found = await find(request.params.id);
      return found ? sendPage(reply, orderPage(found)) : sendPage(reply, notFound, 404);
    });

    scope.post<{ Params: { id: string }; Body: unknown }>(
      '/checkout/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const found = await find(request.params.id);
        if (!found) return sendPage(reply, notFound, 404);
        const given = z.object({ action: actionSchema }).safeParse(request.body);
        if (!given.success) return sendPage(reply, orderPage(found), 400);
        await orders.settle(found.order, given.data.action === 'approve' ? 'approved' : 'cancelled');
        // A reload asks for the page and does not send the form again.
        return reply.redirect(`/checkout/${found.order.id}`, 303);
      },
    );
    done();
  });
}
