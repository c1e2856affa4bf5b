/** Why a video job failed or waits, or why the inbox refuses a file. Codes stay: stored rows have them. */
export const mediaFailureCodes = [
  // The source.
  'SOURCE_MISSING',
  'SOURCE_CHANGED',
  'SOURCE_LINK',
  'SOURCE_EMPTY',
  'SOURCE_NO_FILE',
  'SOURCE_PLAYLIST',
  'SOURCE_UNSUPPORTED',
  'SOURCE_UNREADABLE',
  'SOURCE_NO_VIDEO',
  'SOURCE_NO_PICTURES',
  'SOURCE_CODEC_UNKNOWN',
  'SOURCE_TRUNCATED',
  'SOURCE_DAMAGED',
  'SOURCE_TOO_LONG',
  'SOURCE_TOO_SHORT',
  'SOURCE_TOO_LARGE',
  'SOURCE_TOO_SMALL',
  'SOURCE_TOO_MANY_TRACKS',
  'SOURCE_DOLBY_VISION',
  'SOURCE_SOUND_CHANGES',
  'SOURCE_SIZE_CHANGES',
  'PICTURE_UNSUPPORTED',
  'SUBTITLE_PLAYLIST',
  // The machine, its disk and its tools.
  'TOOL_MISSING',
  'TOOL_KILLED',
  'TOOL_STUCK',
  'TOOL_FAILED',
  'PROGRAM_ENDED',
  'PROGRAM_KILLED',
  'PROGRAM_STUCK',
  'DISK_FULL',
  'DISK_SHORT',
  'WAITING_FOR_ROOM',
  'FOLDER_UNAVAILABLE',
  'JOB_FOLDER_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  // The job.
  'CLIP_DAMAGED',
  'PACKAGE_DAMAGED',
  'KEY_MISSING',
  'KEY_UNREADABLE',
  'CATALOGUE_REFUSED',
  'WORKER_GONE',
  'WORKERS_GONE',
  'UNEXPECTED',
] as const;

export type MediaFailureCode = (typeof mediaFailureCodes)[number];

/** Notices for operators about a video that a job makes. */
export const mediaNoticeCodes = [
  'SOURCE_HDR',
  'SOURCE_INTERLACED',
  'SOURCE_VARIABLE_RATE',
  'SOURCE_PARTLY_READ',
  'SOUND_LONGER',
  'SOUND_COMMENTARY',
  'SOUND_SAME_LANGUAGE',
  'SOUND_MISSING',
  'SOUND_UNCOMPARED',
  'SUBTITLE_PICTURES',
  'SUBTITLE_UNSUPPORTED',
  'SUBTITLE_EMPTY',
  'SUBTITLE_SAME_LANGUAGE',
  'TITLE_UNPUBLISHED',
] as const;

export type MediaNoticeCode = (typeof mediaNoticeCodes)[number];
