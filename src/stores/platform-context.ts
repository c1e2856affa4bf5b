import type { Platform } from '#platform/platform.ts';
import { createRequiredContext } from '#src/lib/required-context.ts';

/** The platform that was chosen at start-up. */
export const [PlatformProvider, usePlatform] = createRequiredContext<Platform>('Platform');
