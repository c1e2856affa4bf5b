import type { ChronicleEntry, PlaybackState } from '#src/player/index.ts';

export type SpanKind = 'playing' | 'waiting' | 'standing' | 'failed';

/** A span of a playback; `from` and `to` are fractions of its total time, 0 to 1. */
export interface PlaybackSpan {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
}

function kindOf(state: PlaybackState): SpanKind {
  switch (state) {
    case 'playing':
      return 'playing';
    case 'loading':
    case 'buffering':
    case 'seeking':
      return 'waiting';
    case 'failed':
      return 'failed';
    case 'idle':
    case 'paused':
    case 'ended':
      return 'standing';
  }
}

/** A playback as a timeline of its states. */
export function playbackSpans(entries: readonly ChronicleEntry[]): readonly PlaybackSpan[] {
  const beganMs = entries[0]?.atMs ?? 0;
  const lastedMs = (entries[entries.length - 1]?.atMs ?? 0) - beganMs;
  if (lastedMs <= 0) return [];
  const spans: PlaybackSpan[] = [];
  let kind: SpanKind = 'waiting';
  let from = 0;
  const end = (to: number) => {
    if (to > from) spans.push({ kind, from, to });
    from = to;
  };
  for (const entry of entries) {
    if (entry.type !== 'state' || kindOf(entry.state) === kind) continue;
    end((entry.atMs - beganMs) / lastedMs);
    kind = kindOf(entry.state);
  }
  end(1);
  return spans;
}
