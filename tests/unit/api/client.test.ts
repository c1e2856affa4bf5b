import { AxiosError, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { describe, expect, test, vi } from 'vitest';
import { logout } from '#contract/accounts.ts';
import { getProfileToken } from '#contract/profiles.ts';
import { getStatus } from '#contract/status.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { createClient } from '#src/api/client/client.ts';
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
    const response = { status, data, headers, statusText: '', config } as AxiosResponse;
    return status < 400
      ? Promise.resolve(response)
      : Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response));
  };
  return { adapter, sent };
}

const silence =
  (code: string): AxiosAdapter =>
  (config) =>
    Promise.reject(new AxiosError('silence', code, config));

const connect = (adapter: AxiosAdapter, options: { token?: string | null; timeoutMs?: number } = {}) => {
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
  ])('after %s has a Korean sentence of the app', async (_what, adapter, code) => {
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
