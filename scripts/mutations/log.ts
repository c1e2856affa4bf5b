import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * What the tests said about the mutants of one source: a file of JSON lines, written while the tests run, so that an ended
 * run loses one mutant at most. It knows each test file by its contents: what it said holds until it changes.
 */

export const FOLDER = 'artifacts/mutations';

export type Verdict =
  /** A test failed. */
  | 'noticed'
  /** The tests came to the mutant and passed. */
  | 'quiet'
  /** The tests never ended. */
  | 'hung';

export type Line =
  /** The first line: the hash of the source. */
  | { readonly source: string }
  /** A test file begins; the following lines are about it. */
  | { readonly test: string; readonly hash: string }
  /** The mutants that it comes to, among those that no other test file had noticed. */
  | { readonly covers: readonly string[] }
  | { readonly trying: string }
  | { readonly mutant: string; readonly verdict: Verdict }
  /** A test file fails without a mutant, or when it runs twice: it says nothing. */
  | { readonly unusable: string }
  /** The test file has said all. */
  | { readonly end: string };

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const logPath = (module: string, source: string) => join(FOLDER, 'results', module, `${source}.jsonl`);

export const addLine = (path: string, line: Line) => appendFileSync(path, `${JSON.stringify(line)}\n`);

/** Whole or not at all. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

/** What one test file said. */
export interface Said {
  readonly verdicts: Map<string, Verdict>;
  covers: readonly string[];
  /** What it was trying when the log ended. */
  trying?: string | undefined;
  hasEnded: boolean;
  isUnusable: boolean;
}

const nothing = (): Said => ({ verdicts: new Map(), covers: [], hasEnded: false, isUnusable: false });

/** The sayings that still hold, by test file. */
export function readLog(
  path: string,
  source: string,
  testHash: (test: string) => string | undefined,
): Map<string, Said> | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const said = new Map<string, Said>();
  let now: Said | undefined;
  for (const text of lines) {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      // The machine stopped within a line.
      continue;
    }
    if ('source' in line) {
      if (line.source !== hashOf(source)) return undefined;
    } else if ('test' in line) {
      const holds = testHash(line.test) === line.hash;
      now = holds ? (said.get(line.test) ?? nothing()) : nothing();
      if (holds) said.set(line.test, now);
    } else if (now && 'covers' in line) now.covers = [...new Set([...now.covers, ...line.covers])];
    else if (now && 'trying' in line) now.trying = line.trying;
    else if (now && 'mutant' in line) {
      now.verdicts.set(line.mutant, line.verdict);
      now.trying = undefined;
    } else if (now && 'unusable' in line) now.isUnusable = now.hasEnded = true;
    else if (now) now.hasEnded = true;
  }
  return said;
}
