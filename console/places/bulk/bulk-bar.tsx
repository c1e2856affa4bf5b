import { useState } from 'react';
import { Button } from 'react-aria-components';
import { BULK_ACTS, BULK_NAMES, BulkSheet, type BulkAct } from './bulk-sheet.tsx';
import type { NamedTitle } from './run-bulk.ts';

/** A title costs two calls: a change of more would take minutes. */
export const MOST_CHOSEN = 200;

interface BulkBarProps {
  titles: readonly NamedTitle[];
  onClear(): void;
}

/** What can be done with the chosen titles; it stays in sight below a long list. */
export function BulkBar({ titles, onClear }: BulkBarProps) {
  const [act, setAct] = useState<BulkAct | null>(null);
  if (titles.length === 0) return null;
  return (
    <section className="bulk-bar" aria-label="고른 작품">
      <p role="status">
        {titles.length}개 고름{titles.length >= MOST_CHOSEN && ` · 한 번에 ${MOST_CHOSEN}개까지`}
      </p>
      {BULK_ACTS.map((each) => (
        <Button key={each} className="button" onPress={() => setAct(each)}>
          {BULK_NAMES[each]}
        </Button>
      ))}
      <Button className="button" onPress={onClear}>
        선택 풀기
      </Button>
      {act && (
        <BulkSheet
          act={act}
          titles={titles}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            onClear();
          }}
        />
      )}
    </section>
  );
}
