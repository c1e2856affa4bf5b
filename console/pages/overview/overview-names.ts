import { PLATFORM_LABELS } from '#contract/platforms.ts';

export const PLATFORM_CHOICES = { all: '모든 기기', ...PLATFORM_LABELS } as const;
export type PlatformChoice = keyof typeof PLATFORM_CHOICES;
