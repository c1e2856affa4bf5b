import { act, render, screen, waitFor } from '@testing-library/react';
import axios, { AxiosError, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { QueryClient } from '@tanstack/react-query';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ErrorReply } from '#contract/error-reply.ts';
import { listHomeRows, type HomeRow } from '#contract/home.ts';
import type { Status } from '#contract/status.ts';
import { listWeek, type WeekTitle } from '#contract/week.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { signIn } from '#src/api/accounts.ts';
import type { Client } from '#src/api/client/client.ts';
import { createApp } from '#src/app/create-app.tsx';
import { systemClock, type Clock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import type { OfflineStore } from '#src/player/index.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { createFakeEngine, type FakeEngine } from './fake-engine.ts';
import { createFakePlatform, type FakePlatform } from './fake-platform.ts';
import { createLate } from './late.ts';
import { serverUrl } from '#tests/support/server/server-url.ts';

export { DEMO };

/** Which calls: those with a matching path, or those of an endpoint. */
export type Calls = RegExp | Pick<Endpoint, 'method' | 'path'>;

/** Calls that the server has handled, and whose answers have not reached the app. */
export interface HeldAnswers {
  /** The number of held answers. */
  count(): number;
  /** The number of held answers for which the app no longer waits. */
  aborted(): number;
  /** Holds no later answers. */
  holdNoMore(): void;
  /** Lets them go; later answers are not held. */
  release(): void;
  /** The same, but they are lost on the way. */
  lose(): void;
}

/** Lets a test interfere with the connection between app and server. */
export interface Wire {
  /** While true, every call fails. */
  isCut: boolean;
  /** The maintenance message that the server sends; null when the service is open. */
  maintenance: string | null;
  /** Holds calls whose path matches, before the server sees them, until the returned function is called. */
  hold(path: RegExp): () => void;
  /** Lets the server handle calls, and holds their answers. */
  holdAnswer(calls: Calls): HeldAnswers;
  /** Called with the path of each call at the moment when it leaves. */
  onCall: (path: string) => void;
  /** The number of answered calls whose path matches. */
  answered(path: RegExp): number;
  /** The number of calls in flight, without held calls and held answers. */
  pending(): number;
  /** While true, every list of titles and of the viewer's things is empty. */
  hasNothing: boolean;
  /** Reverses lists on every second request. */
  turnsLists: boolean;
  /** While true, all titles of the week are on one day: more than fit, on whatever day the test runs. */
  crowdsWeek: boolean;
  /** Removes rows of these kinds from home, as the server does when it cannot build them. */
  missingRows: readonly HomeRow['kind'][];
}

/** Paths without parameters, which a path with one would match too. */
const FIXED_PATHS = new Set<string>(Object.values(endpoints).map(({ path }) => path));

function isOf(calls: Calls, { method, url = '' }: InternalAxiosRequestConfig): boolean {
  if (calls instanceof RegExp) return calls.test(url);
  if (method?.toUpperCase() !== calls.method) return false;
  const path = url.replace(/\?.*$/, '');
  return (
    path === calls.path ||
    (!FIXED_PATHS.has(path) && new RegExp(`^${calls.path.replace(/:[a-z_]+/gi, '[^/]+')}$`).test(path))
  );
}

/** Lists whose order is fixed. */
const KEEPS_ORDER = /episodes|products|profiles|sessions|filters/;

/** The list without which nobody would be here. */
const KEEPS_RESULTS = /profiles\/v1\/list/;

/** An answer without the results of its list. */
const withoutResults = (body: object) => ('results' in body ? { ...body, results: [], count: 0 } : body);

/** Reverses a list and the lists in it. */
function turnRound(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('results' in body) || !Array.isArray(body.results)) return body;
  const results = body.results.map(turnRound);
  return { ...body, results: [...results.slice(1), ...results.slice(0, 1)] };
}

function withoutRows(body: unknown, missing: readonly HomeRow['kind'][]) {
  const { results } = listHomeRows.reply.parse(body);
  return { results: results.filter(({ kind }) => !missing.includes(kind)) };
}

/** All titles on Wednesday, without a known hour. */
const onOneDay = ({ results, ...list }: { results: WeekTitle[] }) => ({
  ...list,
  results: results.map(({ item, ...title }) => ({
    ...title,
    weekday: 3,
    latest: null,
    item: { ...item, next_release: null },
  })),
});

export interface RunningApp {
  readonly platform: FakePlatform;
  readonly api: Client;
  readonly wire: Wire;
  readonly stores: Stores;
  readonly clock: Clock;
  /** The app's cached answers. */
  readonly queryClient: QueryClient;
  /** The engines of all opened players, newest last. */
  readonly engines: readonly FakeEngine[];
  /** How often the app requested a restart. */
  readonly restarts: { readonly count: number };
  /** Presses keys one after the other and waits for the effects of each. */
  press(...keys: RemoteKey[]): Promise<void>;
  /** Presses keys in one turn, before any of them takes effect. */
  pressAtOnce(...keys: RemoteKey[]): Promise<void>;
  /** Waits until a screen is shown and has the focus. */
  reach(screenName: string): Promise<void>;
  focusKey(): string | undefined;
  focused(): HTMLElement;
}

const focusedElement = () => document.activeElement as HTMLElement;
const focusKeyNow = () => focusedElement().dataset['focusKey'];

export interface StartOptions {
  readonly isCut?: boolean;
  readonly maintenance?: string;
  readonly missingRows?: Wire['missingRows'];
  readonly hash?: string;
  readonly platform?: FakePlatform;
  /** Address of the server. Default: the server of this test file. */
  readonly serverUrl?: string;
  /** The player's clock. Default: the page's. */
  readonly clock?: Clock;
  /** Storage for downloads on a platform that has a disk. */
  readonly offlineStore?: OfflineStore;
}

/** The server's answer while an operator has closed the service (tests/server/start/operations.test.ts). */
function answerForMaintenance(config: InternalAxiosRequestConfig, message: string): AxiosResponse {
  const about = { config, headers: {}, statusText: '' };
  if (config.url?.startsWith('/api/v1.0/status/')) {
    const min_version = { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' };
    const data: Status = { status: 'maintenance', message, server_time: '2026-11-20T03:00:00Z', min_version };
    return { ...about, status: 200, data };
  }
  const data: ErrorReply = { code: 'MAINTENANCE', message };
  return { ...about, status: 503, data };
}

/** The whole app on a television in memory, connected to the real server. */
export function startApp(options: StartOptions = {}): RunningApp {
  const { hash, platform = createFakePlatform(), clock = systemClock, offlineStore } = options;
  if (hash !== undefined) window.history.replaceState(null, '', hash);
  const http = axios.getAdapter('http');
  const answeredPaths: string[] = [];
  const asked = new Set<string>();
  let pending = 0;
  let held: { path: RegExp; waiting: Promise<void>; calls: number }[] = [];
  let heldAnswers: {
    calls: Calls;
    hold: (config: InternalAxiosRequestConfig, handled: Promise<unknown>) => Promise<void>;
  }[] = [];
  const wire: Wire = {
    isCut: options.isCut ?? false,
    maintenance: options.maintenance ?? null,
    hold(path) {
      let release: () => void = () => undefined;
      const entry = { path, waiting: new Promise<void>((resolve) => (release = resolve)), calls: 0 };
      held.push(entry);
      return () => {
        held = held.filter((other) => other !== entry);
        // From now on in flight, though they leave a moment later.
        pending += entry.calls;
        release();
      };
    },
    holdAnswer(calls) {
      const configs: InternalAxiosRequestConfig[] = [];
      const late = createLate();
      let isHolding = true;
      const entry = {
        calls,
        async hold(config: InternalAxiosRequestConfig, handled: Promise<unknown>) {
          await handled.catch(() => undefined);
          if (!isHolding) return;
          configs.push(config);
          await late.promise
            .catch(() => {
              throw new AxiosError('lost', 'ERR_NETWORK', config);
            })
            .finally(() => (pending -= 1));
        },
      };
      heldAnswers.push(entry);
      const holdNoMore = () => {
        heldAnswers = heldAnswers.filter((other) => other !== entry);
      };
      const end = () => {
        isHolding = false;
        holdNoMore();
        // From now on in flight, though they arrive a moment later.
        pending += configs.length;
      };
      return {
        count: () => configs.length,
        aborted: () => configs.filter(({ signal }) => signal?.aborted).length,
        holdNoMore,
        release() {
          end();
          late.answer();
        },
        lose() {
          end();
          late.fail(new Error('lost'));
        },
      };
    },
    hasNothing: false,
    turnsLists: false,
    crowdsWeek: false,
    missingRows: options.missingRows ?? [],
    pending: () => pending,
    onCall: () => undefined,
    answered: (path) => answeredPaths.filter((answered) => path.test(answered)).length,
  };
  let isStarting = true;
  const adapter: AxiosAdapter = async (config) => {
    // A call of the start leaves after the present task, so that a test can hold it.
    if (isStarting) await Promise.resolve();
    wire.onCall(config.url ?? '');
    const holdingCall = held.find(({ path }) => path.test(config.url ?? ''));
    if (holdingCall) {
      holdingCall.calls += 1;
      await holdingCall.waiting;
      pending -= 1;
    }
    if (wire.isCut) throw new AxiosError('cut', 'ERR_NETWORK', config);
    if (wire.maintenance !== null) return answerForMaintenance(config, wire.maintenance);
    // Browsers send no content type without a body.
    if (config.data === undefined) config.headers.delete('content-type');
    // A call that waits for a phone is answered after seconds, and no test waits for that.
    const counted = config.method === 'get' && config.url?.startsWith('/api/inputs/') ? 0 : 1;
    pending += counted;
    const holding = heldAnswers.find(({ calls }) => isOf(calls, config));
    // The server handles a call whose answer is held also when the app no longer waits for it.
    const { signal: _signal, ...unabortable } = config;
    const handled = http(holding ? unabortable : config).finally(() => (pending -= counted));
    if (holding) await holding.hold(config, handled);
    const answer = await handled;
    answeredPaths.push(config.url ?? '');
    if (wire.missingRows.length > 0 && answer.status === 200 && config.url?.startsWith(listHomeRows.path))
      return { ...answer, data: JSON.stringify(withoutRows(JSON.parse(String(answer.data)), wire.missingRows)) };
    if (wire.crowdsWeek && config.url === listWeek.path)
      return { ...answer, data: JSON.stringify(onOneDay(JSON.parse(String(answer.data)) as { results: WeekTitle[] })) };
    if (wire.hasNothing && config.method === 'get' && answer.status === 200 && !KEEPS_RESULTS.test(config.url ?? ''))
      return { ...answer, data: JSON.stringify(withoutResults(JSON.parse(String(answer.data)) as object)) };
    if (!wire.turnsLists || config.method !== 'get' || answer.status !== 200 || KEEPS_ORDER.test(config.url ?? ''))
      return answer;
    const address = axios.getUri(config);
    const isSecond = asked.delete(address);
    if (!isSecond) asked.add(address);
    return isSecond ? { ...answer, data: JSON.stringify(turnRound(JSON.parse(String(answer.data)))) } : answer;
  };

  const engines: FakeEngine[] = [];
  const createEngine = () => {
    const engine = createFakeEngine();
    engines.push(engine);
    return engine;
  };
  const restarts = { count: 0 };
  const { element, api, stores, onError } = createApp({
    platform,
    page: window,
    clock,
    apiUrl: options.serverUrl ?? serverUrl(),
    adapter,
    createEngine,
    ...(offlineStore ? { offlineStore } : {}),
    preparePlayback: () => undefined,
    restart: () => void (restarts.count += 1),
    reload: () => Promise.resolve(),
    version: '0.1.0',
    homeContract: 'test',
  });
  // The same tree as in src/main.tsx.
  render(element, {
    container: quietRoot(document.body.appendChild(document.createElement('div'))),
    onCaughtError: onError,
  });

  isStarting = false;

  const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  return {
    platform,
    api,
    wire,
    stores,
    clock,
    queryClient: (element.props as { readonly queryClient: QueryClient }).queryClient,
    engines,
    restarts,
    async press(...keys) {
      for (const key of keys) {
        await act(async () => platform.press(key));
        await settle();
      }
    },
    async pressAtOnce(...keys) {
      await act(async () => keys.forEach((key) => platform.press(key)));
    },
    async reach(screenName) {
      await waitFor(() => {
        const main = document.querySelector('main');
        expect(main?.dataset['screen']).toBe(screenName);
        expect(main).toContainElement(focusedElement());
        expect(screen.queryByRole('status', { name: '불러오는 중이에요' })).toBeNull();
      });
      await settle();
    },
    focusKey: focusKeyNow,
    focused: focusedElement,
  };
}

/** The app on home, with the demo account signed in and its first profile chosen. */
export async function startAtHome(options: StartOptions = {}): Promise<RunningApp> {
  const app = startApp(options);
  await app.reach('sign-in');
  await act(async () => {
    const { token } = await signInDemo(app.api);
    app.stores.session.getState().signIn(token);
  });
  await app.reach('profiles');
  await app.press('ok');
  if (options.hash === undefined) await app.reach('home');
  return app;
}

const signInDemo = (api: Client) => signIn(api, DEMO.email, DEMO.password, { platform: 'web' });
