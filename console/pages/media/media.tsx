import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  cancelMediaJob,
  listMediaJobs,
  mediaJobStates,
  removeMediaJob,
  retryMediaJob,
  type ListedMediaJob,
  type MediaJob,
  type MediaJobState,
} from '#contract/console/media.ts';
import { exportMediaJobs } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { Confirm, Sheet } from '#console/ui/dialogs.tsx';
import { ChoiceFilter, ListPage, useList } from '#console/ui/list-page.tsx';
import { Head } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import type { Column } from '#console/ui/table.tsx';
import { Pictured } from '#console/ui/title-name.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { InboxSection } from '#console/pages/inbox/inbox.tsx';
import { JobSheet, Made, Progress, STATE_NAMES } from './media-job.tsx';
import { failureText } from './media-texts.ts';
import { REMOVAL_NAMES, REMOVAL_TEXTS, stayText } from './removal-texts.ts';
import { MoveJob } from './move-job.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';

/** A running job's progress is read so often. */
const REFRESH_MS = 3000;
const REFRESH_IDLE_MS = 15_000;

type Act = 'retry' | 'cancel' | 'remove';
const ACTS: Record<MediaJobState, readonly Act[]> = {
  running: ['cancel'],
  waiting: ['cancel'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
  done: ['remove'],
};
/** A job that waits after a failed try can be tried at once. */
const actsOf = ({ state, last_error_code: code }: MediaJob): readonly Act[] =>
  state === 'waiting' && code !== null ? ['retry', 'cancel'] : ACTS[state];
const ACT_NAMES: Record<Exclude<Act, 'remove'>, string> = { retry: '다시 시도', cancel: '취소' };
const verbOf = (act: Act, { removal }: MediaJob) =>
  act === 'remove' ? REMOVAL_NAMES[removal.removes] : ACT_NAMES[act];
const ACT_TEXTS: Record<Exclude<Act, 'remove'>, string> = {
  retry: '끝난 단계 다음부터 다시 시작해요.',
  cancel: '지금까지 한 단계는 남아 있어서, 다시 시도하면 이어서 해요.',
};
const ACT_DONE: Record<Act, string> = { retry: '다시 시작했어요.', cancel: '취소했어요.', remove: '지웠어요.' };

async function carryOut(act: Act, id: string): Promise<void> {
  const params = { id };
  if (act === 'retry') await call(retryMediaJob, { params });
  else if (act === 'cancel') await call(cancelMediaJob, { params });
  else await call(removeMediaJob, { params });
}

interface Chosen {
  act: Act;
  job: MediaJob;
}

/** Asks before an act, and carries it out. Of what stays, says why. */
function ActDialog({ of: { act, job }, onClose }: { of: Chosen; onClose(): void }) {
  const queries = useQueryClient();
  const carry = useMutation({
    mutationFn: () => carryOut(act, job.id),
    onSuccess: () => {
      toast(`${job.name}: ${ACT_DONE[act]}`);
      onClose();
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const verb = verbOf(act, job);
  const { removes, stays } = job.removal;
  if (act === 'remove' && stays !== null)
    return (
      <Sheet title={`지울 수 없어요: ${job.name}`} isOpen onClose={onClose}>
        <p className="prose">{stayText(job.use, stays)}</p>
        <p>
          <Made of={job} />
        </p>
        <div className="actions">
          <Button className="button" onPress={onClose}>
            닫기
          </Button>
        </div>
      </Sheet>
    );
  return (
    <Confirm
      title={`${job.name} ${verb}`}
      verb={verb}
      isDangerous={act === 'remove'}
      save={carry}
      onConfirm={() => carry.mutate()}
      onClose={onClose}
    >
      {act === 'remove' ? REMOVAL_TEXTS[removes] : ACT_TEXTS[act]}
    </Confirm>
  );
}

/** A worker has the target of a running job; one that is done has made its episode. */
const canMove = ({ use, state }: MediaJob) => use === 'episode' && state !== 'running' && state !== 'done';

const columnsOf = (
  open: (id: string) => void,
  ask: (chosen: Chosen) => void,
  move: (job: MediaJob) => void,
): readonly Column<ListedMediaJob>[] => [
  {
    name: '파일',
    kind: 'name',
    cell: ({ id, name, last_error_code: code }) => (
      <>
        <button type="button" className="link" onClick={() => open(id)}>
          {name}
        </button>
        {code !== null && <span className="note bad">{failureText(code)}</span>}
      </>
    ),
  },
  {
    name: '작품',
    cell: (job) => (
      <Pictured picture={job.poster}>
        <Made of={job} />
      </Pictured>
    ),
  },
  { name: '진행', cell: (job) => <Progress job={job} /> },
  {
    name: '더한 때',
    kind: 'time',
    label: true,
    cell: ({ created_at: at }) => <span title={timeText(at)}>{distanceText(at)}</span>,
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (job) => (
      <>
        {canMove(job) && <RowAction of={job.name} verb="옮기기" onPress={() => move(job)} />}
        {actsOf(job).map((act) => (
          <RowAction key={act} of={job.name} verb={verbOf(act, job)} onPress={() => ask({ act, job })} />
        ))}
      </>
    ),
  },
];

export function MediaPage({ query }: { query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<Chosen | null>(null);
  const [moved, setMoved] = useState<MediaJob | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const state = mediaJobStates.find((each) => each === query['state']);
  const jobs = useList({
    path: '/media',
    query,
    key: ['media', 'list', state],
    read: (page, settings) => call(listMediaJobs, { query: { state, ...page } }, settings),
    refreshMs: (rows) => (rows.some((job) => job.state === 'running') ? REFRESH_MS : REFRESH_IDLE_MS),
  });
  return (
    <>
      <Head title="미디어">
        <ChoiceFilter
          label="상태"
          value={state}
          all="모든 작업"
          names={mediaJobStates.map((each) => [each, STATE_NAMES[each]])}
          onChange={(next) => jobs.filter({ state: next })}
        />
      </Head>
      <InboxSection />
      <h2 className="after">작업</h2>
      <ListPage
        list={jobs}
        label="미디어 작업"
        columns={columnsOf(setOpenId, setAsked, setMoved)}
        csv={<CsvButton of={exportMediaJobs} sent={{ query: { state } }} />}
        keyOf={({ id }) => id}
        empty={
          state === undefined ? (
            <>
              아직 작업이 없어요. 위에서 파일을 고르거나, 서버에서 <code>bora media add PATH</code>를 실행해 주세요.
            </>
          ) : (
            '이 상태인 작업이 없어요.'
          )
        }
      />
      {openId !== null && <JobSheet id={openId} onClose={() => setOpenId(null)} />}
      {moved && <MoveJob job={moved} onClose={() => setMoved(null)} />}
      {asked && <ActDialog of={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
