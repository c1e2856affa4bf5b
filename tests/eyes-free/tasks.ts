import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Words that must be spoken after a step: `|` separates alternatives, `…` stands for anything between. */
const hear = z.string().optional();

const stepSchema = z.union([
  /** Finds what is spoken with these words and presses OK; `in`: words of the screen, dialog or group around it. */
  z.strictObject({ choose: z.string(), in: z.string().optional(), hear }),
  /** Finds it only. */
  z.strictObject({ reach: z.string(), in: z.string().optional(), hear }),
  /** Finds it and holds OK, if it says that it can be held. */
  z.strictObject({ menu: z.string(), in: z.string().optional(), hear }),
  /** Types letter by letter on the keyboard on the screen. */
  z.strictObject({ type: z.string(), hear }),
  /** Changes a slider or spin button until its value is spoken with these words. */
  z.strictObject({ set: z.string(), to: z.string(), hear }),
  z.strictObject({ back: z.literal(true), hear }),
  /** Pays on a phone for what the television shows, outside the robot's reach. */
  z.strictObject({ phone: z.literal('pay'), hear }),
]);

export type Step = z.output<typeof stepSchema>;

const taskSchema = z.strictObject({
  task: z.string(),
  /** Where it starts: signed out, or as the demo account at the profile picker or on a screen. */
  start: z.enum(['signed-out', 'profiles', 'home', 'title', 'reviews', 'player', 'settings', 'library']),
  /** Presses of the shortest way (`npm run test:eyes-free -- --survey`). */
  shortest: z.int(),
  /** Also part of `npm test`. */
  daily: z.boolean().optional(),
  steps: z.array(stepSchema).min(1),
});

export type Task = z.output<typeof taskSchema>;

export const readTasks = (): readonly Task[] =>
  z.array(taskSchema).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'tasks.json'), 'utf8')));
