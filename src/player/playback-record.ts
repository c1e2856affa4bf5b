import type { Chronicle, ChronicleEntry } from './chronicle.ts';
import type { PlaybackMeasures } from './chronicle-measures.ts';

/** Where the record of the last playback is kept: JSON text, without addresses or tokens. */
export const LAST_PLAYBACK_KEY = 'last-playback';

/** A chronicle as it may be shown and handed on. */
export interface PlaybackRecord {
  /** Instant, as ISO 8601 has it. */
  readonly startedAt: string;
  readonly measures: PlaybackMeasures;
  readonly entries: readonly ChronicleEntry[];
}

export function playbackRecord(chronicle: Chronicle): PlaybackRecord {
  return {
    startedAt: new Date(chronicle.startedAt).toISOString(),
    measures: chronicle.measures(),
    entries: chronicle.entries(),
  };
}

/** What was kept, or null when it is not there or another version wrote it. */
export function readPlaybackRecord(text: string | null): PlaybackRecord | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    const record = stored as Partial<PlaybackRecord> | null;
    return record && Array.isArray(record.entries) && typeof record.measures === 'object'
      ? (record as PlaybackRecord)
      : null;
  } catch {
    // Half a write: there is no record.
    return null;
  }
}
