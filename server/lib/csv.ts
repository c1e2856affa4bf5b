import { stringify, type Options } from 'csv-stringify/sync';

export type CsvCell = string | number | boolean | null;

/** The name of a column, and its value of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => CsvCell];

/**
 * Texts that a program would read as a formula begin with an apostrophe: viewers and licensors write some of them. Excel for
 * Windows reads Korean as UTF-8 only behind a byte order mark.
 */
const OPTIONS: Options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: { boolean: (value) => (value ? '예' : '아니요') },
};

/** The rows as CSV, after a line with the names of the columns; one chunk of text for each part of the rows. */
export async function* toCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([columns.map(([name]) => name)], { ...OPTIONS, bom: true });
  for await (const rows of parts)
    yield stringify(
      rows.map((row) => columns.map(([, cell]) => cell(row))),
      OPTIONS,
    );
}
