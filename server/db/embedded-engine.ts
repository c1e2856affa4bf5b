import { fdatasyncSync, statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DatabaseUnavailableError } from '../lib/database-errors.ts';

/** WASI errno of an I/O error. */
const EIO = 29;

/**
 * Free space in bytes that writes must leave: the engine's WAL grows in files of 16 MB, and a checkpoint needs space
 * too. Without enough space the engine panics.
 */
export const SPACE_RESERVE = 64 * 1024 * 1024;
/** Free space in bytes required for a checkpoint. It frees more than it takes, so it may use most of the reserve. */
export const CHECKPOINT_RESERVE = 16 * 1024 * 1024;

/**
 * The engine's file system with a real fsync. By default the engine runs with `-F`, and its file system's fsync does
 * nothing: a power cut would lose acknowledged commits.
 */
export class DurableNodeFS extends NodeFS {
  readonly #sync: (file: number) => void;

  /** @param sync flushes a file to disk, by its descriptor. */
  constructor(folder: string, sync: (file: number) => void = fdatasyncSync) {
    super(folder);
    this.#sync = sync;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args);
    made.emscriptenOpts.preRun = [
      // The engine's types omit the file system that its module exposes.
      (module: unknown) => {
        const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
        NODEFS.stream_ops.fsync = (stream) => {
          try {
            if (stream.nfd !== undefined) this.#sync(stream.nfd);
            return 0;
          } catch {
            // Returns an errno, because the engine swallows exceptions here and would acknowledge the commit.
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
  /** Resolves with the reason when the engine panics. */
  readonly broken: Promise<Error>;
  readonly isBroken: boolean;
  /** @throws DatabaseUnavailableError when the engine has panicked. */
  check(): void;
}

/**
 * Detects a panic, for example when the WAL cannot be written. A server process would restart, but this engine stays in
 * memory with its locks held: the next statement would spin forever and block every signal, so no statement is sent.
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

/** Free bytes of a folder's file system; infinite when the system does not report it. */
export function spaceLeft(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
