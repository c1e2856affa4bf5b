import type { Clock } from '#src/lib/clock.ts';
import { createRequiredContext } from '#src/lib/required-context.ts';

/** The clock that the app was started with. */
export const [ClockProvider, useClock] = createRequiredContext<Clock>('Clock');
