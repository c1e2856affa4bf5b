import type { TitleArt } from '../title-art.ts';

export const titleArt: readonly TitleArt[] = [];
