import { useState } from 'react';
import { Button } from 'react-aria-components';
import { fieldsOf } from '#console/editing/schema.ts';
import { useTitleForm } from '#console/editing/use-title.ts';
import { BULK_ACTS, BULK_NAMES, BulkSheet, type BulkAct } from './bulk-sheet.tsx';
import type { NamedTitle } from './run-bulk.ts';

/** A title costs two calls: a change of more would take minutes. */
export const MOST_CHOSEN = 200;

interface BulkBarProps {
  titles: readonly NamedTitle[];
  onClear(): void;
}

/** What can be done with the chosen titles; it stays in sight below a long list. */
export const BulkBar = (props: BulkBarProps) => props.titles.length > 0 && <Acts {...props} />;

function Acts({ titles, onClear }: BulkBarProps) {
  const [act, setAct] = useState<BulkAct | null>(null);
  const form = useTitleForm();
  // A service in one country has no such field.
  const hasCountries = fieldsOf(form.data?.title ?? {}).some(([name]) => name === 'countries');
  const acts = BULK_ACTS.filter((each) => each !== 'countries' || hasCountries);
  return (
    <section className="bulk-bar" aria-label="고른 작품">
      <p role="status">
        {titles.length}개 고름{titles.length >= MOST_CHOSEN && ` · 한 번에 ${MOST_CHOSEN}개까지`}
      </p>
      {acts.map((each) => (
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
