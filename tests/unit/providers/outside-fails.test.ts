import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHttpPayment } from '#server/providers/http-payment.ts';
import { createSmtpSender } from '#server/providers/mail.ts';
import { createOpenIdProvider, ProviderRefusedError } from '#server/providers/openid.ts';
import { postAnywhere } from '#server/providers/public-post.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { createWebhook } from '#server/providers/webhook.ts';
import { tellByHttp } from '#server/watching/media/tell-edges.ts';
import { MOODS, startUnwellServer, talkHttp, type Mood, type Talk } from '#tests/support/unwell-server.ts';

/*
 * What is outside fails in each way: what the caller of each adapter gets, and that the next try works, also while the answer to the
 * first one comes late.
 */

interface Adapter {
  talk: Talk;
  /** Its own limit in ms; null where only the signal of its caller ends a call. */
  limitMs: number | null;
  connect(host: string): (signal: AbortSignal) => Promise<unknown>;
  /** What the caller gets; null where the answer counts as a good one. */
  gets: Record<Exclude<Mood, 'well'>, RegExp | null>;
}

const clock = { now: () => new Date() };
const always = (error: RegExp): Adapter['gets'] => ({
  'is not there': error,
  refuses: error,
  hangs: error,
  'answers junk': error,
  'breaks off': error,
});
const answers = (body: object): Talk => talkHttp(() => ({ body: JSON.stringify(body) }));

const told = { id: 'pay-1', reference: 'order-1', price: 4000, state: 'paid' };
const ofPayment = {
  limitMs: 5_000,
  gets: { ...always(/^PaymentUnavailableError/), refuses: /^PaymentRefusedError/ },
};
const payment = (host: string) => createHttpPayment({ url: `http://${host}`, secrets: ['a-secret'], clock });

const isDescription = (request: string) => request.includes('/.well-known/');
const ofOpenId = (request: string) => {
  if (!isDescription(request)) return { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) };
  const issuer = `http://${/^host: (\S+)/im.exec(request)![1]}`;
  const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  return { body: JSON.stringify({ issuer, ...endpoints, jwks_uri: `${issuer}/keys` }) };
};
const openId = (host: string) =>
  createOpenIdProvider(
    { issuer: `http://${host}`, clientId: 'bora', clientSecret: 'a-secret', scopes: 'openid' },
    clock,
  );

const s3 = (host: string) =>
  createS3Store(
    {
      bucket: 'bora',
      prefix: '',
      endpoint: `http://${host}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined },
    },
    { connect: 10_000, silence: 10_000, call: 12_000, upload: 15_000, place: 10_000 },
  );

const talkSmtp: Talk = (socket: Socket, mood, onCall) => {
  const say = (line: string) => socket.write(`${line}\r\n`);
  if (mood === 'answers junk') return say('HTTP/1.1 400 Bad Request');
  say('220 mail.example');
  let isData = false;
  socket.on('data', (bytes: Buffer) => {
    const text = bytes.toString();
    if (isData && !text.endsWith('\r\n.\r\n')) return;
    if (text.startsWith('EHLO')) return say('250 mail.example');
    if (text.startsWith('DATA')) {
      isData = true;
      return say('354 go on');
    }
    if (!isData) return say(mood === 'refuses' && text.startsWith('RCPT') ? '550 no such person' : '250 ok');
    isData = false;
    onCall(() => say('250 taken'));
    if (mood === 'breaks off') socket.destroy();
    if (mood === 'well') say('250 taken');
  });
  return undefined;
};

const ADAPTERS: Record<string, Adapter> = {
  'begins a payment': {
    ...ofPayment,
    talk: answers({ id: 'pay-1', checkout_url: 'https://pay.example/1' }),
    connect: (host) => () =>
      payment(host).begin({
        reference: 'order-1',
        name: '대여',
        price: 4000,
        expiresAt: new Date(),
        returnUrl: 'https://bora.example/',
        webhookUrl: 'https://bora.example/',
      }),
  },
  'asks about a payment': { ...ofPayment, talk: answers(told), connect: (host) => () => payment(host).find('order-1') },
  'refunds a payment': {
    ...ofPayment,
    talk: answers({ ...told, state: 'refunded' }),
    connect: (host) => () => payment(host).refund({ reference: 'order-1', key: 'refund-order-1' }),
  },
  'reads the sign-in provider’s description': {
    limitMs: 10_000,
    talk: talkHttp(ofOpenId),
    connect: (host) => () => openId(host).find(),
    gets: always(/./),
  },
  'asks the sign-in provider who signed in': {
    limitMs: 10_000,
    talk: talkHttp(ofOpenId, isDescription),
    connect(host) {
      const provider = openId(host);
      const asked = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), isFresh: false };
      const back = new URL('https://bora.example/?code=code&state=state');
      // The code was used before: that is an answer.
      const isHeard = (error: unknown) => {
        if (!(error instanceof ProviderRefusedError)) throw error;
      };
      return () => provider.readClaims(back, asked).catch(isHeard);
    },
    gets: always(/./),
  },
  'posts to a webhook': {
    limitMs: 5_000,
    talk: talkHttp(() => ({ status: 204, body: '' })),
    connect: (host) => (signal) =>
      createWebhook({ url: `http://${host}/`, secret: 's'.repeat(32), clock, post: postAnywhere })('{}', signal),
    // Nothing of the answer is read but its status.
    gets: { ...always(/./), 'answers junk': null, 'breaks off': null },
  },
  'tells an edge': {
    limitMs: 2_000,
    talk: talkHttp(() => ({ status: 403, body: '' })),
    connect: (host) => () => tellByHttp(host, '/ended/a/b', 'credential'),
    // A refusal is what the edge answers once it knows.
    gets: { ...always(/./), refuses: null },
  },
  'finds a file of the store': {
    limitMs: 12_000,
    talk: talkHttp(() => ({ headers: 'etag: "1"', body: '' })),
    connect: (host) => () => s3(host).find('own/a.mp4'),
    gets: { ...always(/^MediaStoreError/), 'breaks off': null },
  },
  'reads a file of the store': {
    limitMs: 12_000,
    talk: talkHttp(() => ({ headers: 'etag: "1"', body: '0123456789' })),
    connect: (host) => async () => {
      const file = { size: 10, modifiedAt: new Date(), etag: '"1"' };
      const pieces: string[] = [];
      for await (const piece of s3(host).read('own/a.mp4', file, { start: 0, end: 9 })) pieces.push(piece.toString());
      return pieces;
    },
    gets: always(/^MediaStoreError/),
  },
  'writes a file of the store': {
    limitMs: 15_000,
    talk: talkHttp(() => ({ headers: 'etag: "1"', body: '' })),
    connect: (host) => () => s3(host).putText('own/a.vtt', 'text'),
    gets: always(/^MediaStoreError/),
  },
  'sends a mail': {
    limitMs: null,
    talk: talkSmtp,
    connect(host) {
      const sender = createSmtpSender({ url: `smtp://${host}`, from: 'no-reply@bora.example' });
      const mail = { id: 'a', to: 'one@bora.example', subject: '제목', text: '글', html: '<p>글</p>' };
      closing.push(() => sender.close());
      return (signal) => sender.send(mail, signal);
    },
    gets: always(/./),
  },
};

const closing: (() => void)[] = [];
/** The limits that calls set, which end when a test says so. */
let limits: { ms: number; controller: AbortController }[] = [];
beforeEach(() => {
  limits = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    limits.push({ ms, controller });
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => String(error),
  );

const cases = Object.entries(ADAPTERS).flatMap(([name, adapter]) =>
  MOODS.map((mood) => [`${name} that ${mood}`, adapter, mood] as const),
);
test.each(cases)('the adapter %s', async (_name, { talk, limitMs, connect, gets }, mood) => {
  const outside = await startUnwellServer(talk);
  const call = connect(outside.host);
  const leaving = new AbortController();
  outside.set(mood);
  const asked = outside.nextAsked();
  const failing = failureOf(call(leaving.signal));
  if (mood === 'hangs') {
    await asked;
    expect(limits.map(({ ms }) => ms)).toEqual(limitMs === null ? [] : expect.arrayContaining([limitMs]));
    if (limitMs === null) leaving.abort();
    else for (const { controller } of limits) controller.abort(new DOMException('timed out', 'TimeoutError'));
  }
  const failure = await failing;
  if (gets[mood] === null) expect(failure).toBeNull();
  else expect(failure).toMatch(gets[mood]);
  outside.set('well');
  expect(await failureOf(call(new AbortController().signal))).toBeNull();
  await outside.close();
});
