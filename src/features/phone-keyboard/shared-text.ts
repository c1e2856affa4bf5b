/*
 * A text that the television and phones change at the same time, as pure data. The server numbers the changes; the last
 * one wins. A change made here has no number before the server has answered, so it is later than everything received
 * until then: received texts never replace it.
 */

export interface SharedText {
  /** The text on the television. */
  readonly value: string;
  /** The server's text of `revision`. */
  readonly shared: string;
  readonly revision: number;
  /** Number of the last change of this television. */
  readonly change: number;
  /** The last change, until the server has answered; also one whose answer was lost. */
  readonly sent: { readonly change: number; readonly text: string } | null;
  readonly isInFlight: boolean;
  /** A text that came while a change was in flight. */
  readonly held: RemoteText | null;
}

export interface RemoteText {
  readonly revision: number;
  readonly text: string;
}

export const createSharedText = ({ revision, text }: RemoteText, value: string, change = 0): SharedText => ({
  value,
  shared: text,
  revision,
  change,
  sent: null,
  isInFlight: false,
  held: null,
});

export const typedHere = (state: SharedText, value: string): SharedText => ({ ...state, value });

/** Whether something typed here has not reached the server. */
export const isUnsent = ({ sent, value, shared }: SharedText): boolean => sent !== null || value !== shared;

/** The state and the change to send. A change that may be lost keeps its number, so that it counts once. */
export function startSending(state: SharedText): { state: SharedText; sent: NonNullable<SharedText['sent']> } {
  const { sent: before, value } = state;
  const sent = before?.text === value ? before : { change: state.change + 1, text: value };
  return { state: { ...state, sent, change: sent.change, isInFlight: true }, sent };
}

/** No answer came; the change may have arrived or not. */
export const lost = (state: SharedText): SharedText => ({ ...state, isInFlight: false });

export function received(state: SharedText, remote: RemoteText): SharedText {
  if (remote.revision <= state.revision) return state;
  if (state.isInFlight) {
    return state.held && state.held.revision > remote.revision ? state : { ...state, held: remote };
  }
  const { revision, text } = remote;
  if (isUnsent(state)) return { ...state, revision, shared: text };
  return { ...state, revision, shared: text, value: text };
}

/** The server's answer to the change that was sent; `remote` is its text afterwards. */
export function acknowledged(state: SharedText, remote: RemoteText): SharedText {
  const { sent, held } = state;
  const isTypedOn = sent !== null && state.value !== sent.text;
  const settled = {
    ...state,
    sent: null,
    isInFlight: false,
    held: null,
    revision: remote.revision,
    shared: remote.text,
    value: isTypedOn ? state.value : remote.text,
  };
  return held ? received(settled, held) : settled;
}
