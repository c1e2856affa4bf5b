import { z } from 'zod';

/**
 * How forms of the console show a field; `GET /api/console/v1/title-form/` hands it out as JSON Schema. A field without it
 * is shown under its own name.
 */
interface Shown {
  /** The values in their order, each with its Korean name. */
  names?: readonly (readonly [value: string | number, name: string])[];
  /** A field that the type alone does not say how to edit. */
  widget?: 'text' | 'clip' | 'themes' | 'seconds' | 'color' | 'episode';
  /** A sentence in Korean below the field. */
  hint?: string;
}

/** Names a field in Korean, for the forms of the console. */
export const shown = (title: string, more: Shown = {}) => z.meta({ title, ...more });

export const RATING_NAMES = [
  ['all', '전체 관람가'],
  ['7', '7세 이상'],
  ['12', '12세 이상'],
  ['15', '15세 이상'],
  ['19', '청소년 관람불가'],
] as const;
