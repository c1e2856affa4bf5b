import { lstat, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  DEFAULT_ACCESS,
  DEFAULT_RATING,
  type Inbox,
  type InboxFile,
  type InboxProposal,
  type OwnAccess,
  type OwnProtection,
} from '#contract/console/inbox.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { InboxFileRow } from '../../db/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import { MissingError, RefusedError } from '../../lib/refused-error.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { EPISODE_FIELDS, factLines, TITLE_FIELDS } from '../beside/facts.ts';
import { DISK_WITHIN_MS, freeBytesOf } from '../disk.ts';
import type { PictureKind, Pictures } from '../job.ts';
import { uploadPathOf } from '../media-folder.ts';
import type { MediaOperations } from '../operations.ts';
import { RESERVED_BYTES } from '../rules.ts';
import { LARGEST_VIDEO_BYTES, MOST_WAITING } from './file-rules.ts';
import { changedMeanwhile, createJobSources } from './job-sources.ts';
import { createKnownTitles, type Known, type KnownTitles } from './known-titles.ts';
import { isOtherYear } from '../plan-titles.ts';
import { filesOfSubtitles, findMissingHalves, type OwnSubtitle } from './own-subtitles.ts';
import { isCertain, proposeTitles, type ProposedTitle } from './propose.ts';
import { changeFile, deleteWaiting, findFile, giveToJob, listReady, listWaiting } from './store.ts';
import { removeUploadedFiles } from './tidy.ts';
import type { Uploads } from './uploads.ts';
import { findWatchReport } from './watch.ts';

export interface InboxOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  mediaFolder: string;
  media: MediaOperations;
  record: RecordChange;
  isWatching: boolean;
  /** Throws IntakeError when this machine lacks a tool. */
  findTools(): unknown;
  /** Whether viewers can prove their age. Default: true. */
  hasAgeProof?: boolean | undefined;
  /** Shared by inboxes that are made for single calls. */
  knownTitles?: KnownTitles | undefined;
  /** Keeps requests from writing to an upload; absent where none is received. */
  uploads?: Uploads | undefined;
}

export interface StartRequest {
  title: { id: number } | { name: string; content_rating: ContentRating };
  access: OwnAccess;
  protection?: OwnProtection | undefined;
  episodes: readonly { file_id: string; number: number; subject: string | null; replaces?: boolean | undefined }[];
}

/** Operations on files that wait for an operator. All throw RefusedError. */
export interface InboxOperations {
  show(): Promise<Inbox>;
  /** Makes jobs of files whose names an operator has confirmed. */
  start(request: StartRequest): Promise<{ title_id: number; job_ids: string[] }>;
  /** Makes clips for advertisements of the files. */
  startAdvertisements(request: { file_ids: readonly string[] }): Promise<{ job_ids: string[] }>;
  /** Starts the videos of the watched folder whose names leave no doubt. */
  startCertain(): Promise<void>;
  remove(id: string): Promise<void>;
}

const isExisting = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A name is read before its video was examined, so that the operator can correct it early; the rest of an upload may never come. */
const isNamed = ({ state, origin }: InboxFileRow) =>
  state !== 'refused' && !(state === 'receiving' && origin === 'upload');

const fileNameOf = ({ path }: Pick<InboxFileRow, 'path'>) => path.slice(path.lastIndexOf('/') + 1);

export function createInbox(options: InboxOptions): InboxOperations {
  const { db, transact, mediaFolder, media, record, isWatching, findTools, uploads } = options;
  const { findTitles, findKnown } = options.knownTitles ?? createKnownTitles(db);
  const { sourceOf, pictureOf } = createJobSources(mediaFolder);

  const propose = async (
    rows: readonly InboxFileRow[],
  ): Promise<{ proposed: ProposedTitle; known: Known | null }[]> => {
    const proposals = proposeTitles(rows.filter(isNamed));
    const names = proposals.flatMap(({ name, datedName }) => [name, datedName]);
    const titles = await findTitles(names.filter((name) => name !== undefined));
    const titleOf = ({ name = '', datedName = '' }: ProposedTitle) => titles.get(datedName) ?? titles.get(name);
    const knownTitles = await findKnown(proposals.flatMap((proposed) => titleOf(proposed) ?? []));
    return proposals.map((proposed) => {
      const { season } = proposed;
      const title = titleOf(proposed);
      const known = title === undefined ? null : knownTitles.get(title.id)!;
      const episodes = proposed.episodes.map((episode) => ({
        ...episode,
        isUnsure: episode.isUnsure || isOtherYear({ year: episode.year, season }, known?.airYear),
      }));
      return { proposed: { ...proposed, episodes }, known };
    });
  };

  const showFile = async (row: InboxFileRow, missing: string | null): Promise<InboxFile> => ({
    id: row.id,
    origin: row.origin,
    kind: row.kind,
    path: row.path,
    bytes: row.bytes,
    received_bytes:
      row.origin === 'upload' && row.state === 'receiving'
        ? ((await stat(uploadPathOf(mediaFolder, row.id)).catch(() => undefined))?.size ?? 0)
        : row.bytes,
    modified_at: row.modified_at?.toISOString() ?? null,
    state: row.state as InboxFile['state'],
    problem: row.problem,
    findings: row.findings,
    missing,
    uploaded_by: row.uploaded_by,
    created_at: row.created_at.toISOString(),
  });

  const hasTools = () => {
    try {
      findTools();
      return true;
    } catch {
      return false;
    }
  };

  /** @param rows files that can be started. @throws RefusedError unless all are videos among them. */
  const videosOf = (ids: readonly string[], rows: readonly InboxFileRow[]): InboxFileRow[] => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const videos = ids.map((id) => byId.get(id)).filter((row) => row?.kind === 'video') as InboxFileRow[];
    if (videos.length < ids.length || new Set(videos).size < videos.length) throw changedMeanwhile();
    return videos;
  };

  const start: InboxOperations['start'] = async ({ title, access, protection, episodes }) => {
    // Subtitles and pictures are found among all files that wait.
    const rows = (await listWaiting(db, MOST_WAITING)).filter(({ state }) => state === 'ready');
    const videos = videosOf(
      episodes.map(({ file_id: id }) => id),
      rows,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const proposals = proposeTitles(rows);
    const proposedOf = (id: string) => proposals.find((one) => one.episodes.some(({ fileId }) => fileId === id));
    const uploadsOnly = (files: readonly OwnSubtitle[]) => files.filter(({ id }) => byId.get(id)?.origin === 'upload');

    const pictures: Partial<Record<PictureKind, string>> = {};
    const pictureIds: string[] = [];
    const proposed = proposedOf(videos[0]!.id);
    for (const [kind, file] of Object.entries(proposed?.pictures ?? {})) {
      pictures[kind as PictureKind] = await pictureOf(file);
      if (typeof file !== 'string') pictureIds.push(file.id);
    }
    const episodeOf = (id: string) => proposedOf(id)?.episodes.find(({ fileId }) => fileId === id);
    const started = new Set(videos.map(({ id }) => id));
    // Metadata of a title wait for its other videos.
    const staying = new Set(
      proposals
        .flatMap((one) => one.episodes)
        .filter(({ fileId }) => !started.has(fileId))
        .flatMap(({ metadata }) => metadata.map(({ id }) => id)),
    );
    const usedIds = new Map<string, string[]>();
    const stills = new Map<string, string>();
    const sources: string[] = [];
    for (const row of videos) {
      const own = episodeOf(row.id);
      const subtitles = row.origin === 'upload' ? uploadsOnly(own?.subtitles ?? []) : [];
      const still = own?.still;
      if (still !== undefined) stills.set(row.id, await pictureOf(still));
      usedIds.set(row.id, [
        ...[...filesOfSubtitles(subtitles), ...(typeof still === 'object' ? [still] : [])].map(({ id }) => id),
        ...(own?.metadata ?? []).map(({ id }) => id).filter((id) => !staying.has(id)),
      ]);
      sources.push(await sourceOf(row, subtitles));
    }
    const same = 'name' in title ? (await findTitles([title.name])).get(title.name) : undefined;
    const target =
      'id' in title
        ? title
        : same
          ? { id: same.id }
          : { name: title.name, contentRating: title.content_rating, facts: proposed?.facts };
    const added = await media.add(
      {
        title: target,
        access,
        protection,
        isPublished: false,
        pictures: pictures satisfies Pictures,
        episodes: episodes.map(({ number, subject, replaces }, index) => ({
          source: sources[index]!,
          number,
          subject,
          replaces,
          name: fileNameOf(videos[index]!),
          facts: episodeOf(videos[index]!.id)?.facts,
          still: stills.get(videos[index]!.id),
        })),
      },
      async (tx, jobIds) => {
        for (const [index, jobId] of jobIds.entries()) {
          const { id } = videos[index]!;
          if ((await giveToJob(tx, [id], jobId)) < 1) throw changedMeanwhile();
          await giveToJob(tx, usedIds.get(id)!, jobId);
        }
        await giveToJob(tx, pictureIds, jobIds[0]!);
      },
    );
    return { title_id: added.title_id, job_ids: added.jobs.map(({ id }) => id) };
  };

  const certainOf = ({ proposed, known }: { proposed: ProposedTitle; known: Known | null }, watched: Set<string>) =>
    known === null
      ? []
      : proposed.episodes.filter(
          (episode) =>
            watched.has(episode.fileId) &&
            isCertain(episode, {
              numbers: proposed.episodes.map(({ number }) => number),
              taken: known.taken,
              access: known.access,
            }),
        );

  return {
    async show() {
      const rows = await listWaiting(db, MOST_WAITING);
      const files: InboxFile[] = [];
      const missing = findMissingHalves(rows.filter(({ state }) => state !== 'refused'));
      for (const row of rows) files.push(await showFile(row, missing.get(row.id) ?? null));
      const proposals = (await propose(rows)).map(({ proposed, known }): InboxProposal => ({
        title: known?.title ?? null,
        name: proposed.name ?? null,
        access: known?.access ?? DEFAULT_ACCESS,
        content_rating: proposed.facts?.contentRating ?? DEFAULT_RATING,
        facts: factLines(proposed.facts ?? null, TITLE_FIELDS),
        metadata: proposed.files,
        notices: proposed.notices.map(({ code, params }) => ({ code, params })),
        pictures: Object.entries(proposed.pictures).map(([kind, file]) => ({
          kind: kind as PictureKind,
          path: typeof file === 'string' ? basename(file) : file.path,
        })),
        episodes: proposed.episodes.map(
          ({ fileId, number, subject, isUnsure, leftOutAs, subtitles, facts, still }) => ({
            file_id: fileId,
            number: number ?? null,
            subject,
            is_unsure: isUnsure,
            left_out_as: leftOutAs,
            is_taken: number !== undefined && (known?.taken.has(number) ?? false),
            subtitles: filesOfSubtitles(subtitles).map(({ path }) => path),
            facts: factLines(facts ?? null, EPISODE_FIELDS),
            still: still === undefined ? null : typeof still === 'string' ? basename(still) : still.path,
          }),
        ),
      }));
      const disk = (await isExisting(mediaFolder)) ? mediaFolder : join(mediaFolder, '..');
      const free = await withTimeout(DISK_WITHIN_MS, freeBytesOf(disk)).catch(() => null);
      return {
        files,
        proposals,
        has_tools: hasTools(),
        can_prove_age: options.hasAgeProof ?? true,
        free_bytes: free === null ? null : Math.max(0, free - RESERVED_BYTES),
        largest_bytes: LARGEST_VIDEO_BYTES,
        watched: isWatching ? await findWatchReport(db) : null,
      };
    },

    start,

    async startAdvertisements({ file_ids: ids }) {
      const videos = videosOf(ids, await listReady(db, ids));
      const sources: { source: string; name: string }[] = [];
      for (const row of videos) sources.push({ source: await sourceOf(row, []), name: fileNameOf(row) });
      const jobs = await media.addAdvertisementClips(sources, async (tx, jobIds) => {
        for (const [index, jobId] of jobIds.entries())
          if ((await giveToJob(tx, [videos[index]!.id], jobId)) < 1) throw changedMeanwhile();
      });
      return { job_ids: jobs.map(({ id }) => id) };
    },

    async startCertain() {
      const rows = await listWaiting(db, MOST_WAITING);
      const watched = new Set(
        rows.filter(({ origin, state }) => origin === 'watched' && state === 'ready').map(({ id }) => id),
      );
      if (watched.size === 0) return;
      for (const proposal of await propose(rows)) {
        const certain = certainOf(proposal, watched);
        if (certain.length === 0) continue;
        const { title, access } = proposal.known!;
        await start({
          title: { id: title.id },
          access: access!,
          episodes: certain.map(({ fileId, number, subject }) => ({ file_id: fileId, number: number!, subject })),
        }).catch((error: unknown) => {
          // It waits for an operator, like a video whose name is uncertain.
          if (!(error instanceof RefusedError)) throw error;
        });
      }
    },

    async remove(id) {
      const row = await findFile(db, id);
      if (!row || row.state === 'dismissed')
        throw new MissingError(`There is no file ${id}.`, '없는 파일이에요. 그사이 지워졌을 수 있어요.');
      if (row.state === 'started')
        throw new RefusedError('A job has the file: remove the job.', '작업이 쓰는 파일이에요. 작업을 지워 주세요.');
      const recordRemoval = (tx: Connection) =>
        record(tx, {
          action: 'media.dismiss',
          subject: { kind: 'inbox-file', id },
          before: { path: row.path, bytes: row.bytes, origin: row.origin },
          after: null,
        });
      if (row.origin === 'watched') {
        const { state } = row;
        await transact(async (tx) => {
          if (!(await changeFile(tx, id, state, { state: 'dismissed' }))) throw changedMeanwhile();
          await recordRemoval(tx);
        });
        return;
      }
      const removeAlone = async () => {
        await transact(async (tx) => {
          if (!(await deleteWaiting(tx, id))) throw changedMeanwhile();
          await recordRemoval(tx);
        });
        await removeUploadedFiles(mediaFolder, id);
      };
      await (uploads === undefined ? removeAlone() : uploads.alone(id, removeAlone));
    },
  };
}
