import { HOME_ROW_KINDS, type HomeRow } from '#contract/home.ts';
import type { KeyValueStorage } from '#platform/platform.ts';
import type { SessionState } from './session-store.ts';

const KEY = 'home';

/** Maximum number of stored tiles per row: those in view and a few more. The next answer brings the rest. */
const MOST_TILES = 12;

/** Maximum size of the stored rows, in characters: a television's storage is small. The last rows are dropped. */
const MOST_CHARACTERS = 100_000;

/** Maximum age of a stored home, in ms. */
const LIFE_MS = 7 * 24 * 60 * 60_000;

interface Stored {
  readonly format: string;
  readonly owner: string;
  /** In ms since 1970. */
  readonly storedAt: number;
  readonly rows: HomeRow[];
}

/**
 * Finds damage only: the client validated the rows when they arrived, and `format` excludes another contract. Validating
 * all tiles with the schema again would delay the first picture.
 */
function isStored(value: unknown): value is Stored {
  const { owner, storedAt, rows } = Object(value) as Partial<Record<keyof Stored, unknown>>;
  const isRow = (row: unknown) => {
    const { kind, results } = Object(row) as Partial<Record<keyof HomeRow, unknown>>;
    return Object.prototype.hasOwnProperty.call(HOME_ROW_KINDS, String(kind)) && Array.isArray(results);
  };
  return typeof owner === 'string' && typeof storedAt === 'number' && Array.isArray(rows) && rows.every(isRow);
}

/**
 * Key of the viewer whose home may be stored: the profile and its age limit. Null without a profile, and for a profile
 * with a PIN, because nothing of it may be visible before the PIN.
 */
export function homeOwnerOf({ accountToken, lastProfile }: SessionState): string | null {
  if (accountToken === null || !lastProfile || lastProfile.profile.has_pin) return null;
  return `${lastProfile.profile.id} ${lastProfile.profile.max_rating}`;
}

export interface StoredHome {
  /** The rows that are stored for this owner, or null; what is another's, damaged or too old is removed. */
  read(owner: string): HomeRow[] | null;
  /** Keeps the rows of an owner in place of whatever was stored. */
  write(owner: string, rows: readonly HomeRow[]): void;
  remove(): void;
}

/**
 * The rows of one profile's home as they came last, for the first picture of the next start.
 *
 * @param format the app's version and its contract of home: rows of another format are removed
 */
export function createStoredHome(storage: KeyValueStorage, format: string, instant: () => number): StoredHome {
  const remove = () => storage.remove(KEY);
  let writtenRows = '';

  const parse = (text: string, owner: string): HomeRow[] | null => {
    const stored: unknown = JSON.parse(text);
    if (!isStored(stored)) return null;
    const age = instant() - stored.storedAt;
    // A date from the future says nothing of the age.
    if (stored.format !== format || stored.owner !== owner || age < 0 || age > LIFE_MS) return null;
    return stored.rows;
  };

  return {
    read(owner) {
      const text = storage.get(KEY);
      if (text === null) return null;
      try {
        const rows = parse(text, owner);
        if (rows?.length) return rows;
      } catch {
        // Damaged: removed as what is too old is.
      }
      remove();
      return null;
    },
    write(owner, rows) {
      const few = rows.map((row) => ({ ...row, results: row.results.slice(0, MOST_TILES) }) as HomeRow);
      while (few.length > 0 && JSON.stringify(few).length > MOST_CHARACTERS) few.pop();
      const text = JSON.stringify(few);
      // A disk wears out: the same rows are not written again.
      if (text === writtenRows) return;
      writtenRows = text;
      storage.set(KEY, JSON.stringify({ format, owner, storedAt: instant(), rows: few } satisfies Stored));
    },
    remove() {
      writtenRows = '';
      remove();
    },
  };
}
