import * as z from 'zod/mini';
import { withoutPersonal } from '#contract/rules/without-personal.ts';
import type { KeyValueStorage } from '#platform/platform.ts';

const crashSchema = z.object({
  /** The same for one defect of one version: repetitions are counted instead of listed. */
  fingerprint: z.string(),
  count: z.int(),
  /** Time of the last occurrence, ISO 8601. */
  at: z.string(),
  version: z.string(),
  /** Name of the route, without its parameters. */
  screen: z.string(),
  message: z.string(),
  /** The first stack lines, with file names only. */
  stack: z.array(z.string()),
});

export type Crash = z.output<typeof crashSchema>;

export interface CrashReport {
  readonly error: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly version: string;
  readonly screen: string;
}

const STORAGE_KEY = 'crashes';
const MOST_CRASHES = 5;
const MOST_LINES = 5;
const MOST_LETTERS = 200;

const shortened = (text: string) => withoutPersonal(text).slice(0, MOST_LETTERS);

/** FNV-1a, 32 bits, as eight hex digits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return `0000000${(sum >>> 0).toString(16)}`.slice(-8);
}

/** The last crashes of the app on this device, newest first. */
export function readCrashes(storage: KeyValueStorage): readonly Crash[] {
  try {
    return z.array(crashSchema).parse(JSON.parse(storage.get(STORAGE_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores a crash across starts. */
export function noteCrash(storage: KeyValueStorage, { error, at, version, screen }: CrashReport): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const lines = (stack ?? '').split('\n').filter((line) => /:\d+/.test(line) && !line.includes(message));
  const told = {
    // Long numbers are ids of titles and episodes.
    message: shortened(message).replace(/\d{3,}/g, '…'),
    stack: lines.slice(0, MOST_LINES).map((line) => shortened(line.trim())),
  };
  const fingerprint = hash([version, told.message, ...told.stack].join('\n'));
  const known = readCrashes(storage);
  const count = (known.find((crash) => crash.fingerprint === fingerprint)?.count ?? 0) + 1;
  const newest: Crash = { fingerprint, count, at: new Date(at).toISOString(), version, screen, ...told };
  const others = known.filter((crash) => crash.fingerprint !== fingerprint);
  storage.set(STORAGE_KEY, JSON.stringify([newest, ...others].slice(0, MOST_CRASHES)));
}

/** Fingerprints of the crashes that the server has. */
const SENT_KEY = 'sentCrashes';
const MOST_SENT = 20;

function readSent(storage: KeyValueStorage): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(storage.get(SENT_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/**
 * Sends the stored crashes that were not sent before, oldest first, one by one.
 *
 * @param send resolves with false when the call may succeed later: the rest is sent then.
 */
export async function sendCrashes(storage: KeyValueStorage, send: (crash: Crash) => Promise<boolean>): Promise<void> {
  for (const crash of [...readCrashes(storage)].reverse()) {
    if (readSent(storage).includes(crash.fingerprint)) continue;
    if (!(await send(crash))) return;
    storage.set(SENT_KEY, JSON.stringify([...readSent(storage), crash.fingerprint].slice(-MOST_SENT)));
  }
}
