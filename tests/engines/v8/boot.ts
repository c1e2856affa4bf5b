/*
 * Starts a package in the V8 that runs this file, with jsdom 9.12 as its page, and prints what the viewer reads. Built for
 * Node 6 by tests/support/browser/old-v8.ts, because the sources of the tests are newer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of jsdom 9.12 that is used; it has no types. */
interface Jsdom {
  createVirtualConsole(): {
    on(event: 'jsdomError', handler: (error: { detail?: unknown; stack?: string }) => void): void;
  };
  jsdom(html: string, options: object): Document;
}
type Page = Record<string, unknown> & { HTMLElement: { prototype: HTMLElement } };

const [folder = '', modules = ''] = process.argv.slice(2);
/** Shown when no server answers. */
const LAST_TEXT = '연결을 기다리고 있어요';
const WITHIN_MS = 40_000;

// The engine is given the folder of its packages, and knows no modules of ECMAScript.
// oxlint-disable-next-line typescript/no-require-imports
const { createVirtualConsole, jsdom } = (require as (path: string) => Jsdom)(join(modules, 'node_modules/jsdom'));

/** Chromium 53 has these, and jsdom 9.12 does not. */
function complete(page: Page): void {
  const stored: Record<string, string> = {};
  page['localStorage'] = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  };
  page['matchMedia'] = () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined });
  page['requestAnimationFrame'] = (draw: (now: number) => void) => setTimeout(() => draw(process.uptime() * 1000), 16);
  page['cancelAnimationFrame'] = clearTimeout;
  page['CSS'] = { supports: () => false };
  page['fetch'] = () => Promise.reject(new TypeError('Failed to fetch'));
  page['MutationObserver'] = class {
    readonly notify: (changes: unknown[]) => void;
    constructor(notify: (changes: unknown[]) => void) {
      this.notify = notify;
    }
    // Polyfills use the data of a text node as a queue.
    observe(node: { data?: unknown }) {
      let { data } = node;
      Object.defineProperty(node, 'data', {
        get: () => data,
        set: (next: unknown) => {
          data = next;
          void Promise.resolve().then(() => this.notify([]));
        },
      });
    }
    disconnect() {}
  };
  const attributeOf = (name: PropertyKey) =>
    `data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  Object.defineProperty(page.HTMLElement.prototype, 'dataset', {
    get(this: HTMLElement) {
      return new Proxy(this, {
        get: (element, name) => element.getAttribute(attributeOf(name)) ?? undefined,
        set: (element, name, value) => {
          element.setAttribute(attributeOf(name), String(value));
          return true;
        },
        deleteProperty: (element, name) => {
          element.removeAttribute(attributeOf(name));
          return true;
        },
      });
    },
  });
}

const said: string[] = [];
const virtualConsole = createVirtualConsole();
virtualConsole.on('jsdomError', ({ detail, stack }) =>
  said.push(String((detail as Error | undefined)?.stack ?? stack)),
);
const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(/<link rel="stylesheet"[^>]*>/, '');
const document = jsdom(html, {
  url: `file://${folder}/index.html`,
  virtualConsole,
  features: { FetchExternalResources: ['script'], ProcessExternalResources: ['script'] },
  created: (_error: unknown, page: Page) => complete(page),
});

(function look() {
  // The document has no body before it is parsed.
  const text = (document.body as HTMLElement | null)?.textContent ?? '';
  // No server listens at this address.
  const hasFailed = said.some((line) => !line.includes('ECONNREFUSED'));
  const isLate = process.uptime() * 1000 > WITHIN_MS;
  if (!text.includes(LAST_TEXT) && !hasFailed && !isLate) return void setTimeout(look, 20);
  console.log(JSON.stringify({ v8: process.versions.v8, text: text.trim(), said }));
  process.exit();
})();
