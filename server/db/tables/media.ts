import type { Generated, Selectable } from 'kysely';
import type { DrawingKind } from '#contract/console/drawing-styles.ts';
import type { ReadingFailure, SubtitleReading } from '#contract/console/tracks.ts';
import type { InboxFindings, InboxKind, InboxState } from '#contract/console/inbox.ts';
import type { PictureCue } from '#contract/rules/picture-cue.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Beside } from '../../intake/beside/facts.ts';
import type { FoundBeside } from '../../intake/beside/find-beside.ts';
import type { JobState, JobStep, JobTarget, Pictures } from '../../intake/job.ts';
import type { StoredChapters } from '../../intake/marks/chapter-marks.ts';
import type { FoundMark } from '../../intake/marks/propose-marks.ts';
import type { CodedText } from '../../intake/texts/coded-text.ts';
import type { Scheme } from '../../lib/protection.ts';
import type { Json } from './json.ts';

interface ClipsTable {
  id: string;
  duration: number;
  streams: Json<ClipRecord['streams']>;
  subtitles: Json<ClipRecord['subtitles']>;
  audio: Json<NonNullable<ClipRecord['audio']>> | null;
  drawings: Json<NonNullable<ClipRecord['drawings']>> | null;
  thumbnails: Json<ClipRecord['thumbnails']>;
  intro: Json<ClipRecord['intro']>;
  outro: Json<ClipRecord['outro']>;
  recap: Json<ClipRecord['recap']>;
  preview: Json<ClipRecord['preview']>;
  download: Json<NonNullable<ClipRecord['download']>> | null;
  /** Written by the service's clock; the default dated those that were there before the column. */
  added_at: Generated<Date>;
}

/** What of the scripts of a title is drawn, by style. */
interface DrawingStylesTable {
  title_id: number;
  style: string;
  kind: DrawingKind;
  /** By an operator; otherwise judged. */
  is_chosen: boolean;
  confidence: number;
  cnt_event: number;
  first_seconds: number;
  sample: string;
}

/** Parts that viewers may skip, which intake found in a clip. */
interface FoundMarksTable {
  clip_id: string;
  /** See `intake/marks/fingerprint.ts`. */
  fingerprint: string;
  intro: Json<FoundMark> | null;
  outro: Json<FoundMark> | null;
  /** An operator has set, accepted or removed the mark, so nothing else changes it. */
  is_intro_decided: boolean;
  is_outro_decided: boolean;
  /** As the names of the clip's chapters say them. */
  chapters: Json<StoredChapters> | null;
  /** Null like false. */
  is_recap_decided: boolean | null;
  is_preview_decided: boolean | null;
}

/** A picture of a title or an episode that an operator has set. */
interface StoredPicturesTable {
  path: string;
  /** When it was stored, replaced, or last found in use. */
  used_at: Date;
  /** Since when a worker removes its files; null before. Nobody may use it again. */
  removing_at: Date | null;
}

/** Keys of protected clips. */
interface ClipKeysTable {
  clip_id: string;
  key_id: string;
  scheme: Scheme;
  /** Sealed with a secret that is not in the database. */
  sealed_key: string;
}

interface MediaJobsTable {
  id: string;
  source: string;
  source_bytes: number;
  target: Json<JobTarget>;
  pictures: Json<Pictures>;
  state: JobState;
  step: JobStep | null;
  /** Progress of the whole job, in [0, 1]. */
  fraction: number;
  /** Speed of the current step, in multiples of real time. */
  speed: number | null;
  /** Tries since the job was added or retried by hand, the current one included. */
  tries: number;
  next_try_at: Date;
  /** The worker in charge, and its machine. */
  owner: string | null;
  host: string | null;
  leased_until: Date | null;
  notices: Json<CodedText[]>;
  last_error: Json<CodedText> | null;
  log_tail: string | null;
  created_at: Date;
  /** Start of the current or last try. */
  started_at: Date | null;
  ended_at: Date | null;
  /** The operator's name of the file; null if it equals the name on the disk. */
  name: string | null;
}

/** What own clips were made of. */
interface MediaContentsTable {
  clip_id: string;
  /** Of size and samples of the source. */
  hash: string;
  /** Where the file was seen last. */
  source: string;
  added_at: Date;
}

/** Files that wait for an operator: uploads, and videos of the watched folder. */
interface InboxFilesTable {
  /** Name of an upload on the disk. */
  id: string;
  origin: 'upload' | 'watched';
  kind: InboxKind;
  /** The name that people gave the file, with its folders. It is shown and read, and never opened. */
  path: string;
  /** Absolute path in the watched folder; null for uploads. */
  location: string | null;
  bytes: number;
  modified_at: Date | null;
  /** `started`: a job has it. `dismissed`: an operator left out a file of the watched folder. */
  state: InboxState | 'started' | 'dismissed';
  problem: Json<{ code: string; message: string }> | null;
  findings: Json<InboxFindings> | null;
  /** The job that has the file; it may be removed. */
  job_id: string | null;
  uploaded_by: string | null;
  created_at: Date;
  /** For an upload, when its last part arrived. For a watched file, when its size or time last changed. */
  changed_at: Date;
  /** What files beside a video of the watched folder say, or what an uploaded metadata file says. */
  beside: Json<Beside | FoundBeside> | null;
}

/** A text that is read of a picture subtitle, as a draft. */
interface SubtitleReadingsTable {
  id: string;
  episode_id: number;
  clip_id: string;
  /** Path of the table of the picture subtitle, and below the paths of its sheets. */
  path: string;
  sheets: Json<readonly string[]>;
  lang: string;
  state: SubtitleReading['state'];
  failure: ReadingFailure | null;
  created_at: Date;
  /** Any work on it, of the reader or of an operator. */
  changed_at: Date;
}

interface ReadingLinesTable {
  reading_id: string;
  position: number;
  start_seconds: number;
  end_seconds: number;
  cell: Json<PictureCue>;
  /** Null before it was read. */
  text: string | null;
  confidence: number;
  is_checked: boolean;
}

/** Tables of the media. */
export interface TablesOfMedia {
  clips: ClipsTable;
  media_jobs: MediaJobsTable;
  media_contents: MediaContentsTable;
  inbox_files: InboxFilesTable;
  stored_pictures: StoredPicturesTable;
  found_marks: FoundMarksTable;
  drawing_styles: DrawingStylesTable;
  clip_keys: ClipKeysTable;
  subtitle_readings: SubtitleReadingsTable;
  reading_lines: ReadingLinesTable;
}

export type MediaJobRow = Selectable<MediaJobsTable>;
export type InboxFileRow = Selectable<InboxFilesTable>;
export type ClipRow = Omit<Selectable<ClipsTable>, 'added_at'>;
