import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { examineService, type ConsoleFinding } from '#contract/console/service.ts';
import { call, messageOf } from '../lib/client.ts';
import { Problem } from '../ui/dialogs.tsx';
import { Mark, type Tone } from '../ui/page.tsx';
import { Table, type Column } from '../ui/table.tsx';

const STATES: Record<ConsoleFinding['state'], readonly [Tone, string]> = {
  good: ['good', '정상'],
  warning: ['warn', '주의'],
  bad: ['bad', '고쳐야 함'],
  skipped: ['quiet', '확인 안 함'],
};

const COLUMNS: readonly Column<ConsoleFinding>[] = [
  { name: '항목', kind: 'name', cell: ({ name }) => name },
  { name: '상태', cell: ({ state }) => <Mark of={STATES[state]} /> },
  {
    name: '확인한 것',
    cell: ({ seen, to_do: toDo }) => (
      <>
        {seen}
        {toDo !== null && <span className="note">→ {toDo}</span>}
      </>
    ),
  },
];

/** The checks of `bora doctor`, which the server runs on itself when the operator presses the button. */
export function Examination() {
  const examine = useMutation({ mutationFn: () => call(examineService, {}) });
  return (
    <>
      <h2>설정 점검</h2>
      <Button className="button" isPending={examine.isPending} onPress={() => examine.mutate()}>
        {examine.isPending ? '점검하고 있어요' : '점검하기'}
      </Button>
      <Problem>{examine.error ? messageOf(examine.error) : null}</Problem>
      {examine.data && (
        <Table
          label="설정 점검"
          columns={COLUMNS}
          rows={examine.data.findings}
          keyOf={({ name, seen }) => `${name} ${seen}`}
        />
      )}
    </>
  );
}
