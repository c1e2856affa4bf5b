import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Parts of libraries that the app never reaches, by the end of their path: what stands in their place. */
const LEFT_OUT: readonly (readonly [end: string, instead: string])[] = [
  // Calls go by XMLHttpRequest, which every engine has.
  ['/axios/lib/adapters/fetch.js', 'export const getFetch = undefined;'],
  ['/axios/lib/helpers/progressEventReducer.js', 'export const progressEventReducer = undefined;'],
  // The contract has its own error codes.
  ['/axios/lib/helpers/HttpStatusCode.js', 'export default {};'],
  // Calls are cancelled by a signal.
  ['/axios/lib/cancel/CancelToken.js', 'export default undefined;'],
  ['/axios/lib/helpers/spread.js', 'export default undefined;'],
  // Bodies are JSON, and queries are flat.
  ['/axios/lib/helpers/formDataToJSON.js', 'export default undefined;'],
  ['/axios/lib/helpers/toURLEncodedForm.js', 'export default undefined;'],
  ['/axios/lib/core/setFormDataHeaders.js', 'export default undefined;'],
  [
    '/axios/lib/helpers/toFormData.js',
    `export default (query, pairs) => {
       for (const name of Object.keys(query)) if (query[name] != null) pairs.append(name, query[name]);
     };`,
  ],
  ['/axios/lib/core/assertParamsAcyclic.js', 'export default () => undefined;'],
  // A token in a header proves who calls; there is no cookie that a foreign page could use.
  ['/axios/lib/helpers/cookies.js', 'export default { read: () => null, readAsync: () => Promise.resolve(null) };'],
  // React has it.
  ['/use-sync-external-store/shim/index.js', "export { useSyncExternalStore } from 'react';"],
  // Types say what an option is.
  [
    '/axios/lib/helpers/validator.js',
    `const any = () => undefined;
     export default { assertOptions: any, validators: { transitional: any, spelling: any } };`,
  ],
];

/** Spares the television what it would parse for nothing. */
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
