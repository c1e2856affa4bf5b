import type { ErrorCode } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { Chronicle } from './chronicle.ts';
import type { PlaybackEngine, SubtitleCue, SubtitleTracks } from './engine.ts';
import type { PendingReports } from './pending-reports.ts';
import type { PlaybackMachine } from './playback-machine.ts';
import type { PlayReport } from './play-tracker.ts';
import type { Readable, Unsubscribe } from './readable.ts';

/**
 * `opening` the video is being asked for; `open` the machine has it; `refused` the video call failed (`refusal` says
 * how, `retry` asks again); `kicked` another device plays (`retry` takes over); `expired` asking anew did not help, the
 * viewer leaves with a message; `closed`.
 */
export type SessionPhase = 'opening' | 'open' | 'refused' | 'kicked' | 'expired' | 'closed';

export interface SessionSnapshot {
  readonly phase: SessionPhase;
  /** The video that plays, or the last one that did. */
  readonly video: Video | null;
  /** What the video call threw: set in `refused`, and in `expired` when there was such an error. */
  readonly refusal: unknown;
}

export interface PageVisibility {
  isVisible(): boolean;
  subscribe(listener: (isVisible: boolean) => void): Unsubscribe;
}

export interface PlaybackSessionOptions {
  readonly episodeId: number;
  readonly profileId: number;
  readonly clock: Clock;
  readonly engine: PlaybackEngine;
  /** Asks the server for the video, which opens a play log. Rejects with the error that `errorCodeOf` reads. */
  readonly requestVideo: (episodeId: number) => Promise<Video>;
  /** Sends one report; rejects with the error that `errorCodeOf` reads. */
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  /** The server's code in an error of the two above, or null when no answer came. */
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly pendingReports: PendingReports;
  readonly visibility: PageVisibility;
  readonly logError: (error: unknown) => void;
  /** Language of the subtitles at the start; Korean when absent, null for none. */
  readonly subtitleLang?: string | null;
  /** Where to start, in seconds; the server's resume offset when absent. */
  readonly startAtSeconds?: number;
}

/** One visit to the player: video, engine, machine and tracker of one episode, tied together. */
export interface PlaybackSession extends Readable<SessionSnapshot> {
  readonly machine: PlaybackMachine;
  readonly cues: Readable<readonly SubtitleCue[]>;
  readonly subtitles: Readable<SubtitleTracks>;
  readonly chronicle: Chronicle;
  /** Asks for the video and plays it into `element`. Never rejects: what goes wrong is in the snapshots. */
  open(element: HTMLVideoElement): Promise<void>;
  selectSubtitle(lang: string | null): void;
  /** After `refused`, `kicked` or a failed machine: goes on at the same place, with a new play log where one is needed. */
  retry(): Promise<void>;
  /** Sends the final report and destroys the engine. Idempotent; resolves when both are done. */
  close(): Promise<void>;
}

export function createPlaybackSession(_options: PlaybackSessionOptions): PlaybackSession {
  throw new Error('not built yet');
}
