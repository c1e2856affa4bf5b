import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PreparedStream } from '#src/player/index.ts';

/** Rest of the focus before anything is requested, in ms: nobody waits this long on the way to something else. */
const REST_MS = 400;
/** Age at which prepared data is dropped, in ms: the right or the resume offset may have changed, and memory is short. */
const MOST_AGE_MS = 5 * 60_000;
/** Pause after a refusal for being too much, in ms. */
const PAUSE_MS = 5 * 60_000;

export interface PreparerOptions {
  readonly clock: Clock;
  /** Whether this set, this line and this viewer want it now. */
  readonly mayPrepare: () => boolean;
  /** Begins to load an episode; null without anything to load. @throws what the call throws */
  readonly open: (episodeId: number, signal: AbortSignal) => Promise<PreparedStream | null>;
  /** Whether the server asked for fewer calls. */
  readonly isTooMuch: (error: unknown) => boolean;
}

/** Prepares one episode at a time: the one that the focus rests on. */
export interface Preparer {
  /** The focus went to something that plays this episode; null for anything else. */
  rest(episodeId: number | null): void;
  /** Hands over what is prepared of an episode, once. */
  take(episodeId: number): PreparedStream | null;
  /** Aborts requests and frees the memory. */
  drop(): void;
}

interface Preparing {
  readonly episodeId: number;
  readonly begunAt: number;
  readonly abort: AbortController;
  readonly stopAge: Stop;
  stream: PreparedStream | null;
  isDone: boolean;
}

export function createPreparer({ clock, mayPrepare, open, isTooMuch }: PreparerOptions): Preparer {
  let current: Preparing | null = null;
  let stopRest: Stop = () => undefined;
  let pausedUntil = -Infinity;

  const drop = () => {
    const dropped = current;
    current = null;
    if (!dropped) return;
    dropped.stopAge();
    dropped.abort.abort();
    dropped.stream?.release();
  };

  const begin = async (episodeId: number): Promise<void> => {
    drop();
    const begun: Preparing = {
      episodeId,
      begunAt: clock.instant(),
      abort: new AbortController(),
      stopAge: clock.after(MOST_AGE_MS, () => (current === begun ? drop() : undefined)),
      stream: null,
      isDone: false,
    };
    current = begun;
    try {
      const stream = await open(episodeId, begun.abort.signal);
      if (current !== begun) return stream?.release();
      begun.stream = stream;
      await stream?.done;
      begun.isDone = true;
    } catch (error) {
      if (isTooMuch(error)) pausedUntil = clock.now() + PAUSE_MS;
      // Nobody asked for it, so nobody is told. The focus may come back and try again.
      if (current === begun) drop();
    }
  };

  return {
    rest(episodeId) {
      stopRest();
      if (current && !current.isDone && current.episodeId !== episodeId) drop();
      if (episodeId === null || current?.episodeId === episodeId) return;
      if (clock.now() < pausedUntil || !mayPrepare()) return;
      stopRest = clock.after(REST_MS, () => void begin(episodeId));
    },
    take(episodeId) {
      stopRest();
      const taken = current?.episodeId === episodeId ? current : null;
      // Timers stand still while a set sleeps.
      const isFresh = taken !== null && clock.instant() - taken.begunAt < MOST_AGE_MS;
      if (!taken?.stream || !isFresh) {
        drop();
        return null;
      }
      current = null;
      taken.stopAge();
      return taken.stream;
    },
    drop() {
      stopRest();
      drop();
    },
  };
}
