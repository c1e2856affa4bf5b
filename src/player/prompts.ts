import type { Clock } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';
import { createSecondCounter } from './second-counter.ts';

/** What may ask something of the viewer, the most urgent first: of several, the first is shown. */
export const promptKinds = [
  'kick',
  'failure',
  'network',
  'ad',
  'still-watching',
  'ended',
  'next-episode',
  'skip-ending',
  'skip-opening',
] as const;

export type PromptKind = (typeof promptKinds)[number];

interface PromptManners {
  /** A question over everything: it takes the focus from whatever has it, and stays while the viewer seeks. */
  readonly isModal: boolean;
  /** Has something to press, so that OK does that while the controls are hidden. */
  readonly hasAction: boolean;
  /** Back sends it away. From a dialog, and in an advertisement, Back leaves the player. */
  readonly canDismiss: boolean;
}

const MODAL: PromptManners = { isModal: true, hasAction: true, canDismiss: false };
const BUTTON: PromptManners = { isModal: false, hasAction: true, canDismiss: true };

export const promptManners: Readonly<Record<PromptKind, PromptManners>> = {
  kick: MODAL,
  failure: MODAL,
  network: { isModal: false, hasAction: false, canDismiss: false },
  ad: { isModal: false, hasAction: true, canDismiss: false },
  'still-watching': MODAL,
  ended: MODAL,
  'next-episode': BUTTON,
  'skip-ending': BUTTON,
  'skip-opening': BUTTON,
};

export interface PromptOffer {
  /** What was sent away does not come back under the same id until it was withdrawn. */
  readonly id: string;
  /** Then it does by itself what its button does, in seconds of playing. */
  readonly actsAfterSeconds?: number;
  /** Then it is shown only with the controls, in seconds of playing. */
  readonly restsAfterSeconds?: number;
}

export interface ShownPrompt {
  readonly kind: PromptKind;
  readonly id: string;
  /** Until it acts by itself; null when it does not. */
  readonly secondsLeft: number | null;
  /** The length of that, for the ring. */
  readonly secondsInAll: number | null;
  readonly isResting: boolean;
}

interface Slot {
  readonly offer: PromptOffer;
  shownSeconds: number;
  isSentAway: boolean;
}

/** At most one prompt at a time. Each kind has a slot; whoever knows about it offers and withdraws. */
export interface Prompts extends Readable<ShownPrompt | null> {
  /** The same offer again changes nothing. */
  offer(kind: PromptKind, offer: PromptOffer): void;
  withdraw(kind: PromptKind): void;
  /** Back: sends away what is shown; false when nothing is, or it does not go by Back. */
  dismiss(): boolean;
  /** What is shown was pressed: it is done. */
  take(): void;
  /** Clocks of prompts run only while the episode plays. */
  setRunning(isRunning: boolean): void;
  /** Quiet, only dialogs are shown: while the viewer seeks or is in a menu. */
  setQuiet(isQuiet: boolean): void;
  close(): void;
}

/** @param onDue a prompt's time is over: what its button does is to be done. It is not shown any more. */
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

  /** The clock ticks only for a prompt that has a time. */
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
