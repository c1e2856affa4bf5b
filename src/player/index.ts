export type {
  EngineEvent,
  EngineLoadRequest,
  EngineState,
  PlaybackEngine,
  SubtitleCue,
  SubtitleTracks,
} from './engine.ts';
export { createChronicle, type Chronicle, type ChronicleEntry, type ChronicleEvent } from './chronicle.ts';
export {
  createPendingReports,
  type PendingReport,
  type PendingReports,
  type PendingReportsOptions,
  type ReportStorage,
} from './pending-reports.ts';
export { PlaybackError, type PlaybackErrorKind } from './playback-error.ts';
export type {
  PlaybackMachine,
  PlaybackPosition,
  PlaybackPossibilities,
  PlaybackSnapshot,
  PlaybackState,
} from './playback-machine.ts';
export {
  createPlaybackSession,
  type PageVisibility,
  type PlaybackSession,
  type PlaybackSessionOptions,
  type SessionPhase,
  type SessionSnapshot,
} from './playback-session.ts';
export type { PlayReport } from './play-tracker.ts';
export type { Readable, Unsubscribe } from './readable.ts';
export { createShakaEngine, type ShakaEngineOptions } from './shaka-engine.ts';
