/*
 * Sign-in by phone (RFC 8628) as pure data: events go in with their time, the next call comes out.
 * All times are milliseconds of one clock.
 */

/** A code is replaced this long before it expires, so that a viewer who has just read it can still use it. */
export const RENEW_BEFORE_MS = 120_000;
/** Added by each SLOW_DOWN (RFC 8628, section 3.5). */
export const SLOW_DOWN_MS = 5_000;
/** The server accepts a poll for a minute after the code's end, for approvals at the last moment. */
export const POLL_AFTER_END_MS = 60_000;
/** After two hours without an approval the television stops and waits for a key. */
export const MAXIMUM_RENEWALS = 8;
const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 30_000;

export interface IssuedCode {
  /** The television's secret. */
  readonly deviceCode: string;
  /** `ABCD-1234` */
  readonly userCode: string;
  /** The page where the viewer types the code. */
  readonly address: string;
  /** The same address including the code. */
  readonly addressWithCode: string;
  readonly livesMs: number;
  readonly intervalMs: number;
}

export interface WatchedCode extends Omit<IssuedCode, 'livesMs'> {
  readonly issuedAtMs: number;
  readonly renewAtMs: number;
  readonly endsAtMs: number;
  readonly askedAtMs: number;
  readonly pollAtMs: number;
  readonly isPolling: boolean;
}

export type PollAnswer = 'pending' | 'slow-down' | 'expired' | 'denied' | { readonly token: string } | Failure;

export interface Failure {
  /** `offline`: the server was not reached. `busy`: it was, and could not help. */
  readonly failure: 'offline' | 'busy';
  /** The server's Retry-After, if any. */
  readonly retryAfterMs?: number | undefined;
}

export interface DeviceSignInState {
  readonly phase: 'waiting' | 'denied' | 'expired' | 'approved';
  /** The code on the screen; null before the first. */
  readonly shown: WatchedCode | null;
  /** The previous code, which may still be approved. */
  readonly earlier: WatchedCode | null;
  /** When to request a new code; null while one is valid. */
  readonly requestAtMs: number | null;
  readonly isRequesting: boolean;
  /** Why the last call failed. */
  readonly problem: Failure['failure'] | null;
  readonly failures: number;
  readonly renewals: number;
  /** Hidden: no calls are made. */
  readonly isPaused: boolean;
  /** Set once, after the phone's approval. */
  readonly token: string | null;
}

export type DeviceSignInCall = { readonly kind: 'request' } | { readonly kind: 'poll'; readonly deviceCode: string };

export type DeviceSignInEvent =
  | { readonly type: 'called'; readonly call: DeviceSignInCall }
  | { readonly type: 'issued'; readonly code: IssuedCode }
  | { readonly type: 'not-issued'; readonly failure: Failure }
  | { readonly type: 'answered'; readonly deviceCode: string; readonly answer: PollAnswer }
  | { readonly type: 'hidden' }
  | { readonly type: 'visible' }
  /** The viewer requests a new code or a retry. */
  | { readonly type: 'retry' };

export const initialState = (nowMs: number): DeviceSignInState => ({
  phase: 'waiting',
  shown: null,
  earlier: null,
  requestAtMs: nowMs,
  isRequesting: false,
  problem: null,
  failures: 0,
  renewals: 0,
  isPaused: false,
  token: null,
});

const retryMs = ({ retryAfterMs }: Failure, failures: number) =>
  Math.max(retryAfterMs ?? 0, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));

/** The next call and its time; null when there is nothing to call. */
export function nextCall(state: DeviceSignInState): { atMs: number; call: DeviceSignInCall } | null {
  if (state.phase !== 'waiting' || state.isPaused) return null;
  const calls: { atMs: number; call: DeviceSignInCall }[] = [];
  for (const code of [state.shown, state.earlier]) {
    if (code && !code.isPolling) {
      calls.push({ atMs: code.pollAtMs, call: { kind: 'poll', deviceCode: code.deviceCode } });
    }
  }
  const requestAtMs = state.requestAtMs ?? state.shown?.renewAtMs;
  if (!state.isRequesting && requestAtMs !== undefined) calls.push({ atMs: requestAtMs, call: { kind: 'request' } });
  return calls.reduce<(typeof calls)[number] | null>(
    (first, each) => (first === null || each.atMs < first.atMs ? each : first),
    null,
  );
}

const changeCode = (
  state: DeviceSignInState,
  deviceCode: string,
  change: (code: WatchedCode) => WatchedCode,
): DeviceSignInState => ({
  ...state,
  shown: state.shown?.deviceCode === deviceCode ? change(state.shown) : state.shown,
  earlier: state.earlier?.deviceCode === deviceCode ? change(state.earlier) : state.earlier,
});

function watch({ livesMs, ...code }: IssuedCode, nowMs: number): WatchedCode {
  return {
    ...code,
    issuedAtMs: nowMs,
    // A short-lived code is shown for most of its life.
    renewAtMs: nowMs + Math.max(livesMs - RENEW_BEFORE_MS, livesMs * 0.75),
    endsAtMs: nowMs + livesMs,
    askedAtMs: nowMs,
    pollAtMs: nowMs + code.intervalMs,
    isPolling: false,
  };
}

function afterIssued(state: DeviceSignInState, issued: IssuedCode, nowMs: number): DeviceSignInState {
  const before = state.shown;
  const isStillGood = before !== null && nowMs < before.endsAtMs + POLL_AFTER_END_MS;
  return {
    ...state,
    shown: watch(issued, nowMs),
    earlier: isStillGood ? before : null,
    requestAtMs: null,
    isRequesting: false,
    problem: null,
    failures: 0,
    renewals: before === null ? state.renewals : state.renewals + 1,
  };
}

function afterAnswer(
  state: DeviceSignInState,
  deviceCode: string,
  answer: PollAnswer,
  nowMs: number,
): DeviceSignInState {
  if (answer === 'denied') return { ...state, phase: 'denied', shown: null, earlier: null };
  if (answer === 'expired') {
    if (state.earlier?.deviceCode === deviceCode) return { ...state, earlier: null };
    // The server decides: a television that slept has no reliable time.
    return state.shown?.deviceCode === deviceCode
      ? { ...state, shown: null, requestAtMs: nowMs, renewals: state.renewals + 1 }
      : state;
  }
  if (answer === 'pending' || answer === 'slow-down') {
    const addedMs = answer === 'slow-down' ? SLOW_DOWN_MS : 0;
    return changeCode({ ...state, problem: null, failures: 0 }, deviceCode, (code) => {
      const intervalMs = code.intervalMs + addedMs;
      return { ...code, intervalMs, pollAtMs: nowMs + intervalMs, isPolling: false };
    });
  }
  if ('token' in answer) return { ...state, phase: 'approved', token: answer.token, shown: null, earlier: null };
  return changeCode({ ...state, problem: answer.failure, failures: state.failures + 1 }, deviceCode, (code) => ({
    ...code,
    pollAtMs: nowMs + Math.max(code.intervalMs, retryMs(answer, state.failures)),
    isPolling: false,
  }));
}

/** Retries what failed, as soon as the interval allows; or starts over after an end. */
function afterRetry(state: DeviceSignInState, nowMs: number): DeviceSignInState {
  if (state.phase === 'denied' || state.phase === 'expired') {
    return { ...initialState(nowMs), isPaused: state.isPaused };
  }
  const sooner = (code: WatchedCode | null) =>
    code && { ...code, pollAtMs: Math.min(code.pollAtMs, Math.max(nowMs, code.askedAtMs + code.intervalMs)) };
  return {
    ...state,
    shown: sooner(state.shown),
    earlier: sooner(state.earlier),
    requestAtMs: state.requestAtMs === null ? null : nowMs,
  };
}

/** Whether to show a problem: a single lost poll is not worth a message. */
export const isTroubled = ({ problem, shown, failures }: DeviceSignInState): boolean =>
  problem !== null && (shown === null || failures >= 2);

/** Whether an answer is awaited. */
export const isCalling = ({ isRequesting, shown, earlier }: DeviceSignInState): boolean =>
  isRequesting || [shown, earlier].some((code) => code?.isPolling === true);

/** The next state. Events after a final answer change nothing. */
export function reduce(state: DeviceSignInState, event: DeviceSignInEvent, nowMs: number): DeviceSignInState {
  if (state.phase === 'approved') return state;
  if (event.type === 'hidden' || event.type === 'visible') return { ...state, isPaused: event.type === 'hidden' };
  if (event.type === 'retry') return afterRetry(state, nowMs);
  // An approval always counts, whatever the screen shows.
  const isYes = event.type === 'answered' && typeof event.answer === 'object' && 'token' in event.answer;
  if (state.phase !== 'waiting' && !isYes) return state;
  switch (event.type) {
    case 'called':
      if (event.call.kind === 'poll') {
        return changeCode(state, event.call.deviceCode, (code) => ({
          ...code,
          askedAtMs: nowMs,
          isPolling: true,
        }));
      }
      return state.renewals >= MAXIMUM_RENEWALS
        ? { ...state, phase: 'expired', shown: null, earlier: null }
        : { ...state, isRequesting: true, requestAtMs: nowMs };
    case 'issued':
      return state.isRequesting ? afterIssued(state, event.code, nowMs) : state;
    case 'not-issued':
      return {
        ...state,
        isRequesting: false,
        requestAtMs: nowMs + retryMs(event.failure, state.failures),
        problem: event.failure.failure,
        failures: state.failures + 1,
      };
    case 'answered':
      return afterAnswer(state, event.deviceCode, event.answer, nowMs);
  }
}
