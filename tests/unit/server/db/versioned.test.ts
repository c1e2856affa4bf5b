import { describe, expect, test } from 'vitest';
import { createVersioned, type Versioned } from '#server/catalogue/versioned.ts';

/** A catalogue whose reads end on demand, each with the version at its start. */
function createSource() {
  let version = 1;
  const endings: (() => void)[] = [];
  const get = createVersioned<Versioned>({
    findVersion: () => Promise.resolve(String(version)),
    read: () => {
      const began = { version: String(version) };
      return new Promise((resolve) => endings.push(() => resolve(began)));
    },
  });
  return {
    get,
    commitImport: () => void (version += 1),
    /** Ends the read with the given number, once it has begun. */
    async endReading(index: number) {
      await expect.poll(() => endings.length).toBeGreaterThan(index);
      endings[index]!();
    },
    countReadings: () => endings.length,
  };
}

describe('a value cached by version', () => {
  test('is read once by concurrent calls, and again for a new version', async () => {
    const source = createSource();
    const calls = Promise.all([source.get(), source.get()]);
    await source.endReading(0);
    expect(await calls).toEqual([{ version: '1' }, { version: '1' }]);
    expect(await source.get()).toEqual({ version: '1' });
    expect(source.countReadings()).toBe(1);

    source.commitImport();
    const later = source.get();
    await source.endReading(1);
    expect(await later).toEqual({ version: '2' });
  });

  test('is never older than an import that was committed before the call', async () => {
    const source = createSource();
    const before = source.get();
    await expect.poll(source.countReadings).toBe(1);
    source.commitImport();
    // Joins the read that began before the import, and must not return its result.
    const after = source.get();
    await source.endReading(0);
    await source.endReading(1);
    expect(await after).toEqual({ version: '2' });
    await before;
  });

  test('is read again after a failed read', async () => {
    let reads = 0;
    const get = createVersioned<Versioned>({
      findVersion: () => Promise.resolve('1'),
      read: () => {
        reads += 1;
        return reads === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve({ version: '1' });
      },
    });
    await expect(Promise.all([get(), get()])).rejects.toThrow('no connection');
    expect(await get()).toEqual({ version: '1' });
  });
});
