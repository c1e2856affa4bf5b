import type { ErrorCode } from '#contract/errors.ts';
import type { Stream } from '#contract/playback.ts';
import type { AdEnding } from '#src/player/ads/ad-player.ts';
import type { LoadStep, PlayedVariant } from '#src/player/engine/engine.ts';
import type { PlayReport } from './play-tracker.ts';
import type { PlaybackErrorCategory, PlaybackErrorKind } from '#src/player/playback-error.ts';
import type { PlaybackState } from '#src/player/playback-state.ts';

/** An event of a playback. Contains neither addresses nor tokens: it may be shown and exported. */
export type ChronicleEvent =
  | { readonly type: 'phase'; readonly phase: string }
  | { readonly type: 'video'; readonly playLogId: string; readonly startAtSeconds: number }
  /** The viewer pressed a key this long before the visit began. */
  | { readonly type: 'press'; readonly beforeMs: number }
  | { readonly type: 'stream'; readonly protocol: Stream['protocol']; readonly isPrepared?: boolean }
  | { readonly type: 'load-step'; readonly step: LoadStep }
  | ({ readonly type: 'variant' } & PlayedVariant)
  | { readonly type: 'state'; readonly state: PlaybackState; readonly positionSeconds: number }
  | { readonly type: 'seek'; readonly fromSeconds: number; readonly toSeconds: number }
  | { readonly type: 'ad-break'; readonly adBreakId: string }
  | { readonly type: 'ad'; readonly ending: AdEnding }
  | { readonly type: 'network'; readonly isGone: boolean }
  | { readonly type: 'frames'; readonly dropped: number; readonly total: number }
  | { readonly type: 'quality'; readonly height: number | null }
  | { readonly type: 'visibility'; readonly isVisible: boolean }
  | { readonly type: 'report'; readonly report: PlayReport; readonly answer: 'accepted' | 'unanswered' | ErrorCode }
  | {
      readonly type: 'playback-error';
      readonly kind: PlaybackErrorKind;
      readonly category: PlaybackErrorCategory;
      readonly code: number;
    };

/** `atMs` is relative to the start of the chronicle. */
export type ChronicleEntry = ChronicleEvent & { readonly atMs: number };
