import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operateAt } from '#server/console/operator/client.ts';
import { operatorSocketIn } from '#server/console/operator/socket-path.ts';
import { readDemoCatalogue } from '#server/catalogue/transfer/demo-catalogue.ts';
import { exportCatalogue } from '#server/catalogue/transfer/export-catalogue.ts';
import { writeRecordFile } from '#server/catalogue/transfer/export-file.ts';
import {
  CatalogueError,
  checkCatalogue,
  readRecords,
  type CatalogueRecord,
  type SourcedRecord,
} from '#server/catalogue/format/index.ts';
import { EmptyCatalogueError, importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTransact, openDatabase, type Database } from '#server/db/open.ts';
import { loadDemo } from '#server/demo/load.ts';
import { readEnv } from '#server/start/env.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { catalogueFolderOf, demoFolders } from '#server/start/folders.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openMediaStore } from '#server/providers/open-media-store.ts';
import { episodeNfo, titleNfo } from './catalogue/nfo-texts.ts';
import { generateCatalogue } from './catalogue/generate.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { explain, resultOf } from './operator-commands/with-operate.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `bora catalogue import <folder or .jsonl file>      replaces the catalogue, all of it or nothing
    --allow-empty                                         also with one that has no titles or no profile pictures
bora catalogue export <.jsonl file>                 writes it as import takes it
bora catalogue export-nfo <new folder>              writes a folder of .nfo files for each title, as media centres read them
bora catalogue generate --titles <number> --out <.jsonl file>
    --from <folder or .jsonl file>                        the catalogue that it makes larger; the demo's when left out`;

/** Records per progress line when the output is not a terminal. */
const TELL_EVERY = 1000;

/** Shows progress: on one line of a terminal, occasionally elsewhere. */
function tellProgress(done: number, what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} ${what}`);
  else if (done % TELL_EVERY === 0) process.stderr.write(`${done} ${what}\n`);
}

const endProgress = () => process.stderr.isTTY && process.stderr.write('\n');

/** Names the records of a folder that holds more than them, such as the demo's. @throws EnvError */
function requireRecords(path: string): void {
  const inside = join(path, 'catalogue', 'records');
  if (existsSync(inside)) throw new EnvError(`${path} holds more than records: name the folder ${inside}.`);
}

async function read(path: string): Promise<SourcedRecord[]> {
  requireRecords(path);
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
  const env = readEnv();
  // The server serves files from its own catalogue folder, wherever the records come from.
  await checkCatalogue(records, {
    folder: catalogueFolderOf(env.catalogueDir, await loadDemo(demoFolders)),
    mediaStore: openMediaStore(env.mediaStore),
  });
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

/** Writes records to a file, and says how many. */
async function writeRecords(
  path: string,
  writeAll: (write: (record: CatalogueRecord) => Promise<void>) => Promise<void>,
): Promise<void> {
  const written = await writeRecordFile(path, writeAll, (count) => tellProgress(count, 'records written'));
  endProgress();
  console.log(`Wrote ${written} records to ${path}.`);
}

/** The records of a catalogue, checked except for their files; those of the demo are sorted by id. */
async function readBase(from: string | undefined): Promise<CatalogueRecord[]> {
  if (from !== undefined) {
    const records = await read(from);
    await checkCatalogue(records);
    return records.map(({ record }) => record);
  }
  const demo = await loadDemo(demoFolders);
  if (demo === undefined) throw new EnvError('There is no demo to enlarge: name a catalogue with --from.');
  return readDemoCatalogue(demo.catalogueFolder);
}

async function generate(titles: number, path: string, from: string | undefined): Promise<void> {
  const base = await readBase(from);
  await writeRecords(path, async (write) => {
    for (const record of generateCatalogue(base, titles)) await write(record);
  });
}

/** A running server that has the embedded database open writes the file itself. */
async function exportTo(path: string): Promise<void> {
  const env = readEnv();
  let database: Database;
  try {
    database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  } catch (error) {
    const socket = operatorSocketIn(env.dataDir);
    if (!(error instanceof FolderInUseError) || socket === undefined) throw error;
    const { cnt_record: written } = await resultOf(operateAt(socket)('catalogue/export', { path: resolve(path) }));
    return console.log(`Wrote ${written} records to ${path}.`);
  }
  try {
    await migrate(database.longWork);
    await writeRecords(path, (write) => exportCatalogue(database.longWork, write));
  } finally {
    await database.close();
  }
}

/** Names of folders are ids: names of titles may contain what a path must not. */
async function exportNfo(folder: string): Promise<void> {
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  let written = 0;
  try {
    await migrate(database.longWork);
    await mkdir(folder);
    await exportCatalogue(database.longWork, async (record) => {
      if (record.kind !== 'title') return;
      const own = join(folder, String(record.id));
      await mkdir(own);
      const files = [titleNfo(record), ...record.episodes.flatMap((episode) => episodeNfo(episode) ?? [])];
      for (const { file, text } of files) await writeFile(join(own, file), text);
      tellProgress((written += 1), 'titles written');
    });
  } finally {
    await database.close();
  }
  endProgress();
  console.log(`Wrote ${written} titles to ${folder}.`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    titles: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
    'allow-empty': { type: 'boolean' },
  });
  const [command, path] = positionals;
  const titles = Number(values.titles);
  if (command === 'import' && path !== undefined) return importFrom(path, values['allow-empty'] ?? false);
  if (command === 'export' && path !== undefined) return exportTo(path);
  if (command === 'export-nfo' && path !== undefined) return exportNfo(path);
  if (command === 'generate' && Number.isInteger(titles) && titles > 0 && values.out !== undefined)
    return generate(titles, values.out, values.from);
  throw new UsageError(USAGE);
}

runCommand(main, (error) =>
  error instanceof EmptyCatalogueError
    ? `${error.message} Nothing was changed. To import it anyway, add --allow-empty.`
    : explain(error),
);
