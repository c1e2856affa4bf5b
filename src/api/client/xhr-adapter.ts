import type { AxiosAdapter } from 'axios';

/** No answer came. The codes are axios' own, as the adapters of tests use them. */
class NoAnswer extends Error {
  readonly code: 'ETIMEDOUT' | 'ERR_NETWORK';

  constructor(code: NoAnswer['code']) {
    super(code);
    this.code = code;
  }
}

/** @param query flat; names without a value are left out. */
const withQuery = (url: string, query: Readonly<Record<string, unknown>> = {}): string => {
  const pairs = Object.keys(query)
    .filter((name) => query[name] !== undefined)
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(String(query[name]))}`);
  return pairs.length > 0 ? `${url}?${pairs.join('&')}` : url;
};

/** @returns the headers by their names in lower case. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const end = line.indexOf(':');
    if (end > 0) headers[line.slice(0, end).trim().toLowerCase()] = line.slice(end + 1).trim();
  }
  return headers;
}

/**
 * The app's transport for axios. Every engine has XMLHttpRequest. axios' own adapter also supports uploads, progress and cookies
 * for cross-site protection, for which the first script has no room (decision 079).
 *
 * @returns the answer with any status, its body as text. @throws NoAnswer
 */
export const xhrAdapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const signal = config.signal;
    const fail = (code: NoAnswer['code']) => () => {
      signal?.removeEventListener?.('abort', abort);
      reject(new NoAnswer(code));
    };
    // axios turns the failure of a call that its caller cancelled into a cancellation.
    const abort = () => {
      fail('ERR_NETWORK')();
      request.abort();
    };
    request.open(
      (config.method ?? 'get').toUpperCase(),
      withQuery(`${config.baseURL}${config.url}`, config.params),
      true,
    );
    request.timeout = config.timeout ?? 0;
    request.ontimeout = fail('ETIMEDOUT');
    request.onerror = fail('ERR_NETWORK');
    request.onabort = fail('ERR_NETWORK');
    request.onloadend = () => {
      const { status, statusText, responseText } = request;
      if (status === 0) return fail('ERR_NETWORK')();
      signal?.removeEventListener?.('abort', abort);
      resolve({
        data: responseText,
        status,
        statusText,
        headers: readHeaders(request.getAllResponseHeaders()),
        config,
      });
    };
    signal?.addEventListener?.('abort', abort);
    const headers = config.headers.toJSON();
    for (const name of Object.keys(headers)) request.setRequestHeader(name, String(headers[name]));
    request.send(config.data as string | undefined);
  });
