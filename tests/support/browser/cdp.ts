import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import CDP from 'chrome-remote-interface';
import { BROWSER_ARGS, type BrowserChoice } from './browser.ts';

/*
 * One page of any Chromium from 64 on, driven by the DevTools protocol: Playwright does not support the old ones.
 */

const CALL_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 90_000;
const POLL_MS = 25;

export interface CdpOptions {
  /** Page size in px. Default: 1920 by 1080. */
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the panel per px of the page. Default: 1. */
  readonly scale?: number;
  readonly args?: readonly string[];
}

export interface CdpPage {
  readonly client: CDP.Client;
  /** Process id of the browser. */
  readonly pid: number;
  /** Console errors and uncaught exceptions of the page. */
  readonly said: readonly string[];
  /** Navigates and waits for the load event. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression and awaits a promise. The result must be JSON: text, numbers, plain objects. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. @throws Error that names the expression after the timeout. */
  until(expression: string, withinMs?: number): Promise<void>;
  /** Sends a remote key by its code; `isRepeat` for a held key. */
  keyDown(keyCode: number, isRepeat?: boolean): Promise<void>;
  keyUp(keyCode: number): Promise<void>;
  press(...keyCodes: number[]): Promise<void>;
  /** Types characters on a hardware keyboard. */
  type(text: string): Promise<void>;
  /** Adds a script that runs before the page's own, from the next `goto` on. */
  addStartScript(source: string): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Slows the CPU down by this factor. */
  throttle(factor: number): Promise<void>;
  close(): Promise<void>;
}

/** Rejects after `ms`: a busy page may never answer. */
export async function within<T>(promise: Promise<T>, what: string, ms = CALL_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const debuggingPort = (browser: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    let text = '';
    browser.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    browser.once('error', reject);
    browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}: ${text.slice(-500)}`)));
  });

/**
 * Retries, because some engines announce their port before they listen, and listen before they have a page. On a busy
 * machine Chromium 64 refuses connections for seconds.
 */
async function firstPage(port: number): Promise<CDP.Target> {
  const end = Date.now() + START_TIMEOUT_MS;
  let trouble: unknown;
  while (Date.now() < end) {
    const targets = await within(CDP.List({ port }), 'listing pages').catch((error: unknown) => {
      trouble = error;
      return [];
    });
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('the browser has no page', { cause: trouble });
}

/** Starts an engine with one blank page. */
export async function launchPage(choice: BrowserChoice, options: CdpOptions = {}): Promise<CdpPage> {
  const { width = 1920, height = 1080, scale = 1, args = [] } = options;
  const profile = await mkdtemp(join(tmpdir(), 'bora-engine-'));
  const browser = spawn(
    choice.executablePath,
    [
      '--headless',
      '--no-zygote',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--lang=ko-KR',
      `--window-size=${width},${height}`,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...BROWSER_ARGS,
      ...args,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...choice.env } },
  );
  const end = async () => {
    const ended = new Promise((resolve) => browser.once('exit', resolve));
    if (browser.exitCode === null && browser.signalCode === null && browser.pid !== undefined) {
      process.kill(-browser.pid, 'SIGKILL');
      await ended;
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const port = await within(debuggingPort(browser), 'starting the browser', START_TIMEOUT_MS);
    const target = await firstPage(port);
    const client = await within(CDP({ port, target, local: true }), 'connecting to the page');
    return await createPage(client, browser.pid ?? 0, { width, height, scale }, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function createPage(
  client: CDP.Client,
  pid: number,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
  end: () => Promise<void>,
): Promise<CdpPage> {
  const { Page, Runtime, Input, Emulation, Performance } = client;
  const said: string[] = [];
  Runtime.exceptionThrown(({ exceptionDetails: { text, exception } }) => {
    said.push(exception?.description ?? text);
  });
  Runtime.consoleAPICalled(({ type, args }) => {
    if (type === 'error') said.push(args.map(({ value, description }) => String(value ?? description)).join(' '));
  });
  await within(Promise.all([Page.enable(), Runtime.enable(), Performance.enable({})]), 'enabling the page');
  await Emulation.setDeviceMetricsOverride({ width, height, deviceScaleFactor: scale, mobile: false });

  const page: CdpPage = {
    client,
    pid,
    said,
    async goto(url) {
      const loaded = Page.loadEventFired();
      await within(Page.navigate({ url }), `going to ${url}`);
      await within(loaded, `loading ${url}`, START_TIMEOUT_MS);
    },
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await within(
        Runtime.evaluate({ expression, returnByValue: true, awaitPromise: true }),
        expression.slice(0, 80),
      );
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T;
    },
    async until(expression, withinMs = CALL_TIMEOUT_MS) {
      const end = Date.now() + withinMs;
      while (!(await page.evaluate<boolean>(`!!(${expression})`))) {
        if (Date.now() > end) throw new Error(`not true within ${withinMs} ms: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    keyDown: (keyCode, isRepeat = false) =>
      within(
        Input.dispatchKeyEvent({ type: 'rawKeyDown', windowsVirtualKeyCode: keyCode, autoRepeat: isRepeat }),
        `key ${keyCode}`,
      ),
    keyUp: (keyCode) =>
      within(Input.dispatchKeyEvent({ type: 'keyUp', windowsVirtualKeyCode: keyCode }), `key ${keyCode}`),
    async press(...keyCodes) {
      // Sent together: on a busy machine, a key that waits for the answer to its keydown would be held.
      for (const keyCode of keyCodes) await Promise.all([page.keyDown(keyCode), page.keyUp(keyCode)]);
    },
    async type(text) {
      for (const key of Array.from(text)) {
        await within(Input.dispatchKeyEvent({ type: 'keyDown', key, text: key }), `typing ${key}`);
        await within(Input.dispatchKeyEvent({ type: 'keyUp', key }), `typing ${key}`);
      }
    },
    async addStartScript(source) {
      await within(Page.addScriptToEvaluateOnNewDocument({ source }), 'adding a script');
    },
    async screenshot(file) {
      const { data } = await within(Page.captureScreenshot({ format: 'png' }), 'taking a picture');
      await writeFile(file, Buffer.from(data, 'base64'));
    },
    throttle: (factor) => Emulation.setCPUThrottlingRate({ rate: factor }),
    async close() {
      await client.close();
      await end();
    },
  };
  return page;
}
