/** Something that was started and has not ended. */
export interface Held {
  readonly what: string;
  /** The file that started it, from the repository's root: the app's, a library's or a test's; else `node`. */
  readonly file: string;
  readonly stop: () => void;
}

interface HoldOptions {
  /** Ends it without the app. */
  readonly stop?: () => void;
  /** Asked at the end; default: always. */
  readonly isCounted?: () => boolean;
}

interface Entry extends HoldOptions {
  readonly what: string;
  readonly trace: { readonly stack?: string };
}

/** Null while nobody counts. */
let held: Set<Entry> | null = null;

/** Frames to look through for the file that started something. */
const FRAMES = 12;

/**
 * Notes that something was started. Doubles call it for what the app starts on them, held-by-page.ts for the page.
 *
 * @returns call it when that ends; idempotent
 */
export function hold(what: string, options: HoldOptions = {}): () => void {
  if (!held) return () => undefined;
  const trace = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  // Formatted only when it is read.
  Error.captureStackTrace(trace, hold);
  Error.stackTraceLimit = stackTraceLimit;
  const entries = held;
  const entry = { what, trace, ...options };
  entries.add(entry);
  return () => void entries.delete(entry);
}

/** Helpers, which start things for their callers. */
const IS_HELPER = /^(src\/lib|platform)\//;

function fileOf(stack = ''): string {
  const files = Array.from(
    // The checkout may be in a folder with one of these names.
    stack
      .split(`${process.cwd()}/`)
      .join('/')
      .matchAll(/\/((?:src|platform|server|tests|node_modules)\/[^\s:?)]+)/g),
    ([, file]) => file ?? '',
  ).filter((file) => !file.startsWith('tests/support/'));
  const [first = 'node'] = files;
  if (!IS_HELPER.test(first)) return first;
  // A set's own listeners are its platform's.
  return files.find((file) => file.startsWith('src/') && !IS_HELPER.test(file)) ?? first;
}

/** Counts what is started from now on. */
export const startCounting = (): void => {
  held ??= new Set();
};

/** Stops counting, and returns what has not ended. */
export function stopCounting(): Held[] {
  const left = Array.from(held ?? []).filter(({ isCounted }) => isCounted?.() ?? true);
  held = null;
  return left.map(({ what, trace, stop }) => ({ what, file: fileOf(trace.stack), stop: () => stop?.() }));
}
