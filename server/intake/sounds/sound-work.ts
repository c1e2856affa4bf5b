import { z } from 'zod';
import { soundRoles } from '#contract/playback.ts';

/** What the program that makes a sound needs to know about its clip. */
export const soundWorkSchema = z.object({
  /** Length of the clip, and of its segments. */
  seconds: z.number().positive(),
  segmentSeconds: z.number().positive(),
  lang: z.string(),
  role: z.enum(soundRoles),
  label: z.string(),
  /** Name of its files in the clip's folder, without an ending. */
  name: z.string().regex(/^[a-z][\w-]*$/i),
});
export type SoundWork = z.output<typeof soundWorkSchema>;

/** Result of the step `inspect` of a sound. */
export const soundFileSchema = z.object({ name: z.string(), bytes: z.int() });
