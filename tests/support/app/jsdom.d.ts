/** The part of jsdom that the tests use; the package has no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly runScripts?: 'outside-only'; readonly url?: string });
    readonly window: Window & Pick<typeof globalThis, 'Event'> & { eval(script: string): void };
  }
}
