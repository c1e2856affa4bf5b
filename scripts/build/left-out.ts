import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Unused parts of libraries, by the end of their path, and their replacement. */
const LEFT_OUT: readonly (readonly [end: string, instead: string])[] = [
  // Calls use XMLHttpRequest, which every engine has.
  ['/axios/lib/adapters/fetch.js', 'export const getFetch = undefined;'],
  // The contract has its own error codes.
  ['/axios/lib/helpers/HttpStatusCode.js', 'export default {};'],
  // Calls are cancelled with an AbortSignal.
  ['/axios/lib/cancel/CancelToken.js', 'export default undefined;'],
  ['/axios/lib/helpers/spread.js', 'export default undefined;'],
  // Bodies are JSON, and queries are flat.
  ['/axios/lib/helpers/formDataToJSON.js', 'export default undefined;'],
  ['/axios/lib/helpers/toURLEncodedForm.js', 'export default undefined;'],
  ['/axios/lib/core/setFormDataHeaders.js', 'export default undefined;'],
  [
    '/axios/lib/helpers/buildURL.js',
    `const encode = (text) => encodeURIComponent(text).replace(/%(3A|24|2C|20)/g, (escape) =>
       escape === '%20' ? '+' : decodeURIComponent(escape));
     export default (url, query) => {
       const pairs = Object.keys(query || {})
         .filter((name) => query[name] != null)
         .map((name) => encode(name) + '=' + encode(query[name]));
       return pairs.length ? url + '?' + pairs.join('&') : url;
     };`,
  ],
  // A header that came twice: the app reads none of those.
  [
    '/axios/lib/helpers/parseHeaders.js',
    `export default (text) => {
       const parsed = Object.create(null);
       for (const line of (text || '').split('\\n')) {
         const end = line.indexOf(':');
         if (end > 0) parsed[line.slice(0, end).trim().toLowerCase()] = line.slice(end + 1).trim();
       }
       return parsed;
     };`,
  ],
  ['/axios/lib/core/assertParamsAcyclic.js', 'export default () => undefined;'],
  // Answers are text over https. Calls are authenticated by a token in a header, so no cookie must be protected from
  // foreign pages, and nobody watches progress.
  [
    '/axios/lib/adapters/xhr.js',
    `import settle from '../core/settle.js';
     import AxiosError from '../core/AxiosError.js';
     import CanceledError from '../cancel/CanceledError.js';
     import AxiosHeaders from '../core/AxiosHeaders.js';
     import resolveConfig from '../helpers/resolveConfig.js';
     import { toByteStringHeaderObject } from '../helpers/sanitizeHeaderValue.js';
     export default (given) => new Promise((resolve, reject) => {
       const { url, method, timeout, data, signal, headers } = resolveConfig(given);
       const request = new XMLHttpRequest();
       let isOver = false;
       const end = (act) => {
         if (isOver) return;
         isOver = true;
         signal && signal.removeEventListener('abort', cancel);
         act();
       };
       const fail = (message, code) => end(() => reject(new AxiosError(message, code, given, request)));
       const cancel = () => end(() => {
         reject(new CanceledError(null, given, request));
         request.abort();
       });
       request.open(method.toUpperCase(), url, true);
       request.timeout = timeout;
       request.onabort = () => fail('Request aborted', AxiosError.ECONNABORTED);
       request.onerror = () => fail('Network Error', AxiosError.ERR_NETWORK);
       request.ontimeout = () => fail('timeout of ' + timeout + 'ms exceeded', AxiosError.ECONNABORTED);
       request.onloadend = () => {
         const { status, statusText, responseText } = request;
         if (status === 0) return fail('Request aborted', AxiosError.ECONNABORTED);
         const answered = AxiosHeaders.from(request.getAllResponseHeaders());
         end(() => settle(resolve, reject, { data: responseText, status, statusText, headers: answered, config: given, request }));
       };
       if (signal) signal.addEventListener('abort', cancel);
       const sent = toByteStringHeaderObject(headers);
       for (const name of Object.keys(sent)) request.setRequestHeader(name, sent[name]);
       request.send(data || null);
     });`,
  ],
  [
    '/axios/lib/axios.js',
    `import Axios from './core/Axios.js';
     import mergeConfig from './core/mergeConfig.js';
     import defaults from './defaults/index.js';
     import isCancel from './cancel/isCancel.js';
     import isAxiosError from './helpers/isAxiosError.js';
     export default { create: (given) => new Axios(mergeConfig(defaults, given)), isCancel, isAxiosError };`,
  ],
  // The client has no interceptors, and errors keep their own stacks.
  [
    '/axios/lib/core/Axios.js',
    `import AxiosHeaders from './AxiosHeaders.js';
     import dispatchRequest from './dispatchRequest.js';
     import mergeConfig from './mergeConfig.js';
     export default class Axios {
       constructor(defaults) { this.defaults = defaults; }
       async request(given) {
         const config = mergeConfig(this.defaults, given);
         config.method = (config.method || 'get').toLowerCase();
         config.headers = AxiosHeaders.concat(this.defaults.headers, given.headers);
         return dispatchRequest(config);
       }
     }`,
  ],
  // Options are flat, and a call's options override the client's.
  ['/axios/lib/core/mergeConfig.js', 'export default (defaults, given) => ({ ...defaults, ...given });'],
  [
    '/axios/lib/helpers/resolveConfig.js',
    `import buildURL from './buildURL.js';
     export default (config) => ({ ...config, url: buildURL((config.baseURL || '') + config.url, config.params) });`,
  ],
  // Bodies and answers are JSON.
  [
    '/axios/lib/defaults/index.js',
    `export default {
       adapter: ['xhr'],
       headers: { Accept: 'application/json, text/plain, */*' },
       transformRequest: [(data, headers) => {
         if (data === undefined) return data;
         headers.set('Content-Type', 'application/json');
         return JSON.stringify(data);
       }],
       transformResponse: [(data) => {
         if (typeof data !== 'string' || data === '') return data;
         try { return JSON.parse(data); } catch { return data; }
       }],
       validateStatus: (status) => status >= 200 && status < 300,
     };`,
  ],
  // Request headers keep the client's spelling; response headers are lower case.
  [
    '/axios/lib/core/AxiosHeaders.js',
    `import parseHeaders from '../helpers/parseHeaders.js';
     export default class AxiosHeaders {
       constructor(headers) { this.set(headers); }
       set(headers, value) {
         if (typeof headers !== 'string') Object.assign(this, headers);
         else if (value !== undefined) this[headers] = value;
         else Object.assign(this, parseHeaders(headers));
       }
       setContentType() {}
       normalize() { return this; }
       toJSON() { return { ...this }; }
       static from(headers) { return headers instanceof AxiosHeaders ? headers : new AxiosHeaders(headers); }
       static concat(...all) { return new AxiosHeaders(Object.assign({}, ...all)); }
     }`,
  ],
  [
    '/axios/lib/helpers/sanitizeHeaderValue.js',
    `export const toByteStringHeaderObject = (headers) => {
       const kept = {};
       for (const name of Object.keys(headers)) if (headers[name] != null) kept[name] = headers[name];
       return kept;
     };`,
  ],
  [
    '/axios/lib/core/AxiosError.js',
    `export default class AxiosError extends Error {
       constructor(message, code, config, request, response) {
         super(message);
         Object.assign(this, { name: 'AxiosError', isAxiosError: true, code, config, request, response });
         if (response) this.status = response.status;
       }
     }
     for (const code of ['ECONNABORTED', 'ETIMEDOUT', 'ERR_NETWORK', 'ERR_BAD_RESPONSE', 'ERR_BAD_REQUEST', 'ERR_CANCELED'])
       AxiosError[code] = code;`,
  ],
  [
    '/axios/lib/adapters/adapters.js',
    `import xhr from './xhr.js';
     export default { getAdapter: (adapter) => (typeof adapter === 'function' ? adapter : xhr) };`,
  ],
  // The parts above were its main callers.
  [
    '/axios/lib/utils.js',
    `const isFunction = (thing) => typeof thing === 'function';
     export default {
       isFunction,
       isUndefined: (thing) => thing === undefined,
       isObject: (thing) => thing !== null && typeof thing === 'object',
       isURLSearchParams: () => false,
       isHTMLForm: () => false,
       getSafeProp: (of, name) => of?.[name],
       hasOwnProp: (of, name) => Object.prototype.hasOwnProperty.call(of, name),
       toSafeFlatObject: (of) => ({ ...of }),
       toObjectSet: (names) => Object.fromEntries(names.map((name) => [name, true])),
       forEach(of, act) {
         for (const name of Object.keys(of)) act(of[name], name, of);
       },
       extend(to, from, context) {
         for (const name of Object.getOwnPropertyNames(from)) {
           const value = from[name];
           to[name] = context && isFunction(value) ? value.bind(context) : value;
         }
         return to;
       },
     };`,
  ],
  // React includes it.
  ['/use-sync-external-store/shim/index.js', "export { useSyncExternalStore } from 'react';"],
  // TypeScript checks the options.
  [
    '/axios/lib/helpers/validator.js',
    `const any = () => undefined;
     export default { assertOptions: any, validators: { transitional: any, spelling: any } };`,
  ],
];

/** Replaces unused library code, so that the television does not parse it. */
export const leavingOut = (): Plugin => ({
  name: 'bora:leaving-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'lodash-es' && importer?.includes('norigin-spatial-navigation-core')
      ? join(import.meta.dirname, 'few-of-lodash.ts')
      : undefined,
  load: (id) => LEFT_OUT.find(([end]) => id.split('?')[0]?.endsWith(end))?.[1],
});
