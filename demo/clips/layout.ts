import type { MediaLayout } from './media-layout.ts';
import { readMp4 } from './mp4.ts';
import { readWebm } from './webm.ts';

export const readLayout = (file: Buffer, name: string): MediaLayout =>
  name.endsWith('.webm') ? readWebm(file) : readMp4(file);
