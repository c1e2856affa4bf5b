export { createSeenBreaks } from './ads/ad-breaks.ts';
export { createAdEvents } from './ads/ad-events.ts';
export { chapterAt, type Chapter, type ChapterKind, type SkipMode } from './controls/chapters.ts';
export type { PlaybackMeasures } from './reports/chronicle-measures.ts';
export type { ChronicleEntry, ChronicleEvent } from './reports/chronicle-entry.ts';
export { followQuality } from './reports/follow-quality.ts';
export { createCurrentPlayLog } from './reports/current-play-log.ts';
export type { PlaybackEngine, SubtitleCue, Tracks } from './engine/engine.ts';
export {
  createOfflineEpisodes,
  type DownloadOutcome,
  type OfflineEpisode,
  type OfflineEpisodes,
} from './offline/offline-episodes.ts';
export { OfflineVideoOver } from './offline/offline-play-log.ts';
export type { OfflinePlay } from './offline/offline-video.ts';
export {
  createPendingReports,
  type PendingReport,
  type PendingReports,
  type PendingReportsOptions,
  type ReportStorage,
} from './reports/pending-reports.ts';
export type { StartParts } from './reports/start-parts.ts';
export { saveQuality, sendQualities } from './reports/pending-quality.ts';
export { PlaybackError, type PlaybackErrorKind } from './playback-error.ts';
export { createPlaybackMachine, type PlaybackMachine, type MachineSnapshot } from './playback-machine.ts';
export type { Anchor, CuePosition } from './engine/cue-position.ts';
export type { CueLine, CueRun } from './engine/cue-text.ts';
export { createPlayback } from './playback.ts';
export type { PageLifecycle, Playback, PlaybackOptions, PlaybackPhase, PlaybackSnapshot } from './playback-types.ts';
export {
  LAST_PLAYBACK_KEY,
  playbackRecord,
  readPlaybackRecord,
  type PlaybackRecord,
} from './reports/playback-record.ts';
export type { PlaybackPossibilities, PlaybackState } from './playback-state.ts';
export { createPlayerModel, type PlayerModel } from './controls/player-model.ts';
export type { PlayReport } from './reports/play-tracker.ts';
export { previewCellAt, type PreviewSheet } from './controls/preview-picture.ts';
export { promptManners, type ShownPrompt } from './controls/prompts.ts';
export { createWritable, type Readable, type Unsubscribe, type Writable } from './readable.ts';
export { createRatingNotice } from './controls/rating-notice.ts';
export { createShakaEngine, type ShakaEngineOptions } from './engine/shaka-engine.ts';
export { createSleepTimer, sleepChoices, type SleepChoice, type SleepTimer } from './controls/sleep-timer.ts';
export { prepareStream, type PreparedStream } from './engine/prepared-stream.ts';
export { loadShakaScript } from './engine/shaka-script.ts';
export { createShakaOfflineStore } from './offline/shaka-offline-store.ts';
export type { PlayedVideo, ShownBreak } from './ads/playback-ads.ts';
export type { SeekDirection, SeekModel } from './controls/seek-model.ts';
export type { PlaybackPosition } from './shown-position.ts';
export type { StoredVideo, StoreRequest, Storing, StoreOutcome, OfflineStore } from './offline/offline-store.ts';
export { createViewerPresence, type ViewerPresence } from './viewer-presence.ts';
export { isCaptionKey, subtitleKeyOf } from './engine/track-options.ts';
