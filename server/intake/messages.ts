import { z } from 'zod';
import { drawingKinds } from '#contract/console/drawing-styles.ts';
import { protectionSchema } from '../lib/protection.ts';
import { soundWorkSchema } from './sounds/sound-work.ts';
import { STEP_NAMES } from './steps/step.ts';
import { paramsSchema } from './texts/coded-text.ts';

/**
 * Messages from the program that processes a video to the worker that started it. During an upgrade, that may be a worker of
 * another version: fields are only added.
 */
export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(STEP_NAMES) }),
  z.object({ kind: z.literal('progress'), fraction: z.number(), speed: z.number().optional() }),
  z.object({ kind: z.literal('notice'), text: z.string(), code: z.string(), params: paramsSchema }),
  z.object({ kind: z.literal('done') }),
  z.object({
    kind: z.literal('failed'),
    message: z.string(),
    code: z.string(),
    params: paramsSchema,
    isFinal: z.boolean(),
  }),
]);

export type Message = z.output<typeof messageSchema>;

/** What the program waits for. A key is no argument, which other users of the machine could read. */
export const beginSchema = z.object({
  protection: protectionSchema.optional(),
  /** What operators have said of styles. */
  choices: z.record(z.string(), z.enum(drawingKinds)).optional(),
  /** A sound is made for a clip that there is, instead of a clip. */
  sound: soundWorkSchema.optional(),
});
export type Begin = z.output<typeof beginSchema>;
