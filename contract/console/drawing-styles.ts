import * as z from 'zod/mini';
import { catalogueIdTextSchema, freeTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;
const params = z.object({ id: catalogueIdTextSchema });

/** Text for the viewer's own letters, part of the picture, or left out. */
export const drawingKinds = ['text', 'drawn', 'out'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** A title keeps no more of them. */
export const MOST_STYLES = 100;
const styleSchema = freeTextSchema(100);

export const drawingStylesSchema = z
  .object({
    styles: z.array(
      z.object({
        style: styleSchema,
        kind: z.enum(drawingKinds),
        is_chosen: z.boolean().check(z.describe('by an operator; otherwise the server has judged it')),
        confidence: z.number().check(z.describe('from a half to 1')),
        cnt_event: z.int().check(z.describe('in the script that had it last')),
        first_seconds: z.number(),
        sample: z.string().check(z.describe('the text of its first event; empty for a shape')),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'DrawingStyles' });

export const getDrawingStyles = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/titles/:id/drawing-styles/`,
  summary: 'The styles of the scripts of a title, and whether what they say is text, drawn, or left out',
  allowed: EDITORS,
  params,
  reply: drawingStylesSchema,
});

export const chooseDrawingStyle = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/titles/:id/drawing-styles/`,
  summary: 'Say what a style is, for the next videos of the title',
  allowed: EDITORS,
  params,
  body: z.object({ style: styleSchema, kind: z.enum(drawingKinds) }),
  reply: drawingStylesSchema,
});

export type DrawingStyle = z.output<typeof drawingStylesSchema>['styles'][number];
