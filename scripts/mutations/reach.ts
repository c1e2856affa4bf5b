import { existsSync, readFileSync } from 'node:fs';
import { readImports } from '../build/read-imports.ts';

interface Imports {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

const known = new Map<string, Imports>();

/** What a file imports when it runs; types are not there then. */
export function importsOf(file: string): Imports {
  let imports = known.get(file);
  if (!imports) {
    const all = readImports(file, readFileSync(file, 'utf8')).filter(({ isType }) => !isType);
    imports = {
      files: all.filter(({ path, isPackage }) => !isPackage && /\.tsx?$/.test(path) && existsSync(path)).map(pathOf),
      packages: all.filter(({ isPackage }) => isPackage).map(pathOf),
    };
    known.set(file, imports);
  }
  return imports;
}

const pathOf = ({ path }: { readonly path: string }) => path;

/**
 * All files that load with a file, including itself.
 * @param isFollowed - Whether to go on from a file; by default from every one.
 */
export function reachOf(file: string, isFollowed: (file: string) => boolean = () => true): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const next of reached) if (isFollowed(next)) importsOf(next).files.forEach((path) => reached.add(path));
  return reached;
}
