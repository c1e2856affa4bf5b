import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  cancelMediaJob,
  getMediaJob,
  listMediaJobs,
  mediaJobStates,
  removeMediaJob,
  retryMediaJob,
  type MediaJob,
  type MediaJobState,
} from '#contract/console/media.ts';
import { call, messageOf } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Confirm, Sheet } from '../ui/dialogs.tsx';
import { Choice } from '../ui/fields.tsx';
import { Head, Nothing, Pager, State, type Tone } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';
import { toast } from '../ui/toasts.tsx';
import { InboxSection } from './inbox.tsx';
import { failureText, noticeText } from './media-texts.ts';

const LIMIT = 50;
const PATH = '/media';
/** A running job's progress is read so often. */
const REFRESH_MS = 3000;
const REFRESH_IDLE_MS = 15_000;

const STATE_NAMES: Record<MediaJobState, string> = {
  running: '진행 중',
  waiting: '대기',
  failed: '실패',
  cancelled: '취소',
  done: '완료',
};
const TONES: Record<MediaJobState, Tone> = {
  running: 'info',
  waiting: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
  done: 'good',
};
const STEP_NAMES: Readonly<Record<string, string>> = {
  probe: '살펴보기',
  plan: '계획',
  encode: '인코딩',
  package: '묶기',
  inspect: '검사',
  publish: '등록',
};

const nameOf = ({ name }: Pick<MediaJob, 'name'>) => name;

type Act = 'retry' | 'cancel' | 'remove';
const ACTS: Record<MediaJobState, readonly Act[]> = {
  running: ['cancel'],
  waiting: ['cancel'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
  done: ['remove'],
};
const ACT_NAMES: Record<Act, string> = { retry: '다시 시도', cancel: '취소', remove: '지우기' };
const ACT_TEXTS: Record<Act, string> = {
  retry: '끝난 단계 다음부터 다시 시작해요.',
  cancel: '지금까지 한 단계는 남아 있어서, 다시 시도하면 이어서 해요.',
  remove:
    '만든 영상 파일과 공개 전인 회차가 함께 지워져요. 서버의 원본 파일은 그대로 있고, 올린 파일은 함께 지워져요. 되돌릴 수 없어요.',
};
const ACT_DONE: Record<Act, string> = { retry: '다시 시작했어요.', cancel: '취소했어요.', remove: '지웠어요.' };

async function carryOut(act: Act, id: string): Promise<void> {
  const params = { id };
  if (act === 'retry') await call(retryMediaJob, { params });
  else if (act === 'cancel') await call(cancelMediaJob, { params });
  else await call(removeMediaJob, { params });
}

const percentOf = (fraction: number) => Math.round(fraction * 100);

function Progress({ job }: { job: MediaJob }) {
  if (job.state !== 'running') return <State tone={TONES[job.state]}>{STATE_NAMES[job.state]}</State>;
  const step = STEP_NAMES[job.step ?? ''] ?? '시작';
  return (
    <div className="progress">
      <progress max={1} value={job.fraction} aria-label={`${nameOf(job)} 진행`} />
      <span>
        {step} {percentOf(job.fraction)}%{job.speed !== null && ` · ${job.speed.toFixed(1)}배속`}
        {job.is_abandoned && ' · 작업기가 멈춰 다른 작업기를 기다려요'}
      </span>
    </div>
  );
}

interface OfJob {
  of: MediaJob;
}

/** The episode, title or advertisement of a job, with a link to it when it exists. */
function Made({ of: { use, state, clip_id: clipId, title_id: titleId, title_name, new_title, episode_num } }: OfJob) {
  if (use === 'advertisement')
    return (
      <>
        광고 영상
        {state === 'done' && (
          <span className="note">
            <a href={addressOf('/advertisements', { clip: clipId })}>광고 만들기</a>
          </span>
        )}
      </>
    );
  return (
    <>
      {title_name === null ? (new_title ?? titleId) : <a href={`#/titles/${titleId}`}>{title_name}</a>} {episode_num}
    </>
  );
}

/** In English, for those who look after the server. */
const Detail = ({ children }: { children: string }) => (
  <span className="note" lang="en">
    {children}
  </span>
);

function Messages({ of: { last_error, last_error_code, notices, notice_codes } }: OfJob) {
  return (
    <>
      {last_error !== null && last_error_code !== null && (
        <p className="problem">
          {failureText(last_error_code)}
          <Detail>{last_error}</Detail>
        </p>
      )}
      {notices.length > 0 && (
        <ul className="notices">
          {notices.map((notice, index) => (
            <li key={notice}>
              {notice_codes[index] && noticeText(notice_codes[index])}
              <Detail>{notice}</Detail>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Details({ id, onClose }: { id: string; onClose(): void }) {
  const job = useQuery({ queryKey: ['media', id], queryFn: () => call(getMediaJob, { params: { id } }) });
  return (
    <Sheet title={job.data ? nameOf(job.data) : '작업'} isOpen isWide onClose={onClose}>
      {job.data ? (
        <>
          <dl className="facts">
            <div>
              <dt>원본</dt>
              <dd className="path">{job.data.source}</dd>
            </div>
            <div>
              <dt>시도</dt>
              <dd>{job.data.tries}번</dd>
            </div>
            {job.data.worker !== null && (
              <div>
                <dt>작업기</dt>
                <dd>{job.data.worker}</dd>
              </div>
            )}
          </dl>
          <Messages of={job.data} />
          {job.data.log === null ? (
            <p className="muted">기록이 없어요.</p>
          ) : (
            // Scrollable, so keyboards must reach it.
            <pre className="log" tabIndex={0} aria-label="작업 기록">
              {job.data.log}
            </pre>
          )}
        </>
      ) : (
        <Nothing
          isPending={job.isPending}
          error={job.error ? messageOf(job.error) : undefined}
          onRetry={() => void job.refetch()}
        >
          {null}
        </Nothing>
      )}
      <div className="actions">
        <Button className="button" onPress={onClose}>
          닫기
        </Button>
      </div>
    </Sheet>
  );
}

export function MediaPlace({ query }: { query: Readonly<Record<string, string>> }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ act: Act; job: MediaJob } | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const page = Math.max(1, Number(query['page']) || 1);
  const state = mediaJobStates.find((each) => each === query['state']);
  const jobs = useQuery({
    queryKey: ['media', 'list', state, page],
    queryFn: ({ signal }) =>
      call(
        listMediaJobs,
        { query: { state, limit: String(LIMIT), offset: String((page - 1) * LIMIT) } },
        { signal, isBackground: queries.getQueryData(['media', 'list', state, page]) !== undefined },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some((job) => job.state === 'running') ? REFRESH_MS : REFRESH_IDLE_MS,
  });
  const act = useMutation({
    mutationFn: (chosen: { act: Act; job: MediaJob }) => carryOut(chosen.act, chosen.job.id),
    onSuccess: (_, chosen) => {
      toast(`${nameOf(chosen.job)}: ${ACT_DONE[chosen.act]}`);
      setAsked(null);
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const ask = (chosen: { act: Act; job: MediaJob }) => {
    act.reset();
    setAsked(chosen);
  };
  const results = jobs.data?.results ?? [];
  return (
    <>
      <Head title="미디어">
        <Choice
          label="상태"
          isLabelHidden
          value={state ?? 'all'}
          options={[['all', '모든 작업'], ...mediaJobStates.map((each) => [each, STATE_NAMES[each]] as const)]}
          onChange={(next: MediaJobState | 'all') =>
            replaceAddress(addressOf(PATH, { state: next === 'all' ? undefined : next }))
          }
        />
      </Head>
      <InboxSection />
      <h2 className="after">작업</h2>
      {results.length === 0 ? (
        <Nothing
          isPending={jobs.isPending}
          error={jobs.error ? messageOf(jobs.error) : undefined}
          onRetry={() => void jobs.refetch()}
        >
          {state === undefined ? (
            <>
              아직 작업이 없어요. 위에서 파일을 고르거나, 서버에서 <code>npm run media -- add PATH</code>를 실행해
              주세요.
            </>
          ) : (
            '이 상태인 작업이 없어요.'
          )}
        </Nothing>
      ) : (
        <div className="table-box">
          <table aria-label="미디어 작업">
            <thead>
              <tr>
                <th scope="col">파일</th>
                <th scope="col">작품</th>
                <th scope="col">진행</th>
                <th scope="col">더한 때</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map((job) => (
                <tr key={job.id}>
                  <th scope="row">
                    <button type="button" className="link" onClick={() => setOpenId(job.id)}>
                      {nameOf(job)}
                    </button>
                    {job.last_error_code !== null && (
                      <span className="note bad">{failureText(job.last_error_code)}</span>
                    )}
                  </th>
                  <td>
                    <Made of={job} />
                  </td>
                  <td>
                    <Progress job={job} />
                  </td>
                  <td className="time" data-label="더한 때" title={timeText(job.created_at)}>
                    {distanceText(job.created_at)}
                  </td>
                  <td className="end">
                    {ACTS[job.state].map((each) => (
                      <RowAction
                        key={each}
                        of={nameOf(job)}
                        verb={ACT_NAMES[each]}
                        onPress={() => ask({ act: each, job })}
                      />
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {jobs.data && <Pager path={PATH} query={query} count={jobs.data.count} limit={LIMIT} />}
      {openId !== null && <Details id={openId} onClose={() => setOpenId(null)} />}
      {asked && (
        <Confirm
          title={`${nameOf(asked.job)} ${ACT_NAMES[asked.act]}`}
          verb={ACT_NAMES[asked.act]}
          isDangerous={asked.act === 'remove'}
          isPending={act.isPending}
          error={act.error ? messageOf(act.error) : undefined}
          onConfirm={() => act.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {ACT_TEXTS[asked.act]}
        </Confirm>
      )}
    </>
  );
}
