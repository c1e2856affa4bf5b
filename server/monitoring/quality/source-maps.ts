import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapping } from 'node:module';
import { join } from 'node:path';

/** Maps in memory: the first script's has a megabyte. */
const MOST_MAPS = 4;

const FRAME = /([\w.-]+\.m?js):(\d+):(\d+)/;

/** Resolves the frames of a stack of one version; a line without a map does not change. */
export type ResolveStack = (version: string, stack: string) => Promise<string[]>;

/** Empty where the map has nothing for a place. The declared type lacks the name. */
type Entry = Partial<SourceMapping> & { name?: string };

/** `src/app/gate.tsx` of `../../src/app/gate.tsx`: sources are named from the folder of their script. */
const sourceOf = (path: string) => path.replace(/^(?:\.{1,2}\/)+/, '');

/**
 * @param folder of the maps, by version. They contain the sources and are never served.
 */
export function createResolveStack(folder: string): ResolveStack {
  const known = new Map<string, Promise<SourceMap | null>>();

  const read = (path: string): Promise<SourceMap | null> => {
    const found =
      known.get(path) ??
      readFile(path, 'utf8').then(
        (text) => new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]),
        // A version of another build, or a damaged map: the stack is shown as it came.
        () => null,
      );
    known.delete(path);
    known.set(path, found);
    const [oldest] = known.size > MOST_MAPS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };

  const resolveLine = async (version: string, line: string) => {
    const [place, file = '', row, column] = FRAME.exec(line) ?? [];
    // Both come from the network; neither may leave the folder.
    if (place === undefined || file.startsWith('.') || !/^[0-9A-Za-z][\w.+-]*$/.test(version)) return line;
    const map = await read(join(folder, version, `${file}.map`));
    const entry: Entry | undefined = map?.findEntry(Number(row) - 1, Number(column) - 1);
    if (!entry?.originalSource) return line;
    const { name, originalSource, originalLine = 0, originalColumn = 0 } = entry;
    const at = `${sourceOf(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
    return name ? `${name} (${at})` : at;
  };

  return (version, stack) =>
    Promise.all(
      stack
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => resolveLine(version, line)),
    );
}
