/** What one run of Vitest has to try, written by the command for its workers. */
export interface Plan {
  readonly root: string;
  /** From the root, in the order in which they run. */
  readonly tests: readonly string[];
  readonly sources: readonly PlannedSource[];
}

export interface PlannedSource {
  readonly path: string;
  /** The source with all mutants in it. */
  readonly code: string;
  readonly log: string;
  /** Those left to try, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** The tests that load the source, except those that have said all; with what they passed already. */
  readonly tests: Readonly<Record<string, { readonly hash: string; readonly quiet: readonly string[] }>>;
}
