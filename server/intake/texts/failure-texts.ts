import type { MediaFailureCode } from '#contract/console/media-codes.ts';
import type { ParamsOf } from './coded-text.ts';

/** `name` is a file as `shownName` writes it. */
interface Named {
  name: string;
}

/** The work of a step, for the sentence about its failure. */
export type Doing = 'examining' | 'encoding' | 'packaging' | 'inspecting';

interface DuringStep extends Named {
  doing: Doing;
}

/** In bytes. */
interface Room {
  free: number;
  needed: number;
}

const inGb = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
const inMb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The sentences about failures for terminals and logs. Korean ones: `console/pages/media/media-texts.ts`. */
export const failureTexts = {
  SOURCE_MISSING: ({ name }: Named) => `${name} is not there any more, or cannot be read. Put it back and retry.`,
  SOURCE_CHANGED: ({ name }: Named) =>
    `${name} changed after it was examined. Wait until it is copied completely, and add it again.`,
  SOURCE_LINK: ({ name }: Named) =>
    `${name} is a link to a file outside its folder. Put the file itself into the folder.`,
  SOURCE_EMPTY: ({ name }: Named) => `${name} is empty (0 bytes). Copy the file again and add it again.`,
  SOURCE_NO_FILE: ({ name }: Named) => `${name} is not a file. Add a video file.`,
  SOURCE_PLAYLIST: ({ name }: Named) =>
    `${name} is a playlist or a link to other files, which are never opened. Add the video files themselves.`,
  SOURCE_UNSUPPORTED: ({ name }: Named) =>
    `${name} is a playlist or another kind of file that is not taken. Add a video file such as .mkv or .mp4.`,
  SOURCE_UNREADABLE: ({ name }: Named) =>
    `${name} is no video that can be read. Check that it plays elsewhere, or convert it first.`,
  SOURCE_NO_VIDEO: ({ name }: Named) => `${name} has no video track. Add a file with moving pictures.`,
  SOURCE_NO_SOUND: ({ name }: Named) => `${name} has no sound. Add a file with one.`,
  SOURCE_NO_PICTURES: ({ name }: Named) => `${name} has a video track without pictures. Copy the file again.`,
  SOURCE_CODEC_UNKNOWN: ({ name, codec }: Named & { codec: string }) =>
    `${name} has a track in a codec that cannot be decoded here (${codec}). Convert it to H.264 or HEVC first.`,
  /** Without seconds, the file's index is missing. */
  SOURCE_TRUNCATED: ({
    name,
    declared,
    present,
  }: Named & { declared?: number | undefined; present?: number | undefined }) =>
    declared === undefined || present === undefined
      ? `${name} is incomplete: its index is missing. Copy or download it again.`
      : `${name} is incomplete: it says ${declared.toFixed(1)} s and ends after ${present.toFixed(1)} s. Copy or download it again.`,
  SOURCE_DAMAGED: ({ name, decoded, planned }: Named & { decoded: number; planned: number }) =>
    `${name} is damaged: only ${decoded} of ${planned} pictures can be decoded. Copy it again, or convert it first.`,
  SOURCE_TOO_LONG: ({ name, hours, most }: Named & { hours: number; most: number }) =>
    `${name} is ${hours} hours long; at most ${most} hours are taken. Cut it into episodes first.`,
  SOURCE_TOO_SHORT: ({ name }: Named) => `${name} is shorter than a second. Add a longer video.`,
  SOURCE_TOO_LARGE: ({ name, width, height }: Named & { width: number; height: number }) =>
    `${name} has pictures of ${width}x${height}; the largest are 8192x4320. Scale the video down first.`,
  SOURCE_TOO_SMALL: ({ name, width, height, least }: Named & { width: number; height: number; least: number }) =>
    `${name} has pictures of ${width}x${height}; each side needs at least ${least} pixels. Add another file.`,
  SOURCE_TOO_MANY_TRACKS: ({ name, tracks, most }: Named & { tracks: number; most: number }) =>
    `${name} has ${tracks} tracks; at most ${most} are read. Remove tracks from the file.`,
  SOURCE_DOLBY_VISION: ({ name }: Named) =>
    `${name} is Dolby Vision of profile 5, whose colours cannot be converted. Add a version in HDR10 or SDR.`,
  SOURCE_SOUND_CHANGES: ({ name }: Named) =>
    `A sound of ${name} changes its channels or its rate in the middle. Convert it first: ffmpeg -i IN -map 0 -c copy -c:a flac -ac 2 OUT.mkv`,
  SOURCE_SIZE_CHANGES: ({ name }: Named) =>
    `${name} changes the size of its pictures in the middle, and is interlaced or HDR. Convert it to one size first.`,
  /** `files` are those that were found beside it, and `missing` counts the others. */
  SOURCE_PARTS_ELSEWHERE: ({ name, files, missing }: Named & { files: string; missing: number }) =>
    `${name} has chapters whose pictures lie in other files (${[
      ...(files === '' ? [] : [files]),
      ...(missing === 0 ? [] : [`${missing} not beside it`]),
    ].join(', ')}). Join them into one file first.`,
  PICTURE_UNSUPPORTED: ({ name }: Named) => `${name} is no picture of the kind that its ending says.`,
  METADATA_UNUSABLE: ({ name, detail }: Named & { detail: string }) =>
    detail === '' ? `${name} has no metadata.` : detail,
  SUBTITLE_PLAYLIST: ({ name }: Named) => `${name} is a playlist. Add the subtitles themselves.`,
  SUBTITLE_NO_PICTURES: ({ name }: Named) =>
    `${name} has no picture subtitles as its ending says. Convert texts of the kind .sub to .srt.`,

  TOOL_MISSING: ({ causes }: { causes: string }) => `Videos cannot be taken in on this machine. ${causes}`,
  TOOL_KILLED: ({ name, doing }: DuringStep) =>
    `A tool was killed while ${doing} ${name}, perhaps because memory was short. It is retried.`,
  TOOL_STUCK: ({ name, doing }: DuringStep) =>
    `${capital(doing)} ${name} made no progress and was stopped. It is retried; if it stops again, convert the file first.`,
  TOOL_FAILED: ({ name, doing, detail }: DuringStep & { detail: string }) =>
    `${capital(doing)} ${name} failed (${detail}). Retry; if it fails again, convert the file first.`,
  PROGRAM_ENDED: ({ exit }: { exit: number }) => `The program that works on the video ended with code ${exit}.`,
  PROGRAM_KILLED: ({ signal }: { signal: string }) =>
    `The program that works on the video was killed (${signal}), perhaps because memory was short.`,
  PROGRAM_STUCK: () => 'The work on this video made no progress and was stopped. It is retried.',
  /** Without a name, the worker has noticed it while a step ran. */
  DISK_FULL: ({ name, doing }: Partial<DuringStep>) =>
    name === undefined || doing === undefined
      ? 'The disk is full. Make room; the job goes on by itself.'
      : `The disk is full while ${doing} ${name}. Free space and retry.`,
  DISK_SHORT: ({ name, free, needed }: Named & Room) =>
    `The disk has ${inMb(free)} free, and ${name} needs ${inMb(needed)}. Free space and retry.`,
  WAITING_FOR_ROOM: ({ free, needed }: Room) =>
    `The disk has ${inGb(free)} free, and this video may need ${inGb(needed)}: make room; the job goes on by itself.`,
  FOLDER_UNAVAILABLE: ({ folder, cause }: { folder: string; cause: string }) =>
    `The media folder ${folder} cannot be used (${cause}). Check that it is mounted and writable; the job goes on by itself.`,
  JOB_FOLDER_UNAVAILABLE: ({ name, doing, cause }: DuringStep & { cause: string }) =>
    `The folder of the job cannot be used (${cause}) while ${doing} ${name}. Check that it is mounted and writable. It is retried.`,
  STORE_UNAVAILABLE: ({ detail }: { detail: string }) => `${detail} Nothing is published; it is retried.`,

  CLIP_DAMAGED: ({ name, file, fault }: Named & { file: string; fault: string }) =>
    `The clip of ${name} is damaged: ${file}: ${fault}. It is made again; if this repeats, check the disk.`,
  PACKAGE_DAMAGED: ({ name, file }: Named & { file: string }) => `Packaging ${name} made no playable ${file}. Retry.`,
  KEY_MISSING: () => 'The key of this video is missing. Remove the job and add the video again.',
  KEY_UNREADABLE: ({ detail }: { detail: string }) => `${detail}.`,
  CATALOGUE_REFUSED: ({ detail }: { detail: string }) => detail,
  WORKER_GONE: ({ worker }: { worker: string }) => `not finished by ${worker}`,
  WORKERS_GONE: ({ worker }: { worker: string }) => `Its workers ended again and again, the last one was ${worker}`,
  UNEXPECTED: ({ detail }: { detail: string }) => detail,
} satisfies Record<MediaFailureCode, (params: never) => string>;

export type FailureParams<Code extends MediaFailureCode> = ParamsOf<typeof failureTexts, Code>;
