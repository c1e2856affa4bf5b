import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry } from '#contract/console/audit.ts';
import {
  getRequestedTitle,
  listRequestedTitles,
  setRequestStatus,
  type ListedRequest,
  type RequestedTitle,
  type RequestStatus,
} from '#contract/console/requests.ts';
import { exportRequests } from '#contract/console/exports.ts';
import { call, isConflict } from '../lib/client.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import { Decisions } from '../ui/decisions.tsx';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Choice } from '../ui/fields.tsx';
import { ChoiceFilter, ListPage, useList } from '../ui/list-page.tsx';
import { Head, State, type Tone } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';
import type { Column } from '../ui/table.tsx';
import { Pictured } from '../ui/title-name.tsx';
import { toast } from '../ui/toasts.tsx';
import { CsvButton } from '../ui/csv-button.tsx';

const STATUS_NAMES: Record<RequestStatus, string> = {
  requested: '받음',
  reviewing: '검토 중',
  accepted: '들여오기로 함',
  declined: '들여오지 않음',
};
const STATUSES = Object.keys(STATUS_NAMES) as RequestStatus[];
const TONES: Record<RequestStatus, Tone> = {
  requested: 'warn',
  reviewing: 'info',
  accepted: 'good',
  declined: 'quiet',
};
/** What the app shows for each status. */
const SHOWN: Record<RequestStatus, string> = {
  requested: '요청을 잘 받았어요.',
  reviewing: '들여올 수 있는지 살펴보고 있어요.',
  accepted: '곧 보라에서 볼 수 있어요.',
  declined: '아쉽지만 이번에는 들여오지 못했어요.',
};

const decisionName = ({ after }: AuditEntry) => STATUS_NAMES[after?.['status'] as RequestStatus] ?? '상태 변경';

/** A worker notices a decision within this time, in ms; older ones without a count are not told. */
const NOTICED_MS = 120_000;
/** How often the counts are read again while accounts are being notified, in ms. */
const COUNT_EVERY_MS = 5_000;

const isUnnoticed = ({ told, status, decisions }: RequestedTitle) =>
  told === null && status !== 'requested' && Date.now() - Date.parse(decisions[0]?.at ?? '') < NOTICED_MS;

const isTelling = (requested: RequestedTitle) => isUnnoticed(requested) || requested.told?.is_done === false;

/** How many requesters were notified of the status. */
function toldText(requested: RequestedTitle): string | null {
  const { told } = requested;
  if (told) return `${countText(told.cnt_account)}명에게 ${told.is_done ? '알렸어요' : '알리는 중'}`;
  return isUnnoticed(requested) ? '곧 알려요' : null;
}

function StatusDialog({ requested, onClose }: { requested: RequestedTitle; onClose(): void }) {
  const queries = useQueryClient();
  const { id, name } = requested.title;
  const [status, setStatus] = useState<RequestStatus>(
    requested.status === 'requested' ? 'reviewing' : requested.status,
  );
  /** The title as somebody else has left it. */
  const [current, setCurrent] = useState<RequestedTitle | null>(null);
  const save = useMutation({
    mutationFn: () =>
      call(setRequestStatus, {
        params: { id: String(id) },
        body: { status, version: (current ?? requested).version },
      }),
    onSuccess: () => {
      toast(`${name}: ${STATUS_NAMES[status]}`);
      onClose();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setCurrent(await call(getRequestedTitle, { params: { id: String(id) } }));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['requests'] }),
  });
  return (
    <Sheet title={`${name} 요청`} isOpen onClose={onClose}>
      <SheetForm
        save={save}
        conflict={
          current && {
            lines: [
              ['처음 본 상태', STATUS_NAMES[requested.status]],
              ['지금 상태', STATUS_NAMES[current.status]],
              ['내 변경', STATUS_NAMES[status]],
            ],
          }
        }
        verb={current ? '그래도 저장' : '저장'}
        autoFocus
        onSubmit={() => save.mutate()}
        onClose={onClose}
      >
        <Choice
          label="상태"
          value={status}
          options={STATUSES.map((each) => [each, STATUS_NAMES[each]] as const)}
          onChange={(next: RequestStatus) => setStatus(next)}
        />
        <p className="prose" aria-live="polite">
          요청한 {countText(requested.cnt_request)}명과 앞으로 요청할 사람의 작품 화면에 “{SHOWN[status]}”라고 보여요.
          바꾸면 요청한 사람에게 알림이 가요. 언제든 다시 바꿀 수 있어요.
        </p>
      </SheetForm>
    </Sheet>
  );
}

function Told({ of }: { of: RequestedTitle }) {
  const text = toldText(of);
  return text === null ? null : <p className="note">{text}</p>;
}

const columnsOf = (ask: (requested: RequestedTitle) => void): readonly Column<ListedRequest>[] => [
  {
    name: '작품',
    kind: 'name',
    cell: ({ title, poster, decisions }) => (
      <Pictured picture={poster}>
        {title.name}
        <Decisions of={decisions.slice(0, 1)} nameOf={decisionName} />
      </Pictured>
    ),
  },
  { name: '요청한 사람', kind: 'number', cell: ({ cnt_request: cnt }) => `${countText(cnt)}명` },
  {
    name: '상태',
    cell: (requested) => (
      <>
        <State tone={TONES[requested.status]}>{STATUS_NAMES[requested.status]}</State>
        <Told of={requested} />
      </>
    ),
  },
  {
    name: '마지막 요청',
    kind: 'time',
    label: true,
    cell: ({ requested_at: at }) => <span title={timeText(at)}>{distanceText(at)}</span>,
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (requested) => <RowAction of={requested.title.name} verb="상태 바꾸기" onPress={() => ask(requested)} />,
  },
];

export function RequestsPage({ query }: { query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<RequestedTitle | null>(null);
  const status = STATUSES.find((each) => each === query['status']);
  const requests = useList({
    path: '/requests',
    query,
    key: ['requests', { status }],
    read: (page, settings) => call(listRequestedTitles, { query: { status, ...page } }, settings),
    refreshMs: (rows) => (rows.some(isTelling) ? COUNT_EVERY_MS : false),
  });
  return (
    <>
      <Head title="요청">
        <ChoiceFilter
          label="상태"
          value={status}
          all="모든 상태"
          names={STATUSES.map((each) => [each, STATUS_NAMES[each]])}
          onChange={(next) => requests.filter({ status: next })}
        />
      </Head>
      <ListPage
        list={requests}
        label="요청"
        columns={columnsOf(setAsked)}
        csv={<CsvButton of={exportRequests} sent={{ query: { status } }} />}
        keyOf={({ title }) => title.id}
        empty={status === undefined ? '요청한 작품이 없어요.' : '이 상태인 요청이 없어요.'}
      />
      {asked && <StatusDialog requested={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
