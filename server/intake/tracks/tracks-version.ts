import { versionOfPart } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';

/** Changes with every change of a clip's tracks. */
export const versionOfTracks = ({ subtitles, audio }: ClipRecord): string => versionOfPart({ subtitles, audio });
