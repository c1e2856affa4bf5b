export { createSeenBreaks } from './ad-breaks.ts';
export { createAdEvents } from './ad-events.ts';
export { chapterAt, type Chapter } from './chapters.ts';
export type { PlaybackMeasures } from './chronicle-measures.ts';
export type { ChronicleEntry, ChronicleEvent } from './chronicle.ts';
export type { PlaybackEngine, SubtitleCue, TrackOption, Tracks } from './engine.ts';
export {
  createKeptEpisodes,
  type KeepOutcome,
  type KeptEpisode,
  type KeptEpisodes,
  type KeptPlay,
} from './kept-episodes.ts';
export { KeptVideoOver } from './kept-play-log.ts';
export { createOkHold } from './ok-hold.ts';
export {
  createPendingReports,
  type PendingReport,
  type PendingReports,
  type PendingReportsOptions,
  type ReportStorage,
} from './pending-reports.ts';
export { PlaybackError, type PlaybackErrorKind } from './playback-error.ts';
export type { PlaybackMachine, PlaybackSnapshot } from './playback-machine.ts';
export {
  createPlaybackSession,
  type PageLifecycle,
  type PlaybackSession,
  type PlaybackSessionOptions,
  type SessionPhase,
  type SessionSnapshot,
} from './playback-session.ts';
export { LAST_PLAYBACK_KEY, playbackRecord, readPlaybackRecord, type PlaybackRecord } from './playback-record.ts';
export type { PlaybackPossibilities, PlaybackState } from './playback-state.ts';
export { createPlayerModel, type PlayerModel } from './player-model.ts';
export type { PlayReport } from './play-tracker.ts';
export { previewCellAt, type PreviewSheet } from './preview-picture.ts';
export { promptManners, type ShownPrompt } from './prompts.ts';
export { createWritable, type Readable, type Unsubscribe, type Writable } from './readable.ts';
export { createShakaEngine, type ShakaEngineOptions } from './shaka-engine.ts';
export { loadShakaScript } from './shaka-script.ts';
export { createShakaVault } from './shaka-vault.ts';
export type { PlayedVideo, ShownBreak } from './session-ads.ts';
export type { SeekDirection, SeekModel } from './seek-model.ts';
export type { PlaybackPosition } from './shown-position.ts';
export type { StoredVideo, StoreRequest, Storing, StoreOutcome, VideoVault } from './video-vault.ts';
export { createViewerPresence, type ViewerPresence } from './viewer-presence.ts';
