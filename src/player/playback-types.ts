import type { ErrorCode } from '#contract/errors.ts';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { Chronicle } from './reports/chronicle.ts';
import type { CurrentPlayLog } from './reports/current-play-log.ts';
import type { DrawingChoice } from './engine/drawings.ts';
import type { PlaybackEngine, SubtitleCue, Tracks } from './engine/engine.ts';
import type { PendingReports } from './reports/pending-reports.ts';
import type { PlayReport } from './reports/play-tracker.ts';
import type { AdServices, PlayedVideo, ShownBreak } from './ads/playback-ads.ts';
import type { PlaybackMachine } from './playback-machine.ts';
import type { Readable, Unsubscribe } from './readable.ts';

/*
 * phase        | meaning                                  | transitions
 * -------------|------------------------------------------|----------------------------------------------------------
 * opening      | the video is requested                   | answer: open, or refused
 * open         | the machine has the video; its state     | kick: kicked · another window: superseded
 *              |   gives details, `failed` included       |   play log or addresses invalid: revalidating, or expired
 * revalidating | a new video is requested, with retries;  | answer: open · a definite refusal, or no picture for
 *              |   the buffer plays on                    |   too long: expired
 * refused      | the video call failed                    | retry: opening
 * kicked       | another device plays                     | retry takes over: opening
 * superseded   | another window of this browser plays     | retry takes over: opening
 * expired      | revalidation failed                      | the viewer leaves with a message (retry: opening)
 * closed       | the final report is sent or on disk      | none
 */
export type PlaybackPhase =
  'opening' | 'open' | 'revalidating' | 'refused' | 'kicked' | 'superseded' | 'expired' | 'closed';

/** Whether the machine has a video and its state gives the details. */
export const hasVideo = (phase: PlaybackPhase): boolean => phase === 'open' || phase === 'revalidating';

export interface PlaybackSnapshot {
  readonly phase: PlaybackPhase;
  /** The current or last video. */
  readonly video: PlayedVideo | null;
  /** The error of the failed call: the video call in `refused` and `expired`, the report in `kicked`. */
  readonly refusal: unknown;
}

/** The part of the platform's lifecycle that a playback needs. `hidden` must be reported synchronously. */
export interface PageLifecycle {
  isHidden(): boolean;
  subscribe(handler: (state: 'hidden' | 'visible') => void): Unsubscribe;
}

export interface PlaybackOptions {
  readonly episodeId: number;
  readonly profileId: string;
  readonly clock: Clock;
  readonly engine: PlaybackEngine;
  /** Requests the video, which opens a play log. Rejects with an error that `errorCodeOf` reads. */
  readonly openVideo: (episodeId: number) => Promise<PlayedVideo>;
  /** Sends one report; rejects with an error that `errorCodeOf` reads. */
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  /** Requests the next ticket of the media addresses; rejects with an error that `errorCodeOf` reads. */
  readonly renewTicket: (playLogId: string) => Promise<MediaTicket>;
  /** The server's code in such an error, or null when no answer came. */
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly pendingReports: PendingReports;
  /** Distinguishes the windows of one browser; absent on platforms with one window. */
  readonly currentPlayLog?: CurrentPlayLog;
  readonly lifecycle: PageLifecycle;
  readonly logError: (error: unknown) => void;
  /** For videos with advertisement breaks. */
  readonly ads?: AdServices;
  /** Key of the initial subtitles; null for none. Default: Korean. */
  readonly subtitleKey?: string | null;
  /** Signs and songs in the picture. Default: where the sound is in another language. */
  readonly drawing?: DrawingChoice;
  /** Key of the initial sound. Default: the stream's choice. */
  readonly audioKey?: string | undefined;
  /** Codec families to try first, best first. */
  readonly preferredVideoCodecs?: readonly string[];
  /** Start position in seconds. Default: the server's resume offset. */
  readonly startAtSeconds?: number;
}

/** One visit to the player: combines video, engine, machine and tracker of one episode. */
export interface Playback extends Readable<PlaybackSnapshot> {
  readonly machine: PlaybackMachine;
  readonly cues: Readable<readonly SubtitleCue[]>;
  readonly tracks: Readable<Tracks>;
  /** The playback rate. */
  readonly speed: Readable<number>;
  readonly chronicle: Chronicle;
  /** The current advertisement break. */
  readonly adBreak: Readable<ShownBreak | null>;
  /** Whether downloads fail while the buffer plays on. */
  readonly isNetworkGone: Readable<boolean>;
  /** Whether to show a loading indicator: for the server's answer, a load, buffering, or a seek. */
  readonly isWaitShown: Readable<boolean>;
  /** Does nothing before the skip delay, or where there is nothing to skip. */
  skipAd(): void;
  toggleAdPause(): void;
  /** The television reports that the network is back. */
  tryNetwork(): void;
  /** Requests the video and plays it in `video`. Never rejects: failures are in the snapshots. Call it once. */
  open(video: HTMLVideoElement): Promise<void>;
  selectSubtitle(key: string | null): void;
  selectDrawing(choice: DrawingChoice): void;
  selectAudio(key: string): void;
  /** Height in lines; null selects automatically. */
  selectQuality(height: number | null): void;
  setSpeed(speed: number): void;
  /**
   * After `refused`, `kicked`, `superseded`, `expired` or a failed machine: resumes at the same position, with a new
   * video call if needed.
   */
  retry(): Promise<void>;
  /** Sends the final report and destroys the engine. Idempotent; resolves when both are done. */
  close(): Promise<void>;
}
