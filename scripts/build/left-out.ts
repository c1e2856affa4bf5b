import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Unused parts of libraries, by the end of their path, and their replacement. */
const LEFT_OUT: readonly (readonly [end: string, instead: string])[] = [
  // The client gives axios an adapter, and options that are flat (src/api/client/client.ts): what axios does for other kinds of
  // callers is replaced by the few lines that are left of it.
  [
    '/axios/lib/axios.js',
    `import Axios from './core/Axios.js';
     import isCancel from './cancel/isCancel.js';
     export default { create: (options) => new Axios(options), isCancel };`,
  ],
  [
    '/axios/lib/core/Axios.js',
    `import dispatchRequest from './dispatchRequest.js';
     export default class Axios {
       constructor(defaults) { this.defaults = defaults; }
       async request(given) {
         const { defaults } = this;
         return dispatchRequest({ ...defaults, ...given, headers: { ...defaults.headers, ...given.headers } });
       }
     }`,
  ],
  ['/axios/lib/adapters/adapters.js', 'export default { getAdapter: (adapter) => adapter };'],
  ['/axios/lib/defaults/index.js', 'export default {};'],
  [
    '/axios/lib/core/AxiosHeaders.js',
    `export default class AxiosHeaders {
       constructor(headers) { Object.assign(this, headers); }
       set(name, value) { this[name] = value; }
       setContentType() {}
       normalize() { return this; }
       toJSON() { return { ...this }; }
       static from(headers) { return headers instanceof AxiosHeaders ? headers : new AxiosHeaders(headers); }
     }`,
  ],
  // Only cancellations are made by axios itself.
  [
    '/axios/lib/core/AxiosError.js',
    `export default class AxiosError extends Error {
       constructor(message, code) {
         super(message);
         this.code = code;
       }
     }
     AxiosError.ERR_CANCELED = 'ERR_CANCELED';`,
  ],
  [
    '/axios/lib/utils.js',
    `export default {
       isFunction: (thing) => typeof thing === 'function',
       getSafeProp: (of, name) => of[name],
       toSafeFlatObject: (of) => ({ ...of }),
       forEach(of, act) {
         [].concat(of).forEach(act);
       },
     };`,
  ],
  // React includes it.
  ['/use-sync-external-store/shim/index.js', "export { useSyncExternalStore } from 'react';"],
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
