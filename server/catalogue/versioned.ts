/** A value read at one version of the catalogue. */
export interface Versioned {
  readonly version: string;
}

export interface VersionedOptions<T extends Versioned> {
  findVersion(): Promise<string>;
  read(): Promise<T>;
  /** Whether a value of the current version is outdated. Default: never. */
  isOver?(value: T): boolean;
}

/**
 * Caches one value and reads it again when the catalogue's version changes. Concurrent calls share a read. A shared read
 * may have begun before an import that the call must see, so each call compares versions again after it.
 */
export function createVersioned<T extends Versioned>(options: VersionedOptions<T>): () => Promise<T> {
  const { findVersion, read, isOver = () => false } = options;
  let cached: T | undefined;
  let reading: Promise<T> | undefined;

  return async () => {
    for (;;) {
      const version = await findVersion();
      if (cached?.version === version && !isOver(cached)) return cached;
      reading ??= read().finally(() => (reading = undefined));
      cached = await reading;
    }
  };
}
