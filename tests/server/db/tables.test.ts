import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/server/server-database.ts';

/** Names of types without the modules that they come from. */
const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** Columns declared in `tables.ts`, by table, with their types as TypeScript resolves them. */
function declaredTables(): Map<string, Map<string, string>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const file = join(root, 'server/db/tables.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // The types of columns need no others.
  const program = ts.createProgram([file], { ...options, types: [], lib: ['lib.es2023.d.ts'] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const tables = exported.find(({ name }) => name === 'Tables')!;
  const columnsOf = (type: ts.Type) =>
    new Map(
      checker.getPropertiesOfType(type).map((column) => {
        const text = checker.typeToString(checker.getTypeOfSymbol(column), source, FORMAT);
        return [column.name, text] as const;
      }),
    );
  return new Map(
    checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(tables))
      .map((table) => [table.name, columnsOf(checker.getTypeOfSymbol(table))]),
  );
}

/** TypeScript types of database column types. */
const typesOf: Record<string, RegExp> = {
  uuid: /^string/,
  text: /^(string|"|ContentRating|PlatformName|PlayLogState|JobState|JobStep)/,
  int4: /^(number|Generated<number>)/,
  int8: /^(number|Generated<number>)/,
  float8: /^(number|Generated<number>)/,
  bool: /^(boolean|Generated<boolean>)/,
  timestamptz: /^(Date|Generated<Date)/,
  jsonb: /^(Generated)?Json</,
  _text: /^(Generated<)?(string|RatingReason|\(".*"\))\[\]/,
  _int4: /^number\[\]/,
  _float8: /^number\[\]/,
};

test('tables.ts declares the tables, columns, types and nulls of the migrations', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{
    table_name: string;
    column_name: string;
    udt_name: string;
    is_nullable: 'YES' | 'NO';
    column_default: string | null;
  }>`select table_name, column_name, udt_name, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'`.execute(database.kysely);
  const declared = declaredTables();

  const names = (tables: Iterable<readonly [string, Iterable<string>]>) =>
    [...tables].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)).sort();
  expect(names([...declared].map(([table, columns]) => [table, columns.keys()]))).toEqual(
    rows.map(({ table_name: table, column_name: column }) => `${table}.${column}`).sort(),
  );
  for (const {
    table_name: table,
    column_name: column,
    udt_name: type,
    is_nullable: isNullable,
    column_default,
  } of rows) {
    const written = declared.get(table)!.get(column)!;
    expect(written, `${table}.${column} is ${type}`).toMatch(typesOf[type]!);
    // For jsonb, the inner type says whether it may be null.
    if (type !== 'jsonb')
      expect([`${table}.${column}`, written.includes('| null')]).toEqual([`${table}.${column}`, isNullable === 'YES']);
    expect([`${table}.${column}`, written.startsWith('Generated')]).toEqual([
      `${table}.${column}`,
      column_default !== null,
    ]);
  }
  await database.close();
});

test('no check of the database lists the kinds of devices, which the contract knows', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(database.kysely);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ definition }) => definition.includes(`'webos'`))).toEqual([]);
  await database.close();
});
