import { Instrumenter } from '@stryker-mutator/instrumenter';
import { declarationsOf } from './declarations.ts';
import { isText, noise } from './noise.ts';

/** A small change of a source. */
export interface Mutant {
  /** Counted through one `instrument`. */
  readonly id: string;
  /** The same as long as the source is the same. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const positionOf = (lines: readonly string[], { line, column }: Place) =>
  lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);

function textBetween(lines: readonly string[], start: Place, end: Place): string {
  const text = lines.slice(start.line, end.line + 1);
  text[text.length - 1] = text[text.length - 1]!.slice(0, end.column);
  text[0] = text[0]!.slice(start.column);
  return text.join('\n');
}

const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore, isDebugEnabled: () => false };
const instrumenter = new Instrumenter(silent as unknown as ConstructorParameters<typeof Instrumenter>[0]);

/** All mutants of the sources, and each source with all of them in it: a global variable activates one. */
export async function instrument(
  sources: readonly { readonly path: string; readonly text: string }[],
): Promise<{ readonly codes: ReadonlyMap<string, string>; readonly mutants: readonly Mutant[] }> {
  const result = await instrumenter.instrument(
    sources.map(({ path, text }) => ({ name: path, content: text, mutate: true })),
    { ignorers: [noise], excludedMutations: [], plugins: null },
  );
  const lines = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
  const declarations = new Map(sources.map(({ path, text }) => [path, declarationsOf(path, text)]));
  const mutants = result.mutants.flatMap(({ id, fileName, location, mutatorName, replacement, status }) => {
    const of = lines.get(fileName)!;
    const original = textBetween(of, location.start, location.end);
    const isTemplateOfText = mutatorName === 'StringLiteral' && isText(original.slice(1, -1));
    const isDeclared = declarations.get(fileName)!(mutatorName, positionOf(of, location.start));
    if (status === 'Ignored' || isTemplateOfText || isDeclared) return [];
    const line = location.start.line + 1;
    return {
      id,
      name: `${line}:${location.start.column} ${mutatorName} ${replacement}`,
      path: fileName,
      line,
      mutator: mutatorName,
      original,
      replacement: replacement!,
    };
  });
  return { codes: new Map(result.files.map(({ name, content }) => [name, content])), mutants };
}
