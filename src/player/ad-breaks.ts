import type { Clock } from '#src/lib/clock.ts';
import type { ReportStorage } from './pending-reports.ts';

/** A place where the episode stops for an advertisement; 0 is before the start. In seconds of the episode. */
export interface AdBreak {
  readonly id: string;
  readonly offset: number;
}

/**
 * The break that has to be shown at a position: the last one up to there, unless it was seen. What lies before it does
 * not count any more, so that a seek over several breaks shows one.
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

/** Breaks that a profile has seen of an episode, kept on disk: a killed page shows none of them again. */
export interface SeenBreaks {
  read(): ReadonlySet<string>;
  add(ids: readonly string[]): void;
  /**
   * The episode was watched to its end: the next time is another time. This one is not over yet; who goes back in it sees
   * none again.
   */
  forget(): void;
}

const STORAGE_KEY = 'seenAdBreaks';
/** What was seen longer ago than a play log lives was seen in another sitting, in ms. */
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
  /** Asked several times a second: read from disk once. */
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
    // Half a write: an advertisement more is the worst that follows.
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
