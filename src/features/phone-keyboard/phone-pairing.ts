import type { AppLifecycle } from '#platform/platform.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import {
  acknowledged,
  createSharedText,
  isUnsent,
  lost,
  received,
  startSending,
  typedHere,
  type SharedText,
} from './shared-text.ts';

/** No code is requested before the keyboard has been idle for this long: most viewers go on with the remote. */
export const IDLE_MS = 1_000;
/** A form's next field takes the pairing over within this time; then it ends. */
export const HAND_OVER_MS = 1_500;
/** Delay of what the remote types, in ms, so that a held key is one change. */
const SEND_AFTER_MS = 150;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** A phone may write in the meantime, so retry a lost long poll sooner. */
const LONGEST_WAIT_RETRY_MS = 5_000;
/** Codes of one field without a phone; afterwards a new one needs a key. */
export const MAXIMUM_RENEWALS = 6;

export interface PhoneFieldSpec<Kind extends string = string> {
  readonly name: string;
  readonly kind: Kind;
  readonly done_label: string;
  readonly max_length: number;
}

/** A field as it is drawn; a later render updates it. */
export interface AttachedField {
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
}

/** The part of the server's answer that the pairing uses. */
export interface RemoteInput {
  readonly revision: number;
  readonly field: { readonly number: number };
  readonly text: string | null;
  readonly cnt_done: number;
  readonly is_joined: boolean;
}

export interface PairingCalls<Spec> {
  open(key: string, field: Spec, text: string): Promise<{ code: string; url: string }>;
  wait(key: string, code: string, after: number, signal: AbortSignal): Promise<RemoteInput>;
  write(
    key: string,
    code: string,
    body: { writer: string; change: number; field: number; text: string },
  ): Promise<RemoteInput>;
  change(
    key: string,
    code: string,
    body: { field?: Spec; text?: string; problem?: string | null },
  ): Promise<RemoteInput>;
  close(key: string, code: string): Promise<unknown>;
  /** Whether a failure means that the input has ended. */
  isOver(error: unknown): boolean;
}

export interface PairingOptions<Spec> {
  readonly clock: Clock;
  readonly lifecycle: AppLifecycle;
  readonly calls: PairingCalls<Spec>;
  /** Makes a secret. */
  readonly createKey: () => string;
}

/** State of the card. */
export interface PairingView {
  readonly code: string;
  readonly url: string;
  readonly isJoined: boolean;
}

export interface PhonePairing<Spec> {
  /** Offers a field to phones. @returns ends it */
  attach(spec: Spec, field: AttachedField): Stop;
  /** The field as it is drawn now. */
  update(field: AttachedField): void;
  /** The code; null while there is none. */
  view(): PairingView | null;
  subscribe(listener: () => void): Stop;
}

interface Opened {
  readonly code: string;
  readonly key: string;
  readonly writer: string;
  /** `field.number` of the server; null while the next field is being announced. */
  number: number | null;
  /** Ends the long poll: the server would answer it with an error when the code is closed. */
  readonly waiting: AbortController;
  text: SharedText;
  cntDone: number;
}

const nothing: Stop = () => undefined;

/** Connects the current text field with phones: opens a code, follows the text, and hands over to the next field. */
export function createPhonePairing<Spec extends PhoneFieldSpec>(options: PairingOptions<Spec>): PhonePairing<Spec> {
  const { clock, lifecycle, calls, createKey } = options;
  const changes = createListeners();
  let spec: Spec | null = null;
  let field: AttachedField | null = null;
  let opened: Opened | null = null;
  let shown: PairingView | null = null;
  let isOpening = false;
  let isDoneDue = false;
  let renewals = 0;
  let failures = 0;
  let stopOpening = nothing;
  let stopSending = nothing;
  let stopEnding = nothing;
  let stopWatching = nothing;

  const show = (next: PairingView | null) => {
    shown = next;
    changes.tell();
  };

  const retryMs = () => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 6));

  /** Forgets the code, which the server no longer has. */
  const forget = () => {
    stopSending();
    opened?.waiting.abort();
    opened = null;
    isDoneDue = false;
    if (shown) show(null);
  };

  const end = () => {
    stopOpening();
    stopEnding();
    if (opened) {
      // An input that cannot be ended ends by itself.
      const { key, code } = opened;
      forget();
      calls.close(key, code).catch(() => undefined);
    }
  };

  const openLater = (delayMs: number) => {
    stopOpening();
    stopOpening = clock.after(delayMs, () => void open());
  };

  const open = async () => {
    if (!spec || !field || opened || isOpening || lifecycle.isHidden()) return;
    if (renewals >= MAXIMUM_RENEWALS) return;
    isOpening = true;
    const [key, asked, text] = [createKey(), spec, field.value];
    try {
      const { code, url } = await calls.open(key, asked, text);
      isOpening = false;
      if (!field || lifecycle.isHidden()) {
        calls.close(key, code).catch(() => undefined);
        return;
      }
      failures = 0;
      renewals += 1;
      const writer = createKey().slice(0, 16);
      opened = {
        code,
        key,
        writer,
        number: 0,
        waiting: new AbortController(),
        text: createSharedText({ revision: 0, text }, text),
        cntDone: 0,
      };
      opened.text = typedHere(opened.text, field.value);
      show({ code, url, isJoined: false });
      // Another field was attached while the code was requested.
      if (spec !== asked) void announce(opened);
      void follow(opened);
    } catch {
      isOpening = false;
      failures += 1;
      if (field) openLater(retryMs());
    }
  };

  /** The input has ended or failed: a field that is still shown gets a new code. */
  const lose = (mine: Opened, error: unknown): undefined => {
    if (opened !== mine || !calls.isOver(error)) return;
    forget();
    if (field) openLater(0);
  };

  /** Waits for one change after the other. */
  const follow = async (mine: Opened) => {
    let tries = 0;
    while (opened === mine) {
      const after = Math.max(mine.text.revision, mine.text.held?.revision ?? 0);
      const remote = await calls
        .wait(mine.key, mine.code, after, mine.waiting.signal)
        .catch((error: unknown) => lose(mine, error));
      if (remote) {
        tries = 0;
        adopt(mine, remote);
      } else if (opened === mine) {
        tries += 1;
        await new Promise<void>((resolve) => {
          clock.after(Math.min(LONGEST_WAIT_RETRY_MS, 500 * 2 ** Math.min(tries, 6)), resolve);
        });
      }
    }
  };

  const take = (mine: Opened, next: SharedText) => {
    const before = mine.text.value;
    mine.text = next;
    if (next.value !== before) field?.onChange(next.value);
    sendLater(mine);
  };

  const adopt = (mine: Opened, remote: RemoteInput) => {
    if (opened !== mine || mine.number === null || remote.field.number !== mine.number) return;
    if (remote.is_joined && shown && !shown.isJoined) {
      renewals = 0;
      show({ ...shown, isJoined: true });
    }
    take(mine, received(mine.text, { revision: remote.revision, text: remote.text ?? '' }));
    if (remote.cnt_done <= mine.cntDone) return;
    mine.cntDone = remote.cnt_done;
    // If the text has changed here in the meantime, it is not the text that the phone has finished.
    isDoneDue = !isUnsent(mine.text);
    finish(mine);
  };

  /** Submits when the field shows the finished text: its handlers belong to a render. */
  const finish = (mine: Opened) => {
    if (!isDoneDue || field?.value !== mine.text.value) return;
    isDoneDue = false;
    field.onDone();
  };

  const sendLater = (mine: Opened) => {
    // Nobody reads it before a phone has joined.
    if (!shown?.isJoined || mine.number === null || mine.text.isInFlight || !isUnsent(mine.text)) return;
    stopSending();
    stopSending = clock.after(SEND_AFTER_MS, () => void send(mine));
  };

  const send = async (mine: Opened) => {
    const { number } = mine;
    if (opened !== mine || number === null || mine.text.isInFlight || !isUnsent(mine.text)) return;
    const { state, sent } = startSending(mine.text);
    mine.text = state;
    try {
      const remote = await calls.write(mine.key, mine.code, { writer: mine.writer, field: number, ...sent });
      if (opened !== mine || mine.number !== number) return;
      take(mine, acknowledged(mine.text, { revision: remote.revision, text: remote.text ?? '' }));
    } catch (error) {
      if (opened !== mine || mine.number !== number) return;
      mine.text = lost(mine.text);
      lose(mine, error);
      stopSending();
      stopSending = clock.after(FIRST_RETRY_MS, () => void send(mine));
    }
  };

  /** Tells phones about the next field; their late changes of the earlier one are refused by its number. */
  const announce = async (mine: Opened) => {
    if (!spec || !field) return;
    stopSending();
    isDoneDue = false;
    mine.number = null;
    const [asked, text] = [spec, field.value];
    try {
      const remote = await calls.change(mine.key, mine.code, { field: asked, text });
      if (opened !== mine || spec !== asked) return;
      mine.number = remote.field.number;
      mine.cntDone = remote.cnt_done;
      mine.text = createSharedText(
        { revision: remote.revision, text: remote.text ?? '' },
        field.value,
        mine.text.change,
      );
      sendLater(mine);
    } catch {
      if (opened === mine) {
        end();
        openLater(FIRST_RETRY_MS);
      }
    }
  };

  const watch = () =>
    lifecycle.subscribe((visibility) => {
      if (visibility === 'hidden') end();
      else if (field) openLater(IDLE_MS);
    });

  return {
    attach(nextSpec, nextField) {
      stopEnding();
      stopWatching();
      stopWatching = watch();
      spec = nextSpec;
      field = nextField;
      renewals = 0;
      failures = 0;
      if (opened) void announce(opened);
      else openLater(IDLE_MS);
      return () => {
        if (spec !== nextSpec) return;
        stopOpening();
        stopWatching();
        stopWatching = nothing;
        spec = null;
        field = null;
        stopEnding = clock.after(HAND_OVER_MS, end);
      };
    },
    update(next) {
      const before = field;
      if (!before) return;
      field = next;
      const isTyped = next.value !== before.value;
      if (isTyped && !opened && !isOpening) {
        renewals = 0;
        openLater(IDLE_MS);
      }
      const mine = opened;
      if (!mine) return;
      if (isTyped && next.value !== mine.text.value) {
        mine.text = typedHere(mine.text, next.value);
        sendLater(mine);
      }
      if (next.problem !== before.problem && next.problem !== null && shown?.isJoined && mine.number !== null)
        calls.change(mine.key, mine.code, { problem: next.problem }).catch(() => undefined);
      finish(mine);
    },
    view: () => shown,
    subscribe: changes.subscribe,
  };
}
