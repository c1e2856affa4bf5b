import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { InboxFindings } from '#contract/console/inbox.ts';
import type { Connection } from '../../db/open.ts';
import type { InboxFileRow } from '../../db/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import { findAdded, findPlace } from '../contents/find-added.ts';
import type { Beside } from '../beside/facts.ts';
import { createFindBeside, type FoundBeside } from '../beside/find-beside.ts';
import { readNfo } from '../beside/read-nfo.ts';
import { explainFailure } from '../explain-failure.ts';
import { isPlaylist } from '../probe/input-file.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { makeFolder, uploadPathOf, uploadsFolderOf } from '../media-folder.ts';
import { checkInputFile, linkSource } from '../probe/input-file.ts';
import { guessFromName } from '../names.ts';
import type { RunTool } from '../run-tool.ts';
import { readHeaders } from '../steps/probe-step.ts';
import { storable } from '../texts/coded-text.ts';
import { isPictureOf, isSubtitleOf } from './file-rules.ts';
import { readFindings, readSoundFindings } from './findings.ts';
import { changeFile, listReceived } from './store.ts';

const MOST_AT_ONCE = 500;
const START_BYTES = 512;
/** The file's content is an episode already; the message says which one. */
const FILE_KNOWN = 'FILE_KNOWN';

export interface ExamineOptions {
  db: Connection;
  clock: Clock;
  mediaFolder: string;
  /** @throws IntakeError when this machine lacks a tool. */
  findRunTool(): RunTool;
}

/** Where the file lies. */
export const locationOf = (mediaFolder: string, { id, location }: Pick<InboxFileRow, 'id' | 'location'>): string =>
  location ?? uploadPathOf(mediaFolder, id);

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function probe(
  { mediaFolder, findRunTool }: ExamineOptions,
  file: InboxFileRow,
  signal: AbortSignal,
): Promise<InboxFindings> {
  const source = locationOf(mediaFolder, file);
  await checkInputFile(source);
  const runTool = findRunTool();
  await makeFolder(uploadsFolderOf(mediaFolder));
  const folder = await mkdtemp(join(uploadsFolderOf(mediaFolder), '.probe-'));
  try {
    await linkSource(source, folder);
    // Messages name the source, so they get the name that the operator knows.
    const named = join(folder, file.path.slice(file.path.lastIndexOf('/') + 1));
    try {
      const report = await readHeaders(runTool, { source: named, folder, signal });
      return (file.kind === 'sound' ? readSoundFindings : readFindings)(report, shownName(named));
    } catch (error) {
      throw explainFailure(error, 'examining', named, signal);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The watched folder, above which nothing is read. */
const rootOf = ({ location, path }: Pick<InboxFileRow, 'location' | 'path'>): string =>
  path.split('/').reduce((folder) => dirname(folder), location!);

/** What metadata say: an uploaded file itself, or the files beside a video of the watched folder. */
async function readBeside({ mediaFolder }: ExamineOptions, file: InboxFileRow): Promise<Beside | FoundBeside | null> {
  if (file.kind === 'metadata') {
    const name = shownName(file.path);
    const { title, episode, notices } = readNfo(await readFile(locationOf(mediaFolder, file)), name);
    if (title === null && episode === null)
      throw new IntakeError('METADATA_UNUSABLE', { name, detail: notices[0]?.message ?? '' });
    return { title, episode, notices: notices.map(storable), files: [basename(file.path)] };
  }
  if (file.kind !== 'video' || file.location === null) return null;
  const found = await createFindBeside(rootOf(file)).find(file.location, guessFromName(file.path).season);
  return { ...found, notices: found.notices.map(storable) };
}

async function judge(options: ExamineOptions, file: InboxFileRow, signal: AbortSignal): Promise<InboxFindings | null> {
  if (file.kind === 'video' || file.kind === 'sound') return probe(options, file, signal);
  if (file.kind === 'metadata') return null;
  const start = await readStart(locationOf(options.mediaFolder, file));
  const name = shownName(file.path);
  if (file.kind === 'picture' && !isPictureOf(extname(file.path), start))
    throw new IntakeError('PICTURE_UNSUPPORTED', { name });
  // WebVTT and SAMI begin as some playlists do; only readers of ours open them, which follow no names.
  if (file.kind === 'subtitle' && !/\.(?:vtt|smi|sami)$/i.test(file.path) && isPlaylist(start))
    throw new IntakeError('SUBTITLE_PLAYLIST', { name });
  if (file.kind === 'subtitle' && !isSubtitleOf(extname(file.path), start))
    throw new IntakeError('SUBTITLE_NO_PICTURES', { name });
  return null;
}

/**
 * Examines a file that was received. A refused upload is removed at once.
 *
 * @throws what is no finding about the file, such as a full disk: the file stays as it is and is examined again.
 */
export async function examine(options: ExamineOptions, file: InboxFileRow, signal: AbortSignal): Promise<void> {
  const { db, clock, mediaFolder } = options;
  // A file that was only renamed or moved is no news.
  if (file.location !== null && (await findAdded(db, [file.location])).length > 0) {
    await changeFile(db, file.id, 'received', { state: 'dismissed', changed_at: clock.now() });
    return;
  }
  // What somebody uploads again is shown, and left out unless the operator chooses it.
  const place = file.kind === 'video' ? await findPlace(db, locationOf(mediaFolder, file)) : undefined;
  const known = place === undefined ? null : { code: FILE_KNOWN, message: place };
  // It is shown also while this machine cannot look into the video.
  let beside: Awaited<ReturnType<typeof readBeside>> = null;
  try {
    beside = await readBeside(options, file);
    const findings = await judge(options, file, signal);
    await changeFile(db, file.id, 'received', { state: 'ready', findings, beside, problem: known });
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    const given = shownName(locationOf(mediaFolder, file));
    const message = error.message.replaceAll(given, () => shownName(file.path));
    const problem = { code: error.code, message };
    // The job examines the file again, with its own retries.
    if (!error.isFinal && error.code !== 'SOURCE_MISSING') {
      await changeFile(db, file.id, 'received', { state: 'ready', beside, problem: known ?? problem });
      return;
    }
    await changeFile(db, file.id, 'received', { state: 'refused', problem, changed_at: clock.now() });
    if (file.origin === 'upload') await rm(uploadPathOf(mediaFolder, file.id), { force: true });
  }
}

/** Examines what was received, until nothing is left or the signal aborts. */
export async function examineReceived(options: ExamineOptions, signal: AbortSignal): Promise<void> {
  for (const file of await listReceived(options.db, MOST_AT_ONCE)) {
    if (signal.aborted) return;
    await examine(options, file, signal);
  }
}
