import { z } from 'zod';
import { subtitleRoles } from '#contract/playback.ts';

/** Subtitles as they are in the clip, in the order for viewers. */
const encodedSubtitleSchema = z.object({
  file: z.string(),
  lang: z.string(),
  role: z.enum(subtitleRoles),
  label: z.string(),
});
export type EncodedSubtitle = z.output<typeof encodedSubtitleSchema>;

/** Result of the step `encode`, beside the files in its folder. */
export const encodedSchema = z.object({
  subtitles: z.array(encodedSubtitleSchema),
  /** Fingerprint of the default sound; see `marks/fingerprint.ts`. */
  fingerprint: z.string().default(''),
});

export const ENCODED_FILE = 'encoded.json';
