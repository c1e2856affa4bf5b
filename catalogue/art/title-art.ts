import type { Colours, Mood } from './colours.ts';
import type { Random } from './random.ts';

/** What a scene is drawn on. Every frame is 1000 high; how wide it is depends on the format. */
export interface Frame {
  format: 'poster' | 'wide' | 'backdrop' | 'still';
  w: number;
  h: number;
  /** Where the subject stands. On wide formats it stands right, and the left is calm, because text goes there. */
  x: number;
  /** 0 for key art; episodes' stills count from 1. */
  take: number;
  random: Random;
}

export const isPoster = ({ format }: Frame) => format === 'poster';

/** The whole art of one title: one scene, and its name set in type on poster and wide. */
export interface TitleArt {
  /** The name of the title's files and folder. */
  slug: string;
  colours: Colours;
  /** The picture without the name. */
  draw(frame: Frame, colours: Colours): string;
  /** The name, set for the format. */
  name(frame: Frame, colours: Colours): string;
  /** Hours and weathers that episodes' stills go through. */
  moods: readonly Mood[];
  /** There is writing in the scene: it is never mirrored. */
  lettered?: true;
  /** Where the camera looks in close stills, as shares of the frame; the subject's x when left out. */
  look?: { x?: number; y: number };
}
