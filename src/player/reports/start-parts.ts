import type { ChronicleEntry } from './chronicle-entry.ts';

/** How the wait for the first picture of an episode divides, in ms. They follow each other. */
export interface StartParts {
  /** From the press to the start of the visit; 0 without a press. */
  readonly press: number;
  /** Until the server's answer with the video. */
  readonly answer: number;
  /** Until the player asks for the manifest: ours. */
  readonly ours: number;
  readonly manifest: number;
  /** Until the first segments are in the decoder. */
  readonly segment: number;
  /** Until the picture moves. */
  readonly decode: number;
  /** Whether the first segments were in memory before the press. */
  readonly isPrepared: boolean;
}

const steps = ['answer', 'ours', 'manifest', 'segment', 'decode'] as const;
type Step = (typeof steps)[number];

export interface StartMeasuring {
  follow(entry: ChronicleEntry): void;
  /** Null before the first picture, and after an advertisement, which comes between. */
  parts(): StartParts | null;
}

/** What ends a step; null for other entries. */
function stepOf(entry: ChronicleEntry): Step | null {
  switch (entry.type) {
    case 'video':
      return 'answer';
    case 'load-step':
      return entry.step === 'asked' ? 'ours' : entry.step;
    case 'state':
      return entry.state === 'playing' ? 'decode' : null;
    default:
      return null;
  }
}

export function createStartMeasuring(): StartMeasuring {
  /** When each step ended first. */
  const ends: Partial<Record<Step, number>> = {};
  let press = 0;
  let isPrepared = false;
  let hasAd = false;
  return {
    follow(entry) {
      if (ends.decode !== undefined) return;
      if (entry.type === 'press') press = entry.beforeMs;
      if (entry.type === 'stream') isPrepared = entry.isPrepared ?? false;
      if (entry.type === 'ad-break') hasAd = true;
      const step = stepOf(entry);
      if (step) ends[step] ??= entry.atMs;
    },
    parts() {
      if (ends.decode === undefined || hasAd) return null;
      let before = 0;
      const parts = { answer: 0, ours: 0, manifest: 0, segment: 0, decode: 0 };
      for (const step of steps) {
        // Prepared steps ended before the answer.
        const end = Math.max(before, ends[step] ?? before);
        parts[step] = end - before;
        before = end;
      }
      return { press, ...parts, isPrepared };
    },
  };
}
