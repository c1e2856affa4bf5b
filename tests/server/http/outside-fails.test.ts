import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkSupportedOrder } from '#contract/console/accounts.ts';
import { PROVIDER_PATHS } from '#contract/console/staff.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createHttpPayment } from '#server/providers/http-payment.ts';
import { createOpenIdProvider } from '#server/providers/openid.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  shopCatalogue,
} from '#tests/support/server/server-records.ts';
import { MOODS, startUnwellServer, talkHttp, type Mood, type UnwellServer } from '#tests/support/unwell-server.ts';

/*
 * A payment provider, a bucket or a sign-in provider refuses, hangs, answers junk or breaks off: callers get the contract's
 * code, no row is half written, and the next try works. tests/unit/providers/outside-fails.test.ts tests the adapters alone.
 */

const PUBLIC_URL = 'http://bora.test';
const isDescription = (request: string) => request.includes('/.well-known/');
const ofProvider = (request: string) => {
  // The code was used before: a word of the provider.
  if (!isDescription(request)) return { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) };
  const issuer = `http://${/^host: (\S+)/im.exec(request)![1]}`;
  const addresses = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  return { body: JSON.stringify({ issuer, ...addresses, jwks_uri: `${issuer}/keys` }) };
};
let reference = '';
const ofPayment = (request: string) => ({
  body: JSON.stringify(
    request.startsWith('POST')
      ? { id: 'pay-1', checkout_url: 'https://pay.example/1' }
      : { id: 'pay-1', reference, price: 4000, state: 'open' },
  ),
});

const OWN_CLIP = buildClipRecord({
  id: 'own',
  streams: [{ protocol: 'dash', path: 'own/clip/manifest.mpd' }],
  subtitles: [],
  thumbnails: null,
});

let server: ServerFixture;
let outside: Record<'payment' | 'provider' | 'bucket', UnwellServer>;
const lines: { cause?: string }[] = [];
beforeAll(async () => {
  outside = {
    payment: await startUnwellServer(talkHttp(ofPayment)),
    provider: await startUnwellServer(talkHttp(ofProvider, isDescription)),
    bucket: await startUnwellServer(talkHttp(() => ({ headers: 'etag: "1"', body: '0123456789' }))),
  };
  const clock = { now: () => server.clock.now() };
  server = await createServerFixture({
    records: [
      OWN_CLIP,
      ...shopCatalogue(),
      buildTitleRecord(9, { episodes: [buildEpisodeRecord(9, 1, { clip: 'own' })] }),
    ],
    publicUrl: PUBLIC_URL,
    payment: createHttpPayment({ url: `http://${outside.payment.host}`, secrets: ['a-secret'], clock }),
    staffProvider: {
      provider: createOpenIdProvider(
        { issuer: `http://${outside.provider.host}`, scopes: 'openid', clientId: 'bora', clientSecret: 'a-secret' },
        clock,
      ),
      name: '회사',
      roleClaim: 'groups',
      roles: new Map([['owners', 'owner']]),
    },
    mediaStore: createS3Store({
      bucket: 'bora',
      prefix: '',
      endpoint: `http://${outside.bucket.host}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined },
    }),
    logger: { level: 'error', stream: { write: (line: string) => lines.push(JSON.parse(line) as { cause?: string }) } },
  });
});
afterAll(async () => {
  await server.close();
  for (const one of Object.values(outside)) await one.close();
});

/** Limits of calls, which end when a test says so. */
let limits: AbortController[] = [];
beforeEach(() => {
  limits = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    limits.push(controller);
    return controller.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

async function whileIt<T>(one: UnwellServer, mood: Mood, call: () => Promise<T>): Promise<T> {
  one.set(mood);
  const asked = one.nextAsked();
  const answer = call();
  if (mood === 'hangs') {
    await asked;
    for (const limit of limits) limit.abort(new DOMException('timed out', 'TimeoutError'));
  }
  return answer.finally(() => one.set('well'));
}
/** The rows, in an order of their own: a table is on several machines, or was written again. */
const rowsOf = async () =>
  (
    await Promise.all(
      (['orders', 'payments', 'staff', 'staff_sessions'] as const).map(async (table) =>
        (await server.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)),
      ),
    )
  )
    .flat()
    .sort();
/** Each of two servers logs a cause once. */
const linesAbout = (cause: string) => lines.filter((line) => line.cause === cause).length;

async function beginPayment() {
  const viewer = await server.buildViewer({ plan: 'free' });
  const { reply } = await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id: 81 } });
  const path = new URL(reply.checkout_url!).pathname;
  reference = path.replace('/checkout/', '');
  return { viewer, orderId: reply.id, path, phone: createPhone(server.app) };
}

test('a payment that the provider refuses to begin leaves the order, and begins at the next press', async () => {
  const { viewer, orderId, path, phone } = await beginPayment();
  const page = await whileIt(outside.payment, 'refuses', () => phone.open(`${path}/pay`));
  expect([page.statusCode, page.heading]).toEqual([503, '결제사에 연결하지 못했어요']);
  const { reply } = await server.call(endpoints.getOrder, { token: viewer.token, params: { id: orderId } });
  expect(reply.status).toBe('pending');
  expect((await phone.open(`${path}/pay`)).location).toBe('https://pay.example/1');
  expect(linesAbout('beginning payments')).toBe(1);
});

test('support that asks about a payment hears that the provider does not answer, and nothing changes', async () => {
  const { viewer, orderId, path, phone } = await beginPayment();
  await phone.open(`${path}/pay`);
  const members = createMembers(server);
  const support = await members.buildMember('support');
  const check = () => members.call(checkSupportedOrder, support, { params: { id: viewer.accountId, orderId } });
  const before = await rowsOf();
  for (const mood of MOODS) {
    const { error } = await whileIt(outside.payment, mood, check);
    expect([mood, error.code]).toEqual([mood, 'REFUSED']);
  }
  expect(await rowsOf()).toEqual(before);
  expect((await check()).reply).toMatchObject({ status: 'pending', payment: { state: 'open' } });
});

test('a member who comes back from a sign-in provider that fails is not signed in, and may try again', async () => {
  const comeBack = async () => {
    const begun = await server.app.inject(`${PROVIDER_PATHS.begin}?for=sign-in`);
    const state = new URL(String(begun.headers.location)).searchParams.get('state')!;
    const headers = { cookie: begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    const { headers: answered } = await server.app.inject({
      url: `${PROVIDER_PATHS.callback}?code=code&state=${state}`,
      headers,
    });
    return String(answered.location).slice(`${PUBLIC_URL}/console/`.length);
  };
  // Its description is known for an hour.
  await comeBack();
  const before = await rowsOf();
  for (const mood of MOODS)
    expect([mood, await whileIt(outside.provider, mood, comeBack)]).toEqual([mood, '#/oidc/unavailable']);
  expect(await comeBack()).toBe('#/oidc/refused');
  expect(await rowsOf()).toEqual(before);
  expect([1, 2]).toContain(linesAbout('sign-in provider'));
});

test('a piece of a video is OVERLOADED while the bucket fails, never half of one, and there afterwards', async () => {
  const video = await server.openVideo(await server.buildViewer(), 901);
  const base = /\/media\/[^/]+/.exec(video.streams[0]!.url)![0];
  // A file of its own in each mood: sizes are remembered.
  const ask = (name: string) => server.app.inject(`${base}/own/clip/${name}.mp4`);
  for (const [place, mood] of MOODS.filter((one) => one !== 'breaks off').entries()) {
    const { statusCode, headers, body } = await whileIt(outside.bucket, mood, () => ask(`video-${place}`));
    expect([mood, statusCode, headers['retry-after']]).toEqual([mood, 503, '3']);
    expect(JSON.parse(body)).toMatchObject({ code: 'OVERLOADED' });
    const { rawPayload } = await ask(`video-${place}`);
    expect(rawPayload.toString()).toBe('0123456789');
  }
  expect([1, 2]).toContain(linesAbout('media store'));
});
