import { setImmediate } from 'node:timers/promises';
import { createVersioned, findVersion, listTitleNames } from '../catalogue/index.ts';
import type { Connection } from '../db/open.ts';
import { comparedName } from './names.ts';

/** A comparison of names takes about 10 µs; other calls run in between. */
const COMPARED_AT_ONCE = 500;

interface NamedTitle {
  id: number;
  name: string;
}

interface TitlesByName {
  version: string;
  byName: ReadonlyMap<string, NamedTitle>;
}

/**
 * Finds titles by their compared names; of several with one name, that with the lowest id. Names are read again after each
 * change of the catalogue: the inbox is asked every two seconds, and a catalogue may have 50,000 titles.
 */
export function createTitlesByName(db: Connection): () => Promise<TitlesByName['byName']> {
  /** What names are compared as: a change of one title compares one name. */
  let compared: ReadonlyMap<string, string> = new Map();
  const read = createVersioned<TitlesByName>({
    findVersion: () => findVersion(db),
    async read() {
      const version = await findVersion(db);
      const titles = await listTitleNames(db);
      const [byName, next] = [new Map<string, NamedTitle>(), new Map<string, string>()];
      for (const [index, { id, name }] of titles.sort((one, other) => one.id - other.id).entries()) {
        if (index % COMPARED_AT_ONCE === 0) await setImmediate();
        const key = compared.get(name) ?? comparedName(name);
        next.set(name, key);
        if (!byName.has(key)) byName.set(key, { id, name });
      }
      compared = next;
      return { version, byName };
    },
  });
  return async () => (await read()).byName;
}
