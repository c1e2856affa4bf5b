import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSignature } from '#server/providers/payment-signature.ts';
import { isInside, postAnywhere, postOutside } from '#server/providers/public-post.ts';
import { createWebhook } from '#server/providers/webhook.ts';
import { readEnv } from '#server/start/env.ts';

const SECRET = 's'.repeat(32);
const NOW = new Date('2026-11-28T03:00:00.000Z');
const unlimited = new AbortController().signal;

const asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer = { status: 204, headers: {} };
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end();
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());

const send = (body: string) =>
  createWebhook({ url: `${base}/bora`, secret: SECRET, clock: { now: () => NOW }, post: postAnywhere })(
    body,
    unlimited,
  );

test('a message is signed with the secret', async () => {
  answer = { status: 204, headers: {} };
  await send('{"event":"trouble.started"}');
  const { headers, body } = asked.at(-1)!;
  expect(body).toBe('{"event":"trouble.started"}');
  const signed = { header: headers['bora-signature'] as string, message: body };
  expect(checkSignature([SECRET], signed, NOW)).toBe('valid');
  expect(checkSignature(['t'.repeat(32)], signed, NOW)).toBe('forged');
});

test('a refusal is a failure, and so is a redirection, which is not followed', async () => {
  answer = { status: 500, headers: {} };
  await expect(send('{}')).rejects.toThrow('500');
  answer = { status: 307, headers: { location: `${base}/inside` } };
  await expect(send('{}')).rejects.toThrow();
  expect(asked.map(({ path }) => path)).not.toContain('/inside');
});

test('its address needs https, except on this machine, and names nobody', () => {
  const read = (url: string) => readEnv({ TROUBLE_WEBHOOK: `${url}?secret=${SECRET}` }).troubleWebhook;
  for (const url of ['https://alerts.example/a', 'http://127.0.0.1:9/a', 'http://[::1]:9/a'])
    expect(read(url)).toEqual({ url, secret: SECRET });
  for (const url of ['http://alerts.example/a', 'https://user:secret@alerts.example/a', 'ftp://127.0.0.1/a'])
    expect(() => read(url)).toThrow('TROUBLE_WEBHOOK');
  expect(() => readEnv({ TROUBLE_WEBHOOK: 'https://alerts.example/a?secret=short' })).toThrow('TROUBLE_WEBHOOK');
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'],
])('%s is an address inside', (address) => {
  expect(isInside(address)).toBe(true);
});

test.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111'])('%s is one outside', (address) => {
  expect(isInside(address)).toBe(false);
});

test('an address of the console that leads inside is not called, by number or by name', async () => {
  const before = asked.length;
  const message = { headers: {}, body: '{}', signal: unlimited };
  const { port } = receiver.address() as AddressInfo;
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'])
    await expect(postOutside(`https://${host}:${port}/`, message)).rejects.toThrow('inside');
  expect(asked).toHaveLength(before);
});
