import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AxiosHeaders, type InternalAxiosRequestConfig } from 'axios';
import { xhrAdapter } from '#src/api/client/xhr-adapter.ts';

/* Which answer or error a caller of the API gets, by the way in which the browser's request ends. */

const EVENTS = ['ontimeout', 'onerror', 'onabort', 'onloadend'] as const;
interface FakeRequest extends Record<(typeof EVENTS)[number], () => void> {
  status: number;
  abort(): void;
}
let request: FakeRequest;
beforeEach(() =>
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0;
      statusText = '';
      responseText = '';
      constructor() {
        request = this as unknown as FakeRequest;
      }
      open() {}
      send() {}
      setRequestHeader() {}
      getAllResponseHeaders() {
        return 'content-type: text/plain\r\n';
      }
      abort() {
        request.onabort();
        request.onloadend();
      }
    },
  ),
);
afterEach(() => void vi.unstubAllGlobals());

function send(signal?: AbortSignal) {
  const config = { baseURL: 'http://127.0.0.1', url: '/x', headers: new AxiosHeaders(), signal };
  return xhrAdapter(config as unknown as InternalAxiosRequestConfig);
}

test.each([
  ['by its timeout', 'ETIMEDOUT', () => request.ontimeout()],
  ['in a network that fails', 'ERR_NETWORK', () => request.onerror()],
  ['because somebody stopped it', 'ERR_NETWORK', () => request.abort()],
  ['without a status', 'ERR_NETWORK', () => undefined],
])('a request that ends %s fails with %s, and waits for its signal no more', async (_how, code, end) => {
  const stop = new AbortController();
  const [added, removed] = ['addEventListener', 'removeEventListener'].map((name) =>
    vi.spyOn(stop.signal, name as 'addEventListener'),
  );
  const answer = send(stop.signal);
  end();
  request.onloadend();
  await expect(answer).rejects.toMatchObject({ code });
  expect(removed!.mock.calls[0]).toEqual(added!.mock.calls[0]);
});

test('any status is an answer, and nothing waits for its signal any more', async () => {
  const stop = new AbortController();
  const removed = vi.spyOn(stop.signal, 'removeEventListener');
  const answer = send(stop.signal);
  request.status = 503;
  request.onloadend();
  await expect(answer).resolves.toMatchObject({ status: 503, headers: { 'content-type': 'text/plain' } });
  expect(removed).toHaveBeenCalledOnce();
});

test('a call that is cancelled stops its request', async () => {
  const stop = new AbortController();
  const answer = send(stop.signal);
  const abort = vi.spyOn(request, 'abort');
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: 'ERR_NETWORK' });
  expect(abort).toHaveBeenCalledOnce();
});
