import { describe, expect, test } from 'vitest';
import { createHttpPayment } from '#server/providers/http-payment.ts';
import { PaymentRefusedError, PaymentUnavailableError } from '#server/providers/payment.ts';
import { checkSignature, signMessage, SIGNATURE_HEADER } from '#server/providers/payment-signature.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const [OLD, NEW, OTHER] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const;
const message = '{"state":"paid"}';

describe('a signature', () => {
  const check = (header: string | undefined, { secrets = [NEW, OLD], now = NOW, text = message } = {}) =>
    checkSignature(secrets, { header, message: text }, now);

  test('is the HMAC-SHA256 of the time and the message', () => {
    expect(signMessage([OLD], message, NOW)).toBe(
      't=1795143600,v1=b71a8388dea8da152a49638d9af7da76b720785b0db77cdc3c97f25c7eb031eb',
    );
  });

  test('is valid with the new secret and with the old one', () => {
    for (const secrets of [[NEW], [OLD], [OLD, NEW], [OTHER, NEW]])
      expect(check(signMessage(secrets, message, NOW))).toBe('valid');
  });

  test.each([
    ['with another secret', signMessage([OTHER], message, NOW), {}, 'forged'],
    ['of another message', signMessage([NEW], message, NOW), { text: `${message} ` }, 'forged'],
    ['whose time was changed', signMessage([NEW], message, NOW).replace(/\d,/, '9,'), {}, 'forged'],
    ['after its secret was removed', signMessage([OLD], message, NOW), { secrets: [NEW] }, 'forged'],
    ['of five minutes ago', signMessage([NEW], message, NOW), { now: after(300) }, 'valid'],
    ['older than five minutes', signMessage([NEW], message, NOW), { now: after(301) }, 'too old'],
    ['from the future', signMessage([NEW], message, after(301)), {}, 'too old'],
    ['that is missing', undefined, {}, 'unsigned'],
    ['without a time', `v1=${'0'.repeat(64)}`, {}, 'unsigned'],
    ['of the wrong length', 't=1795143600,v1=00', {}, 'unsigned'],
    ['with letters after its time', signMessage([NEW], message, NOW).replace(',', 'x,'), {}, 'unsigned'],
    ['with digits after it', `${signMessage([NEW], message, NOW)}00`, {}, 'unsigned'],
    ['that is empty', '', {}, 'unsigned'],
    ['with many guesses', `t=1795143600${`,v1=${'0'.repeat(64)}`.repeat(5)}`, {}, 'unsigned'],
  ] as const)('%s is judged', (_case, header, options, judged) => {
    expect(check(header, options as object)).toBe(judged);
  });
});

describe('the provider over HTTP', () => {
  const build = (answer: () => Response | Promise<Response>) => {
    const asked: { url: string; init: RequestInit }[] = [];
    const provider = createHttpPayment({
      url: 'https://pay.test/v1',
      secrets: [NEW, OLD],
      clock: { now: () => NOW },
      fetch: async (url, init) => {
        asked.push({ url: url as string, init: init! });
        return answer();
      },
    });
    return { asked, provider };
  };
  const told = { id: 'p-1', reference: 'order', price: 4000, state: 'paid' };

  test('signs its requests, and repeats a refund under one key', async () => {
    const { asked, provider } = build(() => Response.json(told));
    await provider.refund({ reference: 'order', key: 'refund-order' });
    const [{ url, init }] = asked as [(typeof asked)[0]];
    expect(url).toBe('https://pay.test/v1/payments/order/refund');
    const headers = init.headers as Record<string, string>;
    expect(headers['idempotency-key']).toBe('refund-order');
    const signed = { header: headers[SIGNATURE_HEADER], message: 'POST /v1/payments/order/refund\n{}' };
    expect(checkSignature([NEW], signed, NOW)).toBe('valid');
  });

  test.each([
    ['503', () => new Response('', { status: 503 }), PaymentUnavailableError],
    ['429', () => new Response('', { status: 429 }), PaymentUnavailableError],
    ['no network', () => Promise.reject(new TypeError('fetch failed')), PaymentUnavailableError],
    ['no JSON', () => new Response('<html>'), PaymentUnavailableError],
    ['another payment', () => Response.json({ ...told, reference: 'other' }), PaymentUnavailableError],
    ['422', () => new Response('', { status: 422 }), PaymentRefusedError],
  ] as const)('answers %s with the error that says whether to repeat', async (_case, answer, error) => {
    const { provider } = build(answer);
    await expect(provider.refund({ reference: 'order', key: 'k' })).rejects.toBeInstanceOf(error);
  });

  test('knows no payment at 404', async () => {
    expect(await build(() => new Response('', { status: 404 })).provider.find('order')).toBeUndefined();
  });
});
