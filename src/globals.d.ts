/** Version of the app, from package.json at build time. */
declare const __APP_VERSION__: string;
/** Changes with the contract of home's rows. */
declare const __HOME_CONTRACT__: string;

interface ImportMetaEnv {
  /** Address of the server, when it does not also serve the page. */
  readonly VITE_API_URL?: string;
}

declare module 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
declare module 'core-js/modules/*';
