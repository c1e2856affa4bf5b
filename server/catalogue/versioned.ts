/** A value as read at one version of the catalogue. */
export interface Versioned {
  readonly version: string;
}

export interface VersionedOptions<T extends Versioned> {
  findVersion(): Promise<string>;
  read(): Promise<T>;
  /** Whether a value of the right version is too old all the same; never when left out. */
  isOver?(value: T): boolean;
}

/**
 * Keeps one value in this process and reads it again when the catalogue has another version. Calls that need a reading
 * at the same time share it. A shared reading may have begun before an import was committed that the call must see, so
 * each call compares versions again after it.
 */
export function createVersioned<T extends Versioned>(options: VersionedOptions<T>): () => Promise<T> {
  const { findVersion, read, isOver = () => false } = options;
  let kept: T | undefined;
  let reading: Promise<T> | undefined;

  return async () => {
    for (;;) {
      const version = await findVersion();
      if (kept?.version === version && !isOver(kept)) return kept;
      reading ??= read().finally(() => (reading = undefined));
      kept = await reading;
    }
  };
}
