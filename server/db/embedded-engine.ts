import { fdatasyncSync, statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DatabaseUnavailableError } from '../lib/database-errors.ts';

/** The WASI number of an input or output error. */
const EIO = 29;

/**
 * Free space that is never used for writes, in bytes: the engine's log grows by files of 16 MB, and a checkpoint needs
 * room too. Without either the engine panics.
 */
export const SPACE_RESERVE = 64 * 1024 * 1024;
/** Free space that a checkpoint may need, in bytes: it frees more than it takes, so it may use most of the reserve. */
export const CHECKPOINT_RESERVE = 16 * 1024 * 1024;

/**
 * The engine's file system with a real fsync. As delivered the engine runs with `-F`, and its file system answers
 * "done" without doing anything: a power cut would lose what was acknowledged.
 */
export class DurableNodeFS extends NodeFS {
  readonly #sync: (file: number) => void;

  /** @param sync puts a file's content on the disk, by its descriptor. */
  constructor(folder: string, sync: (file: number) => void = fdatasyncSync) {
    super(folder);
    this.#sync = sync;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args);
    made.emscriptenOpts.preRun = [
      // The engine's types leave out the file system that its module carries.
      (module: unknown) => {
        const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
        NODEFS.stream_ops.fsync = (stream) => {
          try {
            if (stream.nfd !== undefined) this.#sync(stream.nfd);
            return 0;
          } catch {
            // As an error number: the engine swallows what is thrown here and would acknowledge the commit.
            return -EIO;
          }
        };
      },
      ...[made.emscriptenOpts.preRun ?? []].flat(),
    ];
    return made;
  }
}

const isPanic = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof Error && 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL'));

export interface EngineState {
  /** Resolves with the reason when the engine panicked. */
  readonly broken: Promise<Error>;
  readonly isBroken: boolean;
  /** @throws DatabaseUnavailableError when the engine is broken. */
  check(): void;
}

/**
 * Watches for a panic, as of a log that cannot be written. A server process would restart; this engine lives on in
 * memory with its locks held, and the next statement would spin for ever and block every signal, so none is sent to it.
 */
export function watchEngine(pglite: PGlite): EngineState {
  let reason: Error | undefined;
  let breakWith: (error: Error) => void;
  const broken = new Promise<Error>((resolve) => (breakWith = resolve));

  const check = () => {
    if (reason) throw new DatabaseUnavailableError('the embedded database has stopped', { cause: reason });
  };

  const execute = pglite.execProtocolStream.bind(pglite);
  const executeRaw = pglite.execProtocolRawSync.bind(pglite);
  pglite.execProtocolRawSync = (message) => {
    check();
    return executeRaw(message);
  };
  pglite.execProtocolStream = async (...args) => {
    try {
      return await execute(...args);
    } catch (error) {
      if (!isPanic(error)) throw error;
      reason ??= error as Error;
      breakWith(reason);
      throw new DatabaseUnavailableError('the embedded database has stopped', { cause: reason });
    }
  };
  return {
    broken,
    check,
    get isBroken() {
      return reason !== undefined;
    },
  };
}

/** Bytes that may still be written in a folder's file system; infinite where the system does not say. */
export function spaceLeft(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
