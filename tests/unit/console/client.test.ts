import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, keepCsrfToken, onConfirmation, onRoleRefused, onSessionEnd, urlOf } from '#console/lib/client.ts';
import { getServiceHealth, setMaintenance } from '#contract/console/service.ts';
import { consoleSignOut } from '#contract/console/staff.ts';

const fetched = vi.fn<(url: string, init: { headers: Record<string, string> }) => Promise<Response>>();
const done = () => new Response(null, { status: 204 });
const ended = () => Response.json({ code: 'TOKEN_INVALID', message: '다시 로그인해 주세요.' }, { status: 401 });
const headersOf = (index = 0) => fetched.mock.calls[index]![1].headers;

beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(done()));
  vi.stubGlobal('fetch', fetched);
  keepCsrfToken('token-of-the-page');
});
afterEach(() => vi.unstubAllGlobals());

test('a call that the page repeats by itself says so, and no other does', async () => {
  await call(getServiceHealth, {}, { isBackground: true });
  await call(getServiceHealth, {});
  expect(headersOf(0)).toMatchObject({ 'x-background': '1' });
  expect(headersOf(1)).not.toHaveProperty('x-background');
});

test('a writing call carries the token of the page, and a reading one does not', async () => {
  await call(setMaintenance, { body: { message: null } });
  await call(getServiceHealth, {});
  expect(headersOf(0)).toEqual({ 'content-type': 'application/json', 'x-csrf-token': 'token-of-the-page' });
  expect(headersOf(1)).toEqual({});
});

test('a call whose session has ended is repeated once after the next sign-in, with the new token', async () => {
  fetched.mockImplementationOnce(() => Promise.resolve(ended()));
  const renew = vi.fn(() => Promise.resolve(keepCsrfToken('next-token')));
  onSessionEnd(renew);
  await call(consoleSignOut, {});
  expect([renew.mock.calls.length, headersOf(0)['x-csrf-token'], headersOf(1)['x-csrf-token']]).toEqual([
    ...[1, 'token-of-the-page', 'next-token'],
  ]);

  fetched.mockImplementation(() => Promise.resolve(ended()));
  await expect(call(consoleSignOut, {})).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  expect([renew.mock.calls.length, fetched.mock.calls.length]).toEqual([2, 4]);
  await expect(call(consoleSignOut, {}, { isSilent: true })).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  expect([renew.mock.calls.length, fetched.mock.calls.length]).toEqual([2, 5]);
});

test('a call that needs a new code is repeated once after it was given, and fails when it was not', async () => {
  const unconfirmed = () =>
    Response.json({ code: 'CONFIRMATION_REQUIRED', message: '확인해 주세요.' }, { status: 403 });
  fetched.mockImplementationOnce(() => Promise.resolve(unconfirmed()));
  const confirm = vi.fn(() => Promise.resolve(true));
  onConfirmation(confirm);
  await call(consoleSignOut, {});
  expect([confirm.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 2]);

  fetched.mockImplementation(() => Promise.resolve(unconfirmed()));
  confirm.mockResolvedValueOnce(false);
  await expect(call(consoleSignOut, {})).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  expect(fetched.mock.calls.length).toBe(3);
});

test('a call that the role does not allow fails, and says so to the page', async () => {
  const refused = () => Response.json({ code: 'ROLE_REQUIRED', message: '역할이 아니에요.' }, { status: 403 });
  fetched.mockImplementation(() => Promise.resolve(refused()));
  const tell = vi.fn();
  onRoleRefused(tell);
  await expect(call(consoleSignOut, {})).rejects.toMatchObject({ code: 'ROLE_REQUIRED' });
  expect([tell.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 1]);
  await expect(call(consoleSignOut, {}, { isSilent: true })).rejects.toMatchObject({ code: 'ROLE_REQUIRED' });
  expect(tell.mock.calls.length).toBe(1);
});

test('a file is sent again with the call that is repeated', async () => {
  fetched.mockImplementationOnce(() => Promise.resolve(ended()));
  onSessionEnd(() => Promise.resolve());
  const file = new Blob(['picture'], { type: 'image/png' });
  await call(consoleSignOut, {}, { file });
  expect(fetched.mock.calls.map(([, init]) => (init as { body?: unknown }).body)).toEqual([file, file]);
  expect(headersOf(1)['content-type']).toBe('image/png');
});

test('a call that the server does not answer, or not as the contract says, says that the server is away', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(consoleSignOut, {})).rejects.toMatchObject({ code: 'AWAY' });
  fetched.mockImplementationOnce(() => Promise.resolve(new Response('<html>', { status: 502 })));
  await expect(call(consoleSignOut, {})).rejects.toMatchObject({ code: 'AWAY' });
});

test('an address has its parameters escaped, and no empty part of the query', () => {
  expect(
    urlOf({ ...getServiceHealth, path: '/a/:id/' }, { params: { id: 'x/y' }, query: { q: '여우', none: '' } }),
  ).toBe('/a/x%2Fy/?q=%EC%97%AC%EC%9A%B0');
});

test('a call that is not answered in time ends, and one with a file may take longer', async () => {
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init as { signal?: AbortSignal };
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const limits: [ms: number, limit: AbortController][] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    limits.push([ms, limit]);
    return limit.signal;
  });
  const calls = [
    call(getServiceHealth, {}),
    call(getServiceHealth, {}, { signal: new AbortController().signal }),
    call(consoleSignOut, {}, { file: new Blob(['picture'], { type: 'image/png' }) }),
  ];
  limits.forEach(([, limit]) => limit.abort());
  for (const unanswered of calls) await expect(unanswered).rejects.toMatchObject({ code: 'AWAY' });
  // What writes may have been done: a refund that is repeated blindly would be a second one.
  await expect(calls[0]).rejects.not.toThrow('이미 처리됐을 수 있으니');
  await expect(calls[2]).rejects.toThrow('이미 처리됐을 수 있으니');
  const [plain, , withFile] = limits.map(([ms]) => ms);
  expect(withFile).toBeGreaterThan(plain!);
  vi.restoreAllMocks();
});
