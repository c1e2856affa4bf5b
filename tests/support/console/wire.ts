import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { CONSOLE_PATH, type StaffRole } from '#contract/console/endpoint.ts';
import { answerTo, callOf, originOf, withOrigins, type ConsoleCall } from './world.ts';

/* The wire between the console and its server, which the test holds: it answers what `world.ts` makes, refuses acts and lets them pass. */

export interface WireOptions {
  readonly role?: StaffRole;
  /** The part of the page that is pressed, if not all that is below the navigation. */
  readonly part?: string;
  /** Changes what the server answers. */
  readonly answers?: Readonly<Partial<Record<ConsoleCall, (usual: never) => unknown>>>;
  /** Which row of a list the things are that stand alone: the second has other flags and choices, the third nothing that may be absent. */
  readonly row?: 0 | 1 | 2;
}

export const REFUSAL = '거절하는 까닭';
export const CONFLICT = '그사이 바뀐 까닭';

export interface Wire {
  /** What is pressed. */
  readonly page: () => Element;
  readonly written: string[];
  /** What was asked for. */
  readonly read: string[];
  /** What each call asked for last, behind its address. */
  readonly queries: Map<ConsoleCall, URLSearchParams>;
  readonly calls: Set<ConsoleCall>;
  /** How the next acts fail: refused, or because somebody else has changed the thing. */
  fails: 'refused' | 'changed' | null;
  /** Answers to acts wait for it. */
  held: Promise<void> | null;
  /** Somebody else has changed everything: each version is another one. */
  isChanged: boolean;
  open: number;
  readonly unknown: string[];
}

const shortPath = (path: string) =>
  path
    .replace(`${CONSOLE_PATH}/`, '')
    .split('/')
    .map((part) => originOf(decodeURIComponent(part)))
    .join('/');

function bodyText(body: unknown): string {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'string') return ` ${body instanceof Blob ? `a file of ${body.type}` : 'bytes'}`;
  const parsed = JSON.parse(body, (_, value: unknown) =>
    typeof value === 'string' || typeof value === 'number'
      ? originOf(String(value)) === String(value)
        ? value
        : originOf(String(value))
      : value,
  ) as unknown;
  return ` ${withOrigins(JSON.stringify(parsed))}`;
}

export function layWire({ answers = {}, role = 'owner', row = 0, part = 'main' }: WireOptions): Wire {
  const page = () => document.querySelector(part) ?? document.body;
  const wire: Wire = {
    page,
    written: [],
    read: [],
    queries: new Map(),
    calls: new Set(),
    fails: null,
    isChanged: false,
    held: null,
    open: 0,
    unknown: [],
  };
  const answer = async (address: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const path = address.replace(/\?.*$/, '');
    const name = callOf(method, path);
    if (!name) {
      // Videos of other origins come when they come.
      if (path.startsWith('/')) wire.unknown.push(`${method} ${path}`);
      return new Response(null, { status: 404 });
    }
    wire.calls.add(name);
    wire.queries.set(name, new URL(address, 'http://bora.test').searchParams);
    if (method === 'GET') wire.read.push(shortPath(path));
    else {
      wire.written.push(`${method} ${shortPath(path)}${bodyText(body)}`);
      const { fails } = wire;
      await wire.held;
      if (fails === 'changed') {
        wire.isChanged = true;
        return Response.json({ code: 'CHANGED_MEANWHILE', message: CONFLICT }, { status: 409 });
      }
      if (fails === 'refused') return Response.json({ code: 'INVALID_REQUEST', message: REFUSAL }, { status: 422 });
    }
    const usual = answerTo(name, name === 'getConsoleSession' ? 0 : row);
    const change = answers[name] as ((usual: unknown) => unknown) | undefined;
    const session = usual as { staff: object };
    const mine =
      name === 'getConsoleSession' ? { ...session, staff: { ...session.staff, role }, is_from_provider: false } : usual;
    const answered = change ? await change(structuredClone(mine)) : mine;
    if (answered instanceof Response) return answered;
    if (answered === undefined) return new Response(null, { status: 204 });
    const text = JSON.stringify(answered);
    return new Response(wire.isChanged ? text.replaceAll(/version"(?=[,}])/g, 'version again"') : text);
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    wire.open += 1;
    try {
      return await answer(String(address), init);
    } finally {
      wire.open -= 1;
    }
  });
  return wire;
}

export const tick = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));

/** Until no call is under way and the page has drawn what came. */
export const settle = (wire: Wire) =>
  act(async () => {
    for (let quiet = 0; quiet < 4;) {
      await tick();
      quiet = wire.open === 0 ? quiet + 1 : 0;
    }
  });
