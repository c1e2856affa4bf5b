export type { ChronicleEntry, ChronicleEvent } from './chronicle.ts';
export type { PlaybackEngine, SubtitleCue, SubtitleTracks } from './engine.ts';
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
export type { PlaybackPossibilities, PlaybackState } from './playback-state.ts';
export type { PlayReport } from './play-tracker.ts';
export type { Readable, Unsubscribe } from './readable.ts';
export { createShakaEngine, type ShakaEngineOptions } from './shaka-engine.ts';
export { loadShakaScript } from './shaka-script.ts';
export type { PlaybackPosition } from './shown-position.ts';
