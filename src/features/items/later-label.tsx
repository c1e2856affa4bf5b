import { useEffect, useState, type ComponentType } from 'react';
import type { ItemSummary } from '#contract/catalogue.ts';

export interface ReleaseLabelProps {
  readonly item: Pick<ItemSummary, 'id' | 'next_release'>;
  /** Only the remaining time, of a release within a day; for the corner of a tile. */
  readonly isShort?: boolean;
}

let loaded: ComponentType<ReleaseLabelProps> | null = null;

/** The release label, whose script loads later: home shows it after its first frame. */
export function LaterLabel(props: ReleaseLabelProps) {
  const [Label, setLabel] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
    void import('./release-label.tsx').then(
      ({ ReleaseLabel }) => setLabel(() => (loaded = ReleaseLabel)),
      // If the script does not load, the facts lack the next release.
      () => undefined,
    );
  }, []);
  return Label && <Label key={props.item.id} {...props} />;
}
