import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '#server/lib/html.ts';
import type { ToldPayment } from '#server/providers/payment.ts';
import { checkSignature, signMessage, SIGNATURE_HEADER } from '#server/providers/payment-signature.ts';
import { createFakeProvider } from './fake-provider.ts';

/*
 * A payment provider as a process of its own, for tests and to try the way by hand (docs/operations/money.md): the messages of
 * `server/providers/http-payment.ts`, a page on which a payer pays or gives up, and webhooks. It misbehaves as it is
 * told at /control. Usage: node --import tsx tests/support/payment-provider/program.ts [port]
 */

const SECRETS = (process.env['PAYMENT_SECRETS'] ?? 'the-secret-of-the-fake-provider-000').split(',');

/** How it misbehaves; each number counts down. */
const faults = {
  /** Requests that get 503, before anything was done. */
  down: 0,
  /** Requests whose answer is lost after everything was done. */
  lostAnswers: 0,
  /** Webhooks that are never sent. */
  lostWebhooks: 0,
  /** How often each webhook is sent. */
  copies: 1,
  /** Holds webhooks back until they are asked for. */
  isHolding: false,
  /** Seconds by which the times of signatures are wrong. */
  skewSeconds: 0,
};
const books = createFakeProvider();
const held: { url: string; told: ToldPayment }[] = [];
const statuses: number[] = [];

const now = () => new Date(Date.now() + faults.skewSeconds * 1000);

async function post(url: string, told: ToldPayment): Promise<void> {
  const body = JSON.stringify(told);
  const signature = signMessage(SECRETS.slice(0, 1), body, now());
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  const status = await fetch(url, { method: 'POST', headers, body }).then(
    (response) => response.status,
    () => 0,
  );
  statuses.push(status);
}

async function announce(told: ToldPayment | undefined): Promise<void> {
  const entry = told && books.findById(told.id);
  if (!told || !entry) return;
  if (faults.lostWebhooks > 0) {
    faults.lostWebhooks -= 1;
    return;
  }
  if (faults.isHolding) held.push({ url: entry.webhookUrl, told });
  else for (let copy = 0; copy < faults.copies; copy += 1) await post(entry.webhookUrl, told);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const page = (response: ServerResponse, content: string) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(`<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>시험용 결제사</title><body style="font:500 17px/1.6 sans-serif;max-width:26rem;margin:2rem auto">${content}</body></html>`);

/** The calls of the service. */
async function api(method: string, path: string, body: string, own: string): Promise<[number, unknown]> {
  const [, reference, isRefund] = /^\/v1\/payments\/([^/]+)(\/refund)?$/.exec(path) ?? [];
  if (method === 'POST' && path === '/v1/payments') {
    const asked = JSON.parse(body) as Record<string, string> & { price: number };
    const { id } = books.begin({
      reference: asked['reference']!,
      name: asked['name']!,
      price: asked.price,
      returnUrl: asked['return_url']!,
      webhookUrl: asked['webhook_url']!,
    });
    return [200, { id, checkout_url: `${own}/pay/${id}` }];
  }
  if (reference === undefined) return [404, {}];
  if (method === 'GET') {
    const told = books.find(reference);
    return told ? [200, told] : [404, {}];
  }
  if (isRefund === undefined) return [404, {}];
  const told = books.refund(reference);
  await announce(told);
  return told ? [200, told] : [422, {}];
}

/** Calls of tests and of payers. */
async function control(path: string, body: string): Promise<unknown> {
  const given = JSON.parse(body || '{}') as { reference?: string; price?: number };
  const { reference = '', price } = given;
  switch (path) {
    case '/control/faults':
      return Object.assign(faults, given);
    case '/control/pay':
      return announce(books.pay(reference, price));
    case '/control/cancel':
      return announce(books.cancel(reference));
    case '/control/refund':
      return announce(books.refund(reference));
    // The newest first: in the wrong order.
    case '/control/release':
      for (const { url, told } of held.splice(0).reverse()) await post(url, told);
      return undefined;
    case '/control/books':
      return { ...books.totals(), balance: books.balanceOf(reference), state: books.find(reference)?.state };
    case '/control/statuses':
      return statuses.splice(0);
    default:
      return undefined;
  }
}

const server = createServer((request, response) => {
  const own = `http://${request.headers.host}`;
  const path = new URL(request.url ?? '/', own).pathname;
  void (async () => {
    const body = await bodyOf(request);
    const [, id, act] = /^\/pay\/([^/]+)(?:\/(pay|cancel))?$/.exec(path) ?? [];
    const entry = id === undefined ? undefined : books.findById(id);
    if (entry && act !== undefined) {
      await announce(act === 'pay' ? books.pay(entry.reference) : books.cancel(entry.reference));
      return void response.writeHead(303, { location: entry.returnUrl }).end();
    }
    if (entry)
      return page(
        response,
        `<h1>시험용 결제사</h1><p>${escapeHtml(entry.name)} ${entry.price}원</p><p><a href="${entry.id}/pay">결제하기</a></p><p><a href="${entry.id}/cancel">그만두기</a></p>`,
      );
    if (path.startsWith('/control/')) return json(response, 200, (await control(path, body)) ?? null);
    if (faults.down > 0) {
      faults.down -= 1;
      return json(response, 503, {});
    }
    const header = String(request.headers[SIGNATURE_HEADER] ?? '');
    const message = `${request.method} ${path}\n${body}`;
    if (checkSignature(SECRETS, { header, message }, new Date()) === 'forged') return json(response, 401, {});
    const [status, answer] = await api(request.method ?? '', path, body, own);
    if (faults.lostAnswers === 0) return json(response, status, answer);
    faults.lostAnswers -= 1;
    response.destroy();
  })();
});

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  if (process.send) process.send(url);
  else console.log(`PAYMENT_PROVIDER=${url}/v1 PAYMENT_SECRETS=${SECRETS.join(',')}`);
});
// The test ended, perhaps killed.
process.on('disconnect', () => process.exit(0));
