import type { EpisodeRecord, TitleRecord } from '../catalogue/format/index.ts';
import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import type { SoundRole } from '#contract/console/tracks.ts';
import type { Scheme } from '../lib/protection.ts';
import type { StepName } from './steps/step.ts';

/** `waiting`: for its turn, or for its next try. The last three have ended; a failed one can be retried. */
export const JOB_STATES = ['waiting', 'running', 'failed', 'cancelled', 'done'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** The steps of the program that works on the video, then the one that puts its result into the catalogue. */
export type JobStep = StepName | 'publish';

/** Where the video of an episode goes. Ids are chosen when the job is added, so that a repeated step changes nothing. */
export interface EpisodeTarget {
  titleId: number;
  /** Name and rating of the title to create; null if the catalogue has it. */
  newTitle: { name: string; content_rating: TitleRecord['content_rating']; facts?: TitleFacts } | null;
  episodeId: number;
  /** `3화` */
  episodeNum: string;
  subject: string;
  access: EpisodeRecord['access'];
  /** As metadata files say them. */
  facts?: EpisodeFacts;
  /** A picture of the episode beside its video, by absolute path. */
  still?: string;
  isPublished: boolean;
  /** The title has the episode: its video is replaced, and all else of it stays. */
  isReplacing?: true;
  /** How the clip is encrypted; absent for one that is not. */
  protection?: Scheme;
}

/** The video becomes a clip that belongs to no title. */
export interface ClipTarget {
  use: 'advertisement';
}

/** The file becomes a sound of the video that an episode has. */
export interface SoundTarget {
  use: 'sound';
  episode: Pick<EpisodeTarget, 'titleId' | 'episodeId' | 'episodeNum'>;
  clipId: string;
  sound: { lang: string; role: SoundRole; label: string };
  /** Language and role of the sound whose place it takes. */
  replaces?: string;
  isProtected: boolean;
}

export type JobTarget = EpisodeTarget | ClipTarget | SoundTarget;

export const isForEpisode = (target: JobTarget): target is EpisodeTarget => 'episodeId' in target;
export const isForSound = (target: JobTarget): target is SoundTarget => 'use' in target && target.use === 'sound';

export const PICTURE_KINDS = ['poster', 'wide', 'backdrop'] as const;

export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Pictures of the title beside its videos, by absolute path. */
export type Pictures = Partial<Record<PictureKind, string>>;
