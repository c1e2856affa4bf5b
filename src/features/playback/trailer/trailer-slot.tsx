import { lazy, Suspense } from 'react';
import { useSettings } from '#src/stores/stores-context.ts';
import type { BillboardTrailerProps } from './billboard-trailer.tsx';

const LazyTrailer = lazy(() =>
  import('./trailer-parts.ts').then(
    (parts) => ({ default: parts.BillboardTrailer }),
    // If the script does not load, the picture stays.
    () => ({ default: () => null }),
  ),
);

/** Loads the billboard's trailer where the viewer has turned it on: home must not load a player for others. */
export const TrailerSlot = (props: BillboardTrailerProps) =>
  useSettings((state) => state.settings.billboardTrailers) && (
    <Suspense>
      <LazyTrailer {...props} />
    </Suspense>
  );
