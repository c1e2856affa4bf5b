import type { Clock } from '#src/lib/clock.ts';
import type { ReportStorage } from '#src/player/reports/pending-reports.ts';

/** A position where the episode stops for an advertisement; 0 is before the start. In seconds of the episode. */
export interface AdBreak {
  readonly id: string;
  readonly offset: number;
}

/**
 * The break due at a position: the last one up to there, unless it was seen. Earlier breaks do not count, so that a seek
 * over several breaks shows one.
 */
export function dueBreak(
  breaks: readonly AdBreak[],
  seen: ReadonlySet<string>,
  positionSeconds: number,
): AdBreak | null {
  const passed = breaks.filter(({ offset }) => offset <= positionSeconds);
  const last = passed.reduce<AdBreak | null>(
    (latest, one) => (latest && latest.offset > one.offset ? latest : one),
    null,
  );
  return last && !seen.has(last.id) ? last : null;
}

/** The breaks of an episode that a profile has seen. Stored on disk, so that a killed page repeats none of them. */
export interface SeenBreaks {
  read(): ReadonlySet<string>;
  add(ids: readonly string[]): void;
  /**
   * The episode was watched to its end, so its breaks are due again in the next playback. In this one they stay seen, also
   * when the viewer seeks back.
   */
  forget(): void;
}

const STORAGE_KEY = 'seenAdBreaks';
/** Breaks seen longer ago than a play log lives belong to an earlier playback, in ms. */
const LIFETIME_MS = 12 * 60 * 60 * 1_000;
const CAPACITY = 20;

interface Entry {
  readonly of: string;
  readonly ids: readonly string[];
  readonly seenAt: number;
}

export function createSeenBreaks(
  storage: ReportStorage,
  clock: Clock,
  { profileId, episodeId }: { profileId: string; episodeId: number },
): SeenBreaks {
  const of = `${profileId} ${episodeId}`;
  const list = () => readEntries(storage).filter(({ seenAt }) => seenAt > clock.instant() - LIFETIME_MS);
  const write = (entries: readonly Entry[]) => {
    if (entries.length === 0) storage.remove(STORAGE_KEY);
    else storage.set(STORAGE_KEY, JSON.stringify(entries.slice(-CAPACITY)));
  };
  const ofOthers = () => list().filter((entry) => entry.of !== of);
  /** Cached, because it is read several times a second. */
  let known: Set<string> | null = null;
  const read = () => (known ??= new Set(list().find((entry) => entry.of === of)?.ids));
  return {
    read,
    add(ids) {
      const seen = read();
      ids.forEach((id) => seen.add(id));
      write([...ofOthers(), { of, ids: Array.from(seen), seenAt: clock.instant() }]);
    },
    forget() {
      if (read().size > 0) write(ofOthers());
    },
  };
}

function readEntries(storage: ReportStorage): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    // A partial write: at worst an advertisement repeats.
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { of, ids, seenAt } = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof of === 'string' &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    typeof seenAt === 'number'
  );
}
