import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getItem, listItems } from '#contract/catalogue.ts';
import { createProfile } from '#contract/profiles.ts';
import { getStatus } from '#contract/status.ts';
import { leavingOut } from '../../../scripts/build/left-out.ts';
import type { ApiError } from '#src/api/client/api-error.ts';
import type { Client, ClientOptions } from '#src/api/client/client.ts';

/* The client on the few parts of axios and the one on all of it must send and answer the same. */

type CreateClient = (options: ClientOptions) => Client;

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  timeout: number;
}

/** How the transport ends a call. */
type End = { status: number; text: string; headers?: string } | 'error' | 'timeout' | 'never';

const sent: Sent[] = [];
let end: End = 'never';
let aborted = 0;

class FakeRequest {
  timeout = 0;
  status = 0;
  statusText = '';
  responseText = '';
  onloadend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private readonly headers: Record<string, string> = {};
  private method = '';
  private url = '';
  open(method: string, url: string) {
    [this.method, this.url] = [method, url];
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }
  getAllResponseHeaders() {
    return typeof end === 'object' ? (end.headers ?? '') : '';
  }
  abort() {
    aborted += 1;
  }
  send(body: unknown) {
    sent.push({ method: this.method, url: this.url, headers: this.headers, body, timeout: this.timeout });
    queueMicrotask(() => {
      if (end === 'error') this.onerror?.();
      else if (end === 'timeout') this.ontimeout?.();
      else if (end !== 'never') {
        this.status = end.status;
        this.responseText = end.text;
        this.onloadend?.();
      }
    });
  }
}

let folder = '';
const clients: { name: string; create: CreateClient }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-axios-'));
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  for (const name of ['few', 'all']) {
    const output = (await build({
      configFile: false,
      logLevel: 'error',
      plugins: name === 'few' ? [leavingOut()] : [],
      build: {
        write: false,
        minify: false,
        lib: { entry: join(import.meta.dirname, '../../../src/api/client/client.ts'), formats: ['es'] },
      },
    })) as Rolldown.RolldownOutput[];
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, output[0]!.output[0].code);
    const { createClient } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      createClient: CreateClient;
    };
    clients.push({ name, create: createClient });
  }
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a call on both clients. Returns the requests and the outcome; a failure by the fields that the app reads. */
async function both(ending: End, run: (api: Client) => Promise<unknown>) {
  end = ending;
  const lost: string[] = [];
  const outcomes = [];
  for (const { create } of clients) {
    sent.length = 0;
    lost.length = 0;
    const api = create({
      baseUrl: 'https://api.bora.example',
      token: () => 'secret',
      onSessionLost: (token) => lost.push(token),
      timeoutMs: 12_000,
    });
    const outcome = await run(api).then(
      (answer) => ({ answer }),
      ({ name, code, status, message, retryAfterSeconds }: ApiError) => ({
        failure: { name, code, status, message, retryAfterSeconds },
      }),
    );
    outcomes.push({ outcome, sent: structuredClone(sent), lost: [...lost] });
  }
  expect(outcomes).toHaveLength(2);
  expect(outcomes[0]).toEqual(outcomes[1]);
  return outcomes[0]!;
}

const STATUS = {
  status: 'ok',
  message: '',
  server_time: '2026-11-20T03:00:00Z',
  min_version: { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' },
};
const json = (status: number, body: unknown, headers = 'content-type: application/json\r\n'): End => ({
  status,
  text: JSON.stringify(body),
  headers,
});

test('both clients send no token where none is needed and check the answer', async () => {
  const { outcome, sent } = await both(json(200, STATUS), (api) => api.call(getStatus, {}));
  expect(outcome).toEqual({ answer: STATUS });
  expect(sent).toMatchObject([{ method: 'GET', url: 'https://api.bora.example/api/v1.0/status/', timeout: 12_000 }]);
  expect(sent[0]?.headers).not.toHaveProperty('authorization');
});

test('writes a query with Korean, spaces, punctuation and nothing', async () => {
  const query = {
    genre: '로맨스 코미디 & 드라마: $1, 2+3',
    sorting: 'recent',
    year: undefined,
    limit: '20',
    offset: '0',
  } as const;
  const { sent } = await both(json(200, { count: 0, results: [] }), (api) => api.call(listItems, { query }));
  expect(sent[0]?.headers).toMatchObject({ authorization: 'Token secret' });
  expect(new URL(sent[0]!.url).searchParams.get('genre')).toBe('로맨스 코미디 & 드라마: $1, 2+3');
  expect(sent[0]?.url).not.toContain('year');
});

test('both clients send a body as JSON and the headers of a call', async () => {
  const body = { name: '민수', default_image_id: 1 };
  const { sent } = await both(json(200, {}), (api) =>
    api.call(createProfile, { body }, { headers: { 'x-profile-pin': '1234' }, token: 'other' }),
  );
  expect(sent[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-profile-pin': '1234',
    authorization: 'Token other',
  });
  expect(JSON.parse(String(sent[0]?.body))).toEqual(body);
});

test.each<[string, End]>([
  ['an error of the contract', json(404, { code: 'NOT_FOUND', message: '없어요.' })],
  ['a Retry-After header', json(503, { code: 'OVERLOADED', message: '잠시 후' }, 'Retry-After: 7\r\n')],
  ['an invalid token', json(401, { code: 'TOKEN_INVALID', message: '다시' })],
  ['an error that is not JSON', { status: 502, text: '<html>' }],
  ['an answer that is not JSON', { status: 200, text: '<html>' }],
  ['an answer of another shape', json(200, { nothing: true })],
  ['an end without an answer', { status: 0, text: '' }],
  ['no network', 'error'],
  ['no answer in time', 'timeout'],
])('fails alike with %s', async (_, ending) => {
  const { outcome } = await both(ending, (api) => api.call(getItem, { params: { id: '1' } }));
  expect(outcome).toHaveProperty('failure.code');
});

test('both clients report a token that the server no longer accepts', async () => {
  const { lost } = await both(json(401, { code: 'TOKEN_INVALID', message: '다시' }), (api) =>
    api.call(getItem, { params: { id: '1' } }),
  );
  expect(lost).toEqual(['secret']);
});

test('both clients send the same few headers for a sign-in', async () => {
  const body = { email: 'a@bora.example', password: 'ä ö', device: { platform: 'web' as const } };
  await both(json(401, { code: 'LOGIN_FAILED', message: '틀려요' }), (api) => api.call(login, { body }));
});

test('both clients abort before and during a call', async () => {
  aborted = 0;
  await both('never', (api) => {
    const controller = new AbortController();
    const call = api.call(getStatus, {}, { signal: controller.signal });
    setTimeout(() => controller.abort());
    return call;
  });
  expect(aborted).toBe(2);
  await both('never', (api) => {
    const controller = new AbortController();
    controller.abort();
    return api.call(getStatus, {}, { signal: controller.signal });
  });
});
