import type { Colours, Mood } from './colours.ts';
import type { Random } from './random.ts';

/** The canvas of a scene. Every frame is 1000 high; its width depends on the format. */
export interface Frame {
  format: 'poster' | 'wide' | 'backdrop' | 'still';
  w: number;
  h: number;
  /** Horizontal position of the subject. In wide formats it is on the right, because text covers the left. */
  x: number;
  /** 0 for key art; stills of episodes count from 1. */
  take: number;
  random: Random;
}

export const isPoster = ({ format }: Frame) => format === 'poster';

/** The art of one title: a scene, and its name on poster and wide picture. */
export interface TitleArt {
  /** Name of the title's files and folder. */
  slug: string;
  colours: Colours;
  /** The picture without the name. */
  draw(frame: Frame, colours: Colours): string;
  /** The typeset name for the format. */
  name(frame: Frame, colours: Colours): string;
  /** Times of day and weathers that the stills use in turn. */
  moods: readonly Mood[];
  /** The scene contains writing, so it must not be mirrored. */
  lettered?: true;
  /** Point of interest in close stills, as shares of the frame. Default: the subject's x. */
  look?: { x?: number; y: number };
}
