import type { ShownEpisodeJob, ShownJob } from './shown-job.ts';
import type { findMarks } from '../catalogue/index.ts';
import type { ClipMarks } from '#server/catalogue/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Scheme } from '../lib/protection.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import { type MediaStore } from '../providers/media-store.ts';
import { type AddedFile } from './contents/find-added.ts';
import { type EpisodeTarget, type JobState, type Pictures } from './job.ts';
import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import { type ShownFoundMark } from './marks/accept-marks.ts';

export interface AddRequest {
  title:
    | { id: number }
    | {
        name: string;
        contentRating: NonNullable<EpisodeTarget['newTitle']>['content_rating'];
        /** What metadata files say about it. */
        facts?: TitleFacts | undefined;
      };
  access: Exclude<EpisodeTarget['access'], 'purchase'>;
  isPublished: boolean;
  /** How the clips are encrypted; undefined for clips that are not. */
  protection?: Scheme | undefined;
  pictures: Pictures;
  /** `name` is what the operator calls the file, if the file's own name is another one. */
  episodes: readonly {
    source: string;
    number: number;
    subject: string | null;
    name?: string;
    facts?: EpisodeFacts | undefined;
    /** A picture of the episode, by absolute path. */
    still?: string | undefined;
    /** The title has an episode of this number, which gets the video. */
    replaces?: boolean | undefined;
  }[];
  /** Adds the others when some files are refused, and says which; otherwise none is added. */
  skipsRefused?: boolean | undefined;
}

/** Operations on media jobs. All throw RefusedError. */
export interface MediaOperations {
  /**
   * Finds a title of the catalogue by name, ignoring case and punctuation; null for none.
   *
   * @param year that names say; a title of another year is another one.
   */
  findTitle(name: string, year?: number): Promise<{ id: number; name: string } | null>;
  /**
   * @param onAdd runs in the transaction that adds the jobs, which have the order of the episodes.
   */
  add(
    request: AddRequest,
    onAdd?: (tx: Connection, jobIds: readonly string[]) => Promise<void>,
  ): Promise<{ title_id: number; jobs: ShownEpisodeJob[]; refused: string[]; warning: string | null }>;
  /** Which of these files are episodes already, whatever they were called and wherever they lay. */
  findAdded(sources: readonly string[]): Promise<AddedFile[]>;
  /** Adds jobs that make clips for advertisements. @param onAdd like that of `add` */
  addAdvertisementClips(
    videos: readonly { source: string; name?: string }[],
    onAdd?: (tx: Connection, jobIds: readonly string[]) => Promise<void>,
  ): Promise<ShownJob[]>;
  /** Unfinished jobs first. */
  list(): Promise<ShownJob[]>;
  /** A page of the jobs, and the number of all. */
  page(query: {
    state?: JobState | undefined;
    limit: number;
    offset: number;
  }): Promise<{ count: number; results: ShownJob[] }>;
  /** @param start the first characters of the job's id. */
  show(start: string): Promise<ShownJob & { log: string | null }>;
  retry(start: string): Promise<ShownJob>;
  cancel(start: string): Promise<ShownJob>;
  /** Gives the video of a job that does not run and has made nothing to a title of the catalogue. */
  move(start: string, to: { titleId: number; number: number }): Promise<ShownJob>;
  /** Removes a job with its files, or an episode with its clip. Refuses episodes that are or were published. */
  remove(target: { job: string } | { episode: number }): Promise<{ removed: string }>;
  /**
   * Changes the parts of an episode that viewers may skip, if `change` is given, and returns them.
   *
   * @param check called with the marks that are replaced; the change fails with what it throws.
   */
  marks(
    episode: number,
    change?: Partial<ClipMarks>,
    check?: (before: ClipMarks) => void,
  ): ReturnType<typeof findMarks>;
  /** Parts that viewers may skip, as chapters name them and as the sounds of a title's episodes show them. */
  foundMarks(target: { title: number } | { episode: number }): Promise<ShownFoundMark[]>;
  /**
   * Makes found marks the ones that viewers have, unless an operator has decided about them: of a title those with
   * enough confidence, of an episode all.
   *
   * @returns the accepted ones.
   */
  acceptMarks(target: { title: number } | { episode: number }): Promise<ShownFoundMark[]>;
}

export interface MediaOperationsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaFolder: string;
  mediaStore: MediaStore;
  /** Throws IntakeError when this machine lacks a tool. */
  findTools(): unknown;
  /** Whether no other machine runs jobs. Then a machine without the tools refuses new jobs. */
  isOnlyWorker: boolean;
  /** Keys of protected clips; without them nothing is protected. */
  clipKeys?: ClipKeys | undefined;
  record: RecordChange;
  /** Whether viewers can prove their age. Default: true. */
  hasAgeProof?: boolean | undefined;
}
