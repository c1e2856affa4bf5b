import type { ChronicleEntry } from './chronicle-entry.ts';
import type { Chronicle } from './chronicle.ts';
import type { PlaybackMeasures } from './chronicle-measures.ts';

/** Storage key of the last playback's record: JSON without addresses or tokens. */
export const LAST_PLAYBACK_KEY = 'last-playback';

/** A chronicle in a form that may be shown and exported. */
export interface PlaybackRecord {
  /** ISO 8601. */
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

/** The stored record, or null when it is missing or of another version. */
export function readPlaybackRecord(text: string | null): PlaybackRecord | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    const record = stored as Partial<PlaybackRecord> | null;
    return record && Array.isArray(record.entries) && typeof record.measures === 'object'
      ? (record as PlaybackRecord)
      : null;
  } catch {
    // A partial write.
    return null;
  }
}
