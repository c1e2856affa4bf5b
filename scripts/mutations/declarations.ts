import ts from 'typescript';

/**
 * The contract declares shapes, codes and paths as data. Where such a literal is emptied, its uses do not compile, or no
 * call works: no test has to say it again. Functions in it, conditions, patterns and switches remain mutants.
 */
const DECLARES = /^contract\/(?!rules\/)/;
const LITERALS = new Set(['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration']);

/** The functions of a source, as positions in its text. */
function functionsOf(path: string, text: string): readonly (readonly [number, number])[] {
  const functions: [number, number][] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) functions.push([node.getStart(source), node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return functions;
}

/** @returns Whether a mutant that begins at a position of the text only empties a declaration. */
export function declarationsOf(path: string, text: string): (mutator: string, position: number) => boolean {
  if (!DECLARES.test(path)) return () => false;
  const functions = functionsOf(path, text);
  return (mutator, position) =>
    LITERALS.has(mutator) && !functions.some(([start, end]) => start <= position && position < end);
}
