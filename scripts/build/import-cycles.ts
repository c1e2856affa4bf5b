import type { Import } from './read-imports.ts';

/** The imports of each file, as paths from the root. May include packages and assets. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The edges from a file. Ignores `import()`: a list of lazy screens may refer to a screen that opens another one.
 */
export const edgesOf = (imports: readonly Import[]): readonly string[] =>
  imports.filter(({ isLazy }) => !isLazy).map(({ path }) => path);

/** One cycle for each strongly connected group of files: the shortest through its first file. */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const covered = new Set<string>();
  for (const file of graph.keys()) {
    if (covered.has(file)) continue;
    const cycle = shortestCycle(graph, file);
    if (!cycle) continue;
    cycles.push(cycle);
    cycle.forEach((member) => covered.add(member));
  }
  return cycles;
}

function shortestCycle(graph: ImportGraph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const imported of graph.get(file) ?? []) {
      if (imported === start) return pathTo(file, start, cameFrom);
      if (cameFrom.has(imported) || !graph.has(imported)) continue;
      cameFrom.set(imported, file);
      queue.push(imported);
    }
  }
  return null;
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [end];
  for (let file = end; file !== start;) {
    file = cameFrom.get(file) ?? start;
    path.unshift(file);
  }
  return path;
}
