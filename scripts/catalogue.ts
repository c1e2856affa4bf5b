import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkCatalogue } from '#catalogue/check.ts';
import type { CatalogueRecord } from '#catalogue/format.ts';
import { generateCatalogue } from '#catalogue/generate.ts';
import { CatalogueError, readRecords, type SourcedRecord } from '#catalogue/read.ts';
import { readDemoCatalogue } from '#server/catalogue/demo-catalogue.ts';
import { exportCatalogue } from '#server/catalogue/export-catalogue.ts';
import { EmptyCatalogueError, importCatalogue } from '#server/catalogue/import-catalogue.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTransact, openDatabase } from '#server/db/open.ts';
import { EnvError, readEnv } from '#server/env.ts';
import { catalogueFolder } from '#server/folders.ts';
import { systemClock } from '#server/lib/clock.ts';

const USAGE = `npm run catalogue -- import <folder or .jsonl file>      replaces the catalogue, all of it or nothing
    --allow-empty                                         also with one that has no titles or no profile pictures
npm run catalogue -- export <.jsonl file>                 writes it as import takes it
npm run catalogue -- generate --titles <number> --out <.jsonl file>`;

/** Records between two lines of progress where the output is no terminal. */
const TELL_EVERY = 1000;

/** Says how far it is: in one line on a terminal, now and then elsewhere. */
function tellProgress(done: number, what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} ${what}`);
  else if (done % TELL_EVERY === 0) process.stderr.write(`${done} ${what}\n`);
}

const endProgress = () => process.stderr.isTTY && process.stderr.write('\n');

async function read(path: string): Promise<SourcedRecord[]> {
  const records: SourcedRecord[] = [];
  const problems: CatalogueError[] = [];
  for await (const one of readRecords(path)) {
    if (one instanceof CatalogueError) problems.push(one);
    else records.push(one);
    tellProgress(records.length, 'records read');
  }
  endProgress();
  if (problems.length > 0) throw new CatalogueError(problems.flatMap((error) => error.problems));
  return records;
}

async function importFrom(path: string, allowEmpty: boolean): Promise<void> {
  const records = await read(path);
  // The server gives files out of its own catalogue folder, wherever the records come from.
  await checkCatalogue(records, { folder: catalogueFolder });
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  try {
    await migrate(database.longWork);
    const options = { transact: createTransact(database.longWork), clock: systemClock, allowEmpty };
    await importCatalogue(
      options,
      records.map(({ record }) => record),
    );
  } finally {
    await database.close();
  }
  const titles = records.filter(({ record }) => record.kind === 'title').length;
  console.log(`Imported ${records.length} records, ${titles} of them titles.`);
}

/** Writes records as lines; the file has its name only when it is whole. */
async function writeRecords(
  path: string,
  writeAll: (write: (record: CatalogueRecord) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`;
  const file: WriteStream = createWriteStream(part);
  await once(file, 'open');
  let written = 0;
  try {
    await writeAll(async (record) => {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain');
      tellProgress((written += 1), 'records written');
    });
    file.end();
    await once(file, 'finish');
  } catch (error) {
    file.destroy();
    await rm(part, { force: true });
    throw error;
  }
  await rename(part, path);
  endProgress();
  console.log(`Wrote ${written} records to ${path}.`);
}

const generate = (titles: number, path: string): Promise<void> =>
  writeRecords(path, async (write) => {
    for (const record of generateCatalogue(await readDemoCatalogue(catalogueFolder), titles)) await write(record);
  });

async function exportTo(path: string): Promise<void> {
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  try {
    await migrate(database.longWork);
    await writeRecords(path, (write) => exportCatalogue(database.longWork, write));
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { titles: { type: 'string' }, out: { type: 'string' }, 'allow-empty': { type: 'boolean' } },
  });
  const [command, path] = positionals;
  const titles = Number(values.titles);
  if (command === 'import' && path !== undefined) return importFrom(path, values['allow-empty'] ?? false);
  if (command === 'export' && path !== undefined) return exportTo(path);
  if (command === 'generate' && Number.isInteger(titles) && titles > 0 && values.out !== undefined)
    return generate(titles, values.out);
  throw new EnvError(USAGE);
}

main().catch((error: unknown) => {
  if (error instanceof FolderInUseError) console.error('A server has the data folder open: stop it first.');
  else if (error instanceof EmptyCatalogueError)
    console.error(`${error.message} Nothing was changed. To import it all the same, add --allow-empty.`);
  else if (error instanceof CatalogueError || error instanceof EnvError) console.error(error.message);
  // A file that is not there, a folder that cannot be written: the system's own sentence names it.
  else if (error instanceof Error && 'syscall' in error) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
});
