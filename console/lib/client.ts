import { BACKGROUND_HEADER, CSRF_HEADER, type ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import type { ReplyOf, RequestOf } from '#contract/endpoint.ts';

/** The server refused a call. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: string;
  readonly status: number;
  /** Codes of wrong fields, by their path: `air.year`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  constructor(code: string, status: number, message: string, fields: Record<string, string[]> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

const AWAY = new CallError('AWAY', 0, '서버에 연결하지 못했어요. 잠시 후 다시 시도해 주세요.');

let csrfToken = '';
/** Signs in again; resolves when the call may be repeated. */
let renewSession: (() => Promise<void>) | undefined;

/** Gives a new code; resolves when the call may be repeated, and with false when the operator gave up. */
let confirmSession: (() => Promise<boolean>) | undefined;

export const keepCsrfToken = (token: string): void => void (csrfToken = token);
/** For requests that this client does not send. */
export const currentCsrfToken = (): string => csrfToken;
export const onSessionEnd = (renew: () => Promise<void>): void => void (renewSession = renew);

let tellRoleRefused: (() => void) | undefined;
/** The app reads its session again then: the owner may have changed the operator's role since the page was opened. */
export const onRoleRefused = (tell: () => void): void => void (tellRoleRefused = tell);

export const onConfirmation = (confirm: () => Promise<boolean>): void => void (confirmSession = confirm);

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Path and query of a call. */
export function urlOf(endpoint: ConsoleEndpoint, { params = {}, query = {} }: Sent = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

export interface CallSettings {
  /** For calls that the page repeats by itself: they do not count as use of the session. */
  isBackground?: boolean;
  /** Throws when the session has ended, instead of opening the sign-in dialog. */
  isSilent?: boolean;
  /** The body of a call that sends a file. */
  file?: Blob;
  signal?: AbortSignal;
}

/** The server may have done what was asked, or still do it: a repeated act could happen twice. */
const NOT_ANSWERED = new CallError(
  'AWAY',
  0,
  '서버가 제때 답하지 않았어요. 이미 처리됐을 수 있으니 확인한 뒤 다시 시도해 주세요.',
);

/** The longest that a call may take, in ms: a check of the whole service takes 25 s, a file longer. */
const LIMIT_MS = 60_000;
const FILE_LIMIT_MS = 600_000;

/** A file is a `Blob`. */
type AnswerOf<E extends ConsoleEndpoint> = E extends { lines: string } ? Blob : ReplyOf<E>;

async function send<E extends ConsoleEndpoint>(endpoint: E, sent: Sent, settings: CallSettings): Promise<AnswerOf<E>> {
  const { isBackground = false, signal, file } = settings;
  const limit = AbortSignal.timeout(file || endpoint.lines ? FILE_LIMIT_MS : LIMIT_MS);
  const response = await fetch(urlOf(endpoint, sent), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
      ...(endpoint.method !== 'GET' && { [CSRF_HEADER]: csrfToken }),
      ...(isBackground && { [BACKGROUND_HEADER]: '1' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    ...(file && { body: file }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw limit.aborted && endpoint.method !== 'GET' ? NOT_ANSWERED : AWAY;
  });
  if (response.status === 204) return undefined as never;
  if (response.ok && endpoint.lines)
    return (await response.blob().catch((error: unknown) => {
      throw signal?.aborted ? error : AWAY;
    })) as never;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return endpoint.reply!.parse(answer) as never;
  const error = consoleErrorReplySchema.safeParse(answer);
  throw error.success ? new CallError(error.data.code, response.status, error.data.message, error.data.fields) : AWAY;
}

/**
 * Calls the server. When the session has ended, or the call needs a new code, waits until the operator has given what is
 * asked for and repeats the call, so that nothing typed is lost.
 *
 * @throws CallError
 */
export async function call<const E extends ConsoleEndpoint>(
  endpoint: E,
  sent: RequestOf<E>,
  settings: CallSettings = {},
): Promise<AnswerOf<E>> {
  try {
    return await send(endpoint, sent as Sent, settings);
  } catch (error) {
    const code = error instanceof CallError && !settings.isSilent ? error.code : undefined;
    if (code === 'ROLE_REQUIRED') tellRoleRefused?.();
    if (code === 'TOKEN_INVALID' && renewSession !== undefined) await renewSession();
    else if (code !== 'CONFIRMATION_REQUIRED' || !(await confirmSession?.())) throw error;
    return send(endpoint, sent as Sent, settings);
  }
}

/** Whether somebody else has changed what a call wanted to change. */
export const isConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'CHANGED_MEANWHILE';

export const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : AWAY.message);
