import { posix } from 'node:path';
import ts from 'typescript';

/** An import, a re-export or an `import()` of a file. */
export interface Import {
  /** From the root, or the name of a package. */
  readonly path: string;
  readonly isPackage: boolean;
  /** `import type` or `export type`. */
  readonly isType: boolean;
  /** `import()`, which runs later. */
  readonly isLazy: boolean;
  readonly line: number;
}

/** Every import of a file, in the order of the text. */
export function readImports(file: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const imports: Import[] = [];
  const add = (specifier: ts.Expression | undefined, { isType = false, isLazy = false }): void => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const name = specifier.text;
    const line = source.getLineAndCharacterOfPosition(specifier.getStart(source)).line + 1;
    // Imports within the project are full paths: `#src/…` from the root (package.json, `imports`), the others relative.
    const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : name.replace(/^#/, '');
    imports.push({ path, isPackage: !/^[.#]/.test(name), isType, isLazy, line });
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement))
      add(statement.moduleSpecifier, { isType: statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword });
    if (ts.isExportDeclaration(statement)) add(statement.moduleSpecifier, { isType: statement.isTypeOnly });
  }
  // Few files have one: do not walk through the others.
  if (/\bimport\s*\(/.test(text)) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
        add(node.arguments[0], { isLazy: true });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return imports;
}
