import { AxiosError, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { describe, expect, test, vi } from 'vitest';
import { logout } from '#contract/accounts.ts';
import { getProfileToken } from '#contract/profiles.ts';
import { getStatus } from '#contract/status.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { createClient, type ClientOptions } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { buildProfile } from '#tests/support/build.ts';

const STATUS = {
  status: 'ok',
  message: '',
  server_time: '2026-11-20T12:00:00Z',
  min_version: { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' },
};

/** A transport that gives every call the same answer and records the calls. */
function answer(status: number, data: unknown, headers: Record<string, string> = {}) {
  const sent: InternalAxiosRequestConfig[] = [];
  const adapter: AxiosAdapter = (config) => {
    sent.push(config);
    return Promise.resolve({ status, data, headers, statusText: '', config } satisfies AxiosResponse);
  };
  return { adapter, sent };
}

const silence =
  (code: string): AxiosAdapter =>
  (config) =>
    Promise.reject(new AxiosError('silence', code, config));

const connect = (
  adapter: AxiosAdapter,
  options: { token?: string | null; timeoutMs?: number; clock?: ClientOptions['clock'] & {} } = {},
) => {
  const { token = 'token-1', ...others } = options;
  const onSessionLost = vi.fn();
  const api = createClient({ baseUrl: 'http://server', token: () => token, onSessionLost, adapter, ...others });
  return { api, onSessionLost };
};

describe('a call', () => {
  test('fills the path, sends the token and parses the answer', async () => {
    const { adapter, sent } = answer(200, { token: 'new', profile: buildProfile() });
    const { api } = connect(adapter);
    const reply = await api.call(getProfileToken, { params: { id: 'a b' } }, { headers: { 'x-profile-pin': '1234' } });
    expect(reply.token).toBe('new');
    expect(sent[0]?.url).toBe('/api/profiles/v1/a%20b/token/');
    expect(sent[0]?.headers.get('Authorization')).toBe('Token token-1');
    expect(sent[0]?.headers.get('x-profile-pin')).toBe('1234');
  });

  test('sends no token where the endpoint needs none', async () => {
    const { adapter, sent } = answer(200, STATUS);
    await connect(adapter).api.call(getStatus, {});
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
  });

  test("sends a given token instead of the session's", async () => {
    const { adapter, sent } = answer(204, '');
    await connect(adapter).api.call(logout, {}, { token: 'other' });
    expect(sent[0]?.headers.get('Authorization')).toBe('Token other');
  });
});

describe('the timeout of a call', () => {
  test.each([
    ['is off by default', {}, 0],
    ['is the given one', { timeoutMs: 12_000 }, 12_000],
  ])('%s', async (_what, options, expected) => {
    const { adapter, sent } = answer(200, STATUS);
    await connect(adapter, options).api.call(getStatus, {});
    expect(sent[0]?.timeout).toBe(expected);
  });
});

describe('a failed call', () => {
  test('has the code, the sentence and the fields of the answer', async () => {
    const { adapter } = answer(400, {
      code: 'VALIDATION_FAILED',
      message: '다시 확인해 주세요.',
      fields: { email: ['INVALID'] },
    });
    await expect(connect(adapter).api.call(getStatus, {})).rejects.toMatchObject({
      name: 'ApiError',
      code: 'VALIDATION_FAILED',
      status: 400,
      message: '다시 확인해 주세요.',
      fields: { email: ['INVALID'] },
    });
  });

  test('has the time to wait before a retry', async () => {
    const { adapter } = answer(429, { code: 'TOO_MANY_REQUESTS', message: '잠시만요.' }, { 'retry-after': '30' });
    await expect(connect(adapter).api.call(getStatus, {})).rejects.toMatchObject({ retryAfterSeconds: 30 });
  });

  test.each([
    ['no connection', silence('ERR_NETWORK'), 'NETWORK'],
    ['a timeout', silence('ECONNABORTED'), 'TIMEOUT'],
    ['a page of another server', answer(502, '<html>').adapter, 'UNREADABLE'],
    ['an answer of another shape', answer(200, { status: 'fine' }).adapter, 'UNREADABLE'],
  ])('a call that failed after %s has a Korean sentence of the app', async (_what, adapter, code) => {
    const failure = await connect(adapter)
      .api.call(getStatus, {})
      .then(
        () => null,
        (error: unknown) => error as { code: string; message: string },
      );
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(/[가-힣]/);
  });

  test('reports the lost session with the token that was sent', async () => {
    const { adapter } = answer(401, { code: 'TOKEN_INVALID', message: '로그인이 필요해요.' });
    const { api, onSessionLost } = connect(adapter, { token: 'old-token' });
    const report = { total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: false };
    await expect(api.call(updatePlayLog, { params: { id: 'x' }, body: report })).rejects.toMatchObject({ status: 401 });
    expect(onSessionLost).toHaveBeenCalledExactlyOnceWith('old-token');
  });

  test('reports no lost session for a failed sign-in', async () => {
    const { adapter } = answer(401, { code: 'LOGIN_FAILED', message: '맞지 않아요.' });
    const { api, onSessionLost } = connect(adapter);
    await expect(api.call(getStatus, {})).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  test('keeps the reason of a cancellation by the caller', async () => {
    const aborted = new AbortController();
    const waiting: AxiosAdapter = (config) =>
      new Promise((_resolve, reject) => {
        config.signal?.addEventListener?.('abort', () => reject(new AxiosError('gone', 'ERR_CANCELED', config)));
      });
    const call = connect(waiting).api.call(getStatus, {}, { signal: aborted.signal });
    aborted.abort();
    await expect(call).rejects.not.toHaveProperty('name', 'ApiError');
  });
});

describe('a wait that an answer asks for', () => {
  const after = (value: string) => ({ 'retry-after': value, date: 'Fri, 20 Nov 2026 12:00:00 GMT' });
  test.each([
    [429, '<html>slow down</html>', after('7'), 'TOO_MANY_REQUESTS', 7],
    [429, '', {}, 'TOO_MANY_REQUESTS', null],
    [429, '', after('Fri, 20 Nov 2026 11:00:00 GMT'), 'TOO_MANY_REQUESTS', null],
    [503, '<html>busy</html>', after('20'), 'UNREADABLE', 20],
    [503, '', after('soon'), 'UNREADABLE', null],
    [503, '', after('-1'), 'UNREADABLE', null],
    [429, { code: 'TOO_MANY_REQUESTS', message: '많아요.' }, after('3'), 'TOO_MANY_REQUESTS', 3],
  ] as const)('%d %j %j is %s after %d', async (status, body, headers, code, seconds) => {
    const { api } = connect(answer(status, body, { ...headers }).adapter);
    const failure = await api.call(getStatus, {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, retryAfterSeconds: seconds, message: expect.stringMatching(/[가-힣]/) });
  });

  test('is heeded by the retries of a query; a long one ends them', async () => {
    vi.useFakeTimers();
    try {
      const atMs = async (seconds: number) => {
        const client = createQueryClient();
        const calls: number[] = [];
        const startMs = Date.now();
        const failure = client
          .fetchQuery({
            queryKey: ['test'],
            retry: client.getDefaultOptions().queries?.retry ?? false,
            queryFn() {
              calls.push(Date.now() - startMs);
              throw new ApiError({ code: 'TOO_MANY_REQUESTS', message: '', status: 429, retryAfterSeconds: seconds });
            },
          })
          .catch(() => undefined);
        await vi.advanceTimersByTimeAsync(60_000);
        await failure;
        return calls;
      };
      expect(await atMs(7)).toEqual([0, 7_000, 14_000]);
      expect(await atMs(600)).toEqual([0]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the date of an answer', () => {
  const clock = () => ({ now: () => 5, heard: vi.fn() });
  const DATE = { date: 'Fri, 20 Nov 2026 12:00:00 GMT' };

  test('sets the clock, with the instant of the call', async () => {
    const heard = clock();
    await connect(answer(204, '', DATE).adapter, { clock: heard }).api.call(logout, {});
    expect(heard.heard.mock.calls).toEqual([[DATE.date, 5]]);
  });

  test('the date of a page that is not an answer sets nothing', async () => {
    const heard = clock();
    const { api } = connect(answer(200, '<html>', DATE).adapter, { clock: heard });
    await expect(api.call(getProfileToken, { params: { id: '1' } })).rejects.toMatchObject({ code: 'UNREADABLE' });
    expect(heard.heard).not.toHaveBeenCalled();
  });
});
