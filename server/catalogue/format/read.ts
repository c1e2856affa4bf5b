import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { type CatalogueRecord, recordSchema } from './records.ts';

/** A record and its source, e.g. `records/titles/lantern-fox.json` or `catalogue.jsonl:12`. */
export interface SourcedRecord {
  source: string;
  record: CatalogueRecord;
}

export interface CatalogueProblem {
  /** Label of the record: its name and source. */
  record: string;
  /** Path of the field, e.g. `episodes[2].clip`; empty for the whole record. */
  field: string;
  message: string;
  /** The same in Korean, for forms; absent for what forms cannot cause. */
  shown?: string | undefined;
}

/** All problems of a catalogue; the message has one line per problem. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly problems: readonly CatalogueProblem[];

  constructor(problems: readonly CatalogueProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

const formatProblem = ({ record, field, message }: CatalogueProblem) =>
  field === '' ? `${record}: ${message}` : `${record}: ${field}: ${message}`;

/** The base folder of file paths: the catalogue itself, or the folder of its `.jsonl` file. */
export async function folderOf(catalogue: string): Promise<string> {
  return (await stat(catalogue)).isDirectory() ? catalogue : dirname(catalogue);
}

/**
 * Reads the records of a folder (every `.json` file at any depth, ordered by path) or of a `.jsonl` file one by one. An
 * invalid text yields its problems instead, so that the caller can report all of them at once.
 */
export async function* readRecords(catalogue: string): AsyncGenerator<SourcedRecord | CatalogueError> {
  for await (const { source, text } of readTexts(catalogue)) {
    try {
      yield { source, record: parseRecord(source, text) };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      yield error;
    }
  }
}

/** All records of a catalogue. @throws CatalogueError that lists every invalid text. */
export async function readCatalogue(catalogue: string): Promise<SourcedRecord[]> {
  const records: SourcedRecord[] = [];
  const problems: CatalogueProblem[] = [];
  for await (const read of readRecords(catalogue)) {
    if (read instanceof CatalogueError) problems.push(...read.problems);
    else records.push(read);
  }
  if (problems.length > 0) throw new CatalogueError(problems);
  return records;
}

/**
 * The records of a text: one in each line, or a single one over several lines.
 *
 * @param name what the problems call the text.
 * @throws CatalogueError that lists everything that is no record.
 */
export function parseRecords(name: string, text: string): SourcedRecord[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ source: `${name}:${index + 1}`, text: line }));
  const filled = lines.filter((line) => line.text.trim() !== '');
  const isInLines = filled[0]?.text.trim().endsWith('}') ?? true;
  const records: SourcedRecord[] = [];
  const problems: CatalogueProblem[] = [];
  for (const one of isInLines ? filled : [{ source: name, text }]) {
    try {
      records.push({ source: one.source, record: parseRecord(one.source, one.text) });
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new CatalogueError(problems);
  return records;
}

async function* readTexts(catalogue: string): AsyncGenerator<{ source: string; text: string }> {
  if ((await stat(catalogue)).isDirectory()) {
    for (const path of await jsonFilesIn(catalogue)) {
      yield { source: relative(catalogue, path).split(sep).join('/'), text: await readFile(path, 'utf8') };
    }
    return;
  }
  const name = relative(dirname(catalogue), catalogue);
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(catalogue), crlfDelay: Infinity })) {
    number += 1;
    if (text.trim() !== '') yield { source: `${name}:${number}`, text };
  }
}

async function jsonFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function parseRecord(source: string, text: string): CatalogueRecord {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CatalogueError([{ record: source, field: '', message: `not JSON (${(cause as Error).message})` }]);
  }
  const parsed = recordSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CatalogueError(
    parsed.error.issues.map((issue) => ({
      record: recordLabel(source, value),
      field: formatPath(issue.path),
      message: issue.message,
    })),
  );
}

/** `"name" (source)`; without a name, only the source. */
export function recordLabel(source: string, value: unknown): string {
  const { name, title, id } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const known = [name, title, id].find((part) => typeof part === 'string' || typeof part === 'number');
  return known === undefined ? source : `"${known}" (${source})`;
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
