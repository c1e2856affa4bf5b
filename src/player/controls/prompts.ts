import type { Clock } from '#src/lib/clock.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';
import { createSecondCounter } from '#src/player/reports/second-counter.ts';

/** Kinds of prompts, most urgent first: of several, only the first is shown. */
export const promptKinds = [
  'kick',
  'failure',
  'sleep',
  'network',
  'ad',
  'still-watching',
  'ended',
  'next-episode',
  'skip-ending',
  'skip-preview',
  'skip-opening',
  'skip-recap',
] as const;

export type PromptKind = (typeof promptKinds)[number];

interface PromptManners {
  /** A dialog: it takes the focus and stays visible while the viewer seeks. */
  readonly isModal: boolean;
  /** It has a button, which OK presses while the controls are hidden. */
  readonly hasAction: boolean;
  /** Back dismisses it. In a dialog and in an advertisement, Back leaves the player instead. */
  readonly canDismiss: boolean;
}

const MODAL: PromptManners = { isModal: true, hasAction: true, canDismiss: false };
const BUTTON: PromptManners = { isModal: false, hasAction: true, canDismiss: true };

export const promptManners: Readonly<Record<PromptKind, PromptManners>> = {
  kick: MODAL,
  failure: MODAL,
  sleep: MODAL,
  network: { isModal: false, hasAction: false, canDismiss: false },
  ad: { isModal: false, hasAction: true, canDismiss: false },
  'still-watching': MODAL,
  ended: MODAL,
  'next-episode': BUTTON,
  'skip-ending': BUTTON,
  'skip-preview': BUTTON,
  'skip-opening': BUTTON,
  'skip-recap': BUTTON,
};

export interface PromptOffer {
  /** A dismissed prompt is not shown again under the same id until it was withdrawn. */
  readonly id: string;
  /** After this many seconds of playback its action runs automatically. */
  readonly actsAfterSeconds?: number;
  /** After this many seconds of playback it is shown only with the controls. */
  readonly restsAfterSeconds?: number;
}

export interface ShownPrompt {
  readonly kind: PromptKind;
  readonly id: string;
  /** Seconds until its action runs automatically; null without a countdown. */
  readonly secondsLeft: number | null;
  /** Length of the countdown, for the ring. */
  readonly secondsInAll: number | null;
  readonly isResting: boolean;
}

interface Slot {
  readonly offer: PromptOffer;
  shownSeconds: number;
  isSentAway: boolean;
}

/** Shows at most one prompt. Each kind has a slot, which its owner fills and clears. */
export interface Prompts extends Readable<ShownPrompt | null> {
  /** Repeating the same offer changes nothing. */
  offer(kind: PromptKind, offer: PromptOffer): void;
  withdraw(kind: PromptKind): void;
  /** Dismisses the visible prompt on Back; false when there is none or it cannot be dismissed. */
  dismiss(): boolean;
  /** The visible prompt was pressed and is done. */
  take(): void;
  /** Countdowns run only while the episode plays. */
  setRunning(isRunning: boolean): void;
  /** While quiet (seeking, or in a menu), only dialogs are shown. */
  setQuiet(isQuiet: boolean): void;
  close(): void;
}

/** @param onDue called when a prompt's countdown ends: run its action. The prompt is no longer visible. */
export function createPrompts(clock: Clock, onDue: (kind: PromptKind) => void): Prompts {
  const slots = new Map<PromptKind, Slot>();
  const shown = createWritable<ShownPrompt | null>(null);
  let isRunning = false;
  let isQuiet = false;

  const shownKind = () =>
    promptKinds.find((kind) => {
      const slot = slots.get(kind);
      return slot && !slot.isSentAway && (!isQuiet || promptManners[kind].isModal);
    });

  const show = () => {
    const kind = shownKind();
    const slot = kind && slots.get(kind);
    if (!slot) return shown.set(null);
    const { id, actsAfterSeconds = null, restsAfterSeconds = Infinity } = slot.offer;
    const next: ShownPrompt = {
      kind,
      id,
      secondsLeft: actsAfterSeconds === null ? null : Math.max(0, actsAfterSeconds - slot.shownSeconds),
      secondsInAll: actsAfterSeconds,
      isResting: slot.shownSeconds >= restsAfterSeconds,
    };
    const now = shown.getState();
    const keys = Object.keys(next) as (keyof ShownPrompt)[];
    if (!now || keys.some((key) => now[key] !== next[key])) shown.set(next);
  };

  const countSecond = () => {
    const kind = shownKind();
    const slot = kind && slots.get(kind);
    if (!slot) return;
    slot.shownSeconds += 1;
    const isDue = slot.shownSeconds >= (slot.offer.actsAfterSeconds ?? Infinity);
    if (isDue) slot.isSentAway = true;
    update();
    if (isDue) onDue(kind);
  };
  const counter = createSecondCounter(clock, countSecond);

  /** The timer runs only for a prompt with a countdown. */
  function update() {
    show();
    const now = shown.getState();
    const offer = now && slots.get(now.kind)?.offer;
    const isTimed =
      offer?.actsAfterSeconds !== undefined || (offer?.restsAfterSeconds !== undefined && !now?.isResting);
    if (isRunning && isTimed) counter.start();
    else counter.stop();
  }

  const sendAway = () => {
    const now = shown.getState();
    const slot = now && slots.get(now.kind);
    if (!slot) return;
    slot.isSentAway = true;
    update();
  };

  return {
    getState: shown.getState,
    subscribe: shown.subscribe,
    offer(kind, offer) {
      if (slots.get(kind)?.offer.id === offer.id) return;
      slots.set(kind, { offer, shownSeconds: 0, isSentAway: false });
      update();
    },
    withdraw(kind) {
      if (slots.delete(kind)) update();
    },
    dismiss() {
      const now = shown.getState();
      if (!now || !promptManners[now.kind].canDismiss) return false;
      sendAway();
      return true;
    },
    take: sendAway,
    setRunning(next) {
      if (next === isRunning) return;
      isRunning = next;
      update();
    },
    setQuiet(next) {
      if (next === isQuiet) return;
      isQuiet = next;
      update();
    },
    close: () => counter.stop(),
  };
}
