import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { AuditEntry } from '#contract/console/audit.ts';
import {
  getRequestedTitle,
  listRequestedTitles,
  setRequestStatus,
  type RequestedTitle,
  type RequestStatus,
} from '#contract/console/requests.ts';
import { call, isConflict, messageOf } from '../lib/client.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Decisions } from '../ui/decisions.tsx';
import { Problem, Sheet } from '../ui/dialogs.tsx';
import { Choice } from '../ui/fields.tsx';
import { Head, Pager, QueryNothing, State, type Tone } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';
import { Submit } from '../ui/submit.tsx';
import { toast } from '../ui/toasts.tsx';

const LIMIT = 50;
const PATH = '/requests';

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

/** How many of those who asked were notified of the status. */
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
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
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
        {current && (
          <div className="compare" role="alert">
            <p>그사이 다른 사람이 바꿨어요.</p>
            <dl>
              <dt>처음 본 상태</dt>
              <dd>{STATUS_NAMES[requested.status]}</dd>
              <dt>지금 상태</dt>
              <dd>{STATUS_NAMES[current.status]}</dd>
              <dt>내 변경</dt>
              <dd>{STATUS_NAMES[status]}</dd>
            </dl>
          </div>
        )}
        <Problem>{save.error && !(current && isConflict(save.error)) ? messageOf(save.error) : null}</Problem>
        <div className="actions">
          <Button className="button" onPress={onClose}>
            {current ? '지금 상태로 두기' : '그만두기'}
          </Button>
          <Submit className="button primary" isPending={save.isPending} autoFocus>
            {current ? '그래도 저장' : '저장'}
          </Submit>
        </div>
      </form>
    </Sheet>
  );
}

function Told({ of }: { of: RequestedTitle }) {
  const text = toldText(of);
  return text === null ? null : <p className="note">{text}</p>;
}

export function RequestsPlace({ query }: { query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<RequestedTitle | null>(null);
  const page = Math.max(1, Number(query['page']) || 1);
  const status = STATUSES.find((each) => each === query['status']);
  const requests = useQuery({
    queryKey: ['requests', { status, page }],
    queryFn: ({ signal }) =>
      call(
        listRequestedTitles,
        { query: { status, limit: String(LIMIT), offset: String((page - 1) * LIMIT) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isTelling) ? COUNT_EVERY_MS : false),
  });
  const results = requests.data?.results ?? [];
  return (
    <>
      <Head title="요청">
        <Choice
          label="상태"
          isLabelHidden
          value={status ?? 'all'}
          options={[['all', '모든 상태'], ...STATUSES.map((each) => [each, STATUS_NAMES[each]] as const)]}
          onChange={(next: RequestStatus | 'all') =>
            replaceAddress(addressOf(PATH, { status: next === 'all' ? undefined : next }))
          }
        />
      </Head>
      {results.length === 0 ? (
        <QueryNothing query={requests}>
          {status === undefined ? '요청한 작품이 없어요.' : '이 상태인 요청이 없어요.'}
        </QueryNothing>
      ) : (
        <div className="table-box">
          <table aria-label="요청">
            <thead>
              <tr>
                <th scope="col">작품</th>
                <th scope="col" className="number">
                  요청한 사람
                </th>
                <th scope="col">상태</th>
                <th scope="col">마지막 요청</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map((requested) => (
                <tr key={requested.title.id}>
                  <th scope="row">
                    {requested.title.name}
                    <Decisions of={requested.decisions.slice(0, 1)} nameOf={decisionName} />
                  </th>
                  <td className="number" data-label="요청한 사람">
                    {countText(requested.cnt_request)}명
                  </td>
                  <td>
                    <State tone={TONES[requested.status]}>{STATUS_NAMES[requested.status]}</State>
                    <Told of={requested} />
                  </td>
                  <td className="time" data-label="마지막 요청">
                    <span title={timeText(requested.requested_at)}>{distanceText(requested.requested_at)}</span>
                  </td>
                  <td className="end">
                    <RowAction of={requested.title.name} verb="상태 바꾸기" onPress={() => setAsked(requested)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {requests.data && <Pager path={PATH} query={query} count={requests.data.count} limit={LIMIT} />}
      {asked && <StatusDialog requested={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
