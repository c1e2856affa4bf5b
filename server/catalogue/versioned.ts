/** A value read at one version of the catalogue. */
export interface Versioned {
  readonly version: string;
}

export interface VersionedOptions<T extends Versioned> {
  findVersion(): Promise<string> | string;
  read(): Promise<T>;
  /** Whether a value of the current version is outdated. Default: never. */
  isOver?(value: T): boolean;
}

/**
 * Caches one value and reads it again when the catalogue's version changes. Concurrent calls share a read. A shared read
 * may have begun before an import that the call must see, so each call compares versions again after it.
 */
export function createVersioned<T extends Versioned>(options: VersionedOptions<T>): () => Promise<T> | T {
  const { findVersion, read, isOver = () => false } = options;
  let cached: T | undefined;
  let reading: Promise<T> | undefined;

  const readAgain = async (first: Promise<string> | string): Promise<T> => {
    for (let found = first; ; found = findVersion()) {
      const version = await found;
      if (cached?.version === version && !isOver(cached)) return cached;
      reading ??= read().finally(() => (reading = undefined));
      cached = await reading;
    }
  };

  return () => {
    const found = findVersion();
    return typeof found === 'string' && cached?.version === found && !isOver(cached) ? cached : readAgain(found);
  };
}
