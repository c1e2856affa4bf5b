import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { getMediaJob, type MediaJob, type MediaJobState } from '#contract/console/media.ts';
import { call } from '#console/lib/client.ts';
import { distanceText } from '#console/lib/format.ts';
import { addressOf } from '#console/lib/route.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Fact } from '#console/ui/fact.tsx';
import { QueryNothing, State, type Tone } from '#console/ui/page.tsx';
import { failureText, missingTitleText, noticeText } from './media-texts.ts';

export const STATE_NAMES: Record<MediaJobState, string> = {
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

const percentOf = (fraction: number) => Math.round(fraction * 100);

export function Progress({ job }: { job: MediaJob }) {
  if (job.state === 'waiting' && job.last_error_code !== null)
    return (
      <State tone="warn">
        {job.next_try_at === null ? '곧 다시 시도' : `${distanceText(job.next_try_at)} 다시 시도`}
      </State>
    );
  if (job.state !== 'running') return <State tone={TONES[job.state]}>{STATE_NAMES[job.state]}</State>;
  const step = STEP_NAMES[job.step ?? ''] ?? '시작';
  return (
    <div className="progress">
      <progress max={1} value={job.fraction} aria-label={`${job.name} 진행`} />
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
export function Made({
  of: { use, state, clip_id: clipId, title_id: titleId, title_name, new_title, episode_num },
}: OfJob) {
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
      {title_name === null ? missingTitleText({ state, new_title }) : <a href={`#/titles/${titleId}`}>{title_name}</a>}{' '}
      {episode_num}
      {use === 'sound' && ' 소리'}
    </>
  );
}

/** In English, for administrators of the server. */
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

/** Details of a job, with its log. */
export function JobSheet({ id, onClose }: { id: string; onClose(): void }) {
  const job = useQuery({ queryKey: ['media', id], queryFn: () => call(getMediaJob, { params: { id } }) });
  return (
    <Sheet title={job.data ? job.data.name : '작업'} isOpen isWide onClose={onClose}>
      {job.data ? (
        <>
          <dl className="facts">
            <Fact name="원본">
              <span className="path">{job.data.source}</span>
            </Fact>
            <Fact name="시도">{job.data.tries}번</Fact>
            {job.data.worker !== null && <Fact name="작업기">{job.data.worker}</Fact>}
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
        <QueryNothing query={job} />
      )}
      <div className="actions">
        <Button className="button" onPress={onClose}>
          닫기
        </Button>
      </div>
    </Sheet>
  );
}
