import ts from 'typescript';

/** Lines that a file, and a function, may have before they count as long. */
const LONG_FILE_LINES = 350;
const LONG_FUNCTION_LINES = 100;

/** Something of the product that is hard to hold in the head: a file, or a function with the file's name. */
export interface Long {
  readonly name: string;
  readonly lines: number;
}

/**
 * The file, if it is long, and its long functions. The lines of functions within a function are not its own.
 *
 * @param file a path from the root
 */
export function longPartsOf(
  file: string,
  text: string,
): { readonly files: readonly Long[]; readonly functions: readonly Long[] } {
  const fileLines = text.split('\n').length - 1;
  const functions: Long[] = [];
  if (fileLines > LONG_FUNCTION_LINES) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    /** Counts the functions under `node`; returns the lines that they take of it. */
    const visit = (node: ts.Node): number => {
      let inner = 0;
      ts.forEachChild(node, (child) => void (inner += visit(child)));
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return inner;
      const all = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
      const lines = all - inner;
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      if (lines > LONG_FUNCTION_LINES)
        functions.push({ name: `${file} ${named?.getText(source) ?? 'unnamed'}`, lines });
      // One that shares its only line with its parent takes nothing away.
      return all > 1 ? all : 0;
    };
    visit(source);
  }
  return { files: fileLines > LONG_FILE_LINES ? [{ name: file, lines: fileLines }] : [], functions };
}
