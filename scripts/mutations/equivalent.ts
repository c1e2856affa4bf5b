import { readFileSync } from 'node:fs';
import type { Mutant } from './instrument.ts';

/** A mutant that changes nothing anybody can observe. */
interface Equivalent {
  readonly path: string;
  /** The line of the source on which the replaced text begins, trimmed; by default each line. */
  readonly line?: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** These do not count while no test notices them. */
const EQUIVALENT: readonly Equivalent[] = [
  {
    path: 'contract/error-reply.ts',
    original: 'true',
    replacement: 'false',
    reason: 'Only the keys of the table are read; it is an object so that the type check asks for each code.',
  },
];

const linesOf = new Map<string, readonly string[]>();
function lineAt({ path, line }: Mutant): string {
  if (!linesOf.has(path)) linesOf.set(path, readFileSync(path, 'utf8').split('\n'));
  return linesOf.get(path)![line - 1]!.trim();
}

const isAbout = (one: Equivalent, mutant: Mutant) =>
  one.path === mutant.path &&
  one.original === mutant.original &&
  one.replacement === mutant.replacement &&
  (one.line === undefined || one.line === lineAt(mutant));

export const isEquivalent = (mutant: Mutant) => EQUIVALENT.some((one) => isAbout(one, mutant));

/** Entries that are about none of a module's mutants: the source changed. */
export const staleEntries = (paths: readonly string[], mutants: readonly Mutant[]): readonly Equivalent[] =>
  EQUIVALENT.filter((one) => paths.includes(one.path) && !mutants.some((mutant) => isAbout(one, mutant)));
