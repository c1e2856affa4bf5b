export { createSeenBreaks } from './ad-breaks.ts';
export { createAdEvents } from './ad-events.ts';
export { chapterAt, type Chapter, type ChapterKind, type SkipMode } from './chapters.ts';
export type { PlaybackMeasures } from './chronicle-measures.ts';
export type { ChronicleEntry, ChronicleEvent } from './chronicle-entry.ts';
export { followQuality } from './follow-quality.ts';
export { createCurrentPlayLog } from './current-play-log.ts';
export type { PlaybackEngine, SubtitleCue, Tracks } from './engine.ts';
export {
  createOfflineEpisodes,
  type DownloadOutcome,
  type OfflineEpisode,
  type OfflineEpisodes,
} from './offline-episodes.ts';
export { OfflineVideoOver } from './offline-play-log.ts';
export type { OfflinePlay } from './offline-video.ts';
export {
  createPendingReports,
  type PendingReport,
  type PendingReports,
  type PendingReportsOptions,
  type ReportStorage,
} from './pending-reports.ts';
export { saveQuality, sendQualities } from './pending-quality.ts';
export { PlaybackError, type PlaybackErrorKind } from './playback-error.ts';
export { createPlaybackMachine, type PlaybackMachine, type MachineSnapshot } from './playback-machine.ts';
export type { Anchor, CuePlace } from './cue-place.ts';
export type { CueLine, CueRun } from './cue-text.ts';
export { createPlayback } from './playback.ts';
export type { PageLifecycle, Playback, PlaybackOptions, PlaybackPhase, PlaybackSnapshot } from './playback-types.ts';
export { LAST_PLAYBACK_KEY, playbackRecord, readPlaybackRecord, type PlaybackRecord } from './playback-record.ts';
export type { PlaybackPossibilities, PlaybackState } from './playback-state.ts';
export { createPlayerModel, type PlayerModel } from './player-model.ts';
export type { PlayReport } from './play-tracker.ts';
export { previewCellAt, type PreviewSheet } from './preview-picture.ts';
export { promptManners, type ShownPrompt } from './prompts.ts';
export { createWritable, type Readable, type Unsubscribe, type Writable } from './readable.ts';
export { createRatingNotice } from './rating-notice.ts';
export { createShakaEngine, type ShakaEngineOptions } from './shaka-engine.ts';
export { createSleepTimer, sleepChoices, type SleepChoice, type SleepTimer } from './sleep-timer.ts';
export { loadShakaScript } from './shaka-script.ts';
export { createShakaOfflineStore } from './shaka-offline-store.ts';
export type { PlayedVideo, ShownBreak } from './playback-ads.ts';
export type { SeekDirection, SeekModel } from './seek-model.ts';
export type { PlaybackPosition } from './shown-position.ts';
export type { StoredVideo, StoreRequest, Storing, StoreOutcome, OfflineStore } from './offline-store.ts';
export { createViewerPresence, type ViewerPresence } from './viewer-presence.ts';
export { isCaptionKey, subtitleKeyOf } from './track-options.ts';
