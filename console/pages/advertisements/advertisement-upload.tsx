import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { startInboxAdvertisements, uploadEndings } from '#contract/console/inbox.ts';
import { getMediaJob, type MediaJob } from '#contract/console/media.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { bytesText } from '#console/lib/format.ts';
import { continueFile } from '#console/lib/uploads.ts';
import { useUploaded } from '#console/lib/use-uploaded.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { failureText, problemText } from '#console/pages/media/media-texts.ts';

const EVERY_MS = 2000;
const VIDEOS = uploadEndings.video.map((ending) => `.${ending}`);

const percentOf = (part: number, whole: number) => Math.floor((part / Math.max(1, whole)) * 100);

function jobText({ state, fraction }: MediaJob): string {
  if (state === 'running') return `인코딩 ${percentOf(fraction, 1)}%`;
  if (state === 'waiting') return '인코딩 차례를 기다려요';
  return state === 'cancelled' ? '작업을 취소했어요' : state === 'failed' ? '영상을 만들지 못했어요' : '준비됐어요';
}

const Step = ({ text, value, max }: { text: string; value?: number; max?: number }) => (
  <div className="progress">
    <progress {...(value !== undefined && { value, max })} aria-label="영상 올리기" />
    <span aria-live="polite">{text}</span>
  </div>
);

interface ClipUploadProps {
  /** Called once, with the clip that was made. */
  onReady(clipId: string): void;
}

/** Uploads a video and makes it a clip that belongs to no title. */
export function ClipUpload({ onReady }: ClipUploadProps) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className="stack">
      <div className="inline">
        <FileTrigger acceptedFileTypes={VIDEOS} onSelect={(list) => setFile(list?.[0] ?? null)}>
          <Button className="button">{file === null ? '새 영상 올리기' : '다른 영상 올리기'}</Button>
        </FileTrigger>
        {file === null && <span className="muted">작품에 없는 영상을 광고로 써요.</span>}
      </div>
      {file !== null && <Upload key={`${file.name} ${file.lastModified}`} file={file} onReady={onReady} />}
    </div>
  );
}

/** One file on its way: to the server, through the examination, through its job. */
function Upload({ file, onReady }: ClipUploadProps & { file: File }) {
  const queries = useQueryClient();
  const [jobId, setJobId] = useState<string | null>(null);
  const uploaded = useUploaded(file, jobId === null);
  const { sending, known, isMissing } = uploaded;
  const start = useMutation({
    mutationFn: (id: string) => call(startInboxAdvertisements, { body: { file_ids: [id] } }),
    onSuccess: ({ job_ids: [id] }) => setJobId(id ?? null),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['media'] }),
  });
  const readyId = known?.state === 'ready' ? known.id : null;
  const { mutate: startNow } = start;
  useEffect(() => {
    if (readyId !== null) startNow(readyId);
  }, [readyId, startNow]);

  const job = useQuery({
    queryKey: ['media', jobId],
    queryFn: ({ signal }) => call(getMediaJob, { params: { id: jobId! } }, { signal, isBackground: true }),
    enabled: jobId !== null,
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' ? false : EVERY_MS),
  });
  const clipId = job.data?.state === 'done' ? job.data.clip_id : null;
  // The form's callback changes with each letter that is typed.
  const finish = useEffectEvent((id: string) => {
    void queries.invalidateQueries({ queryKey: ['advertisements', 'clips'] });
    onReady(id);
  });
  useEffect(() => {
    if (clipId !== null) finish(clipId);
  }, [clipId]);

  const error = uploaded.error ?? start.error ?? job.error;
  const retry = uploaded.error
    ? uploaded.retry
    : !start.error
      ? () => void job.refetch()
      : readyId !== null
        ? () => start.mutate(readyId)
        : undefined;
  if (error)
    return (
      <>
        <Problem>{messageOf(error)}</Problem>
        {retry && (
          <div>
            <Button className="button small" onPress={retry}>
              다시 시도
            </Button>
          </div>
        )}
      </>
    );
  if (isMissing && start.isIdle)
    return <Problem>그사이 다른 곳에서 시작했거나 지운 파일이에요. 미디어를 확인해 주세요.</Problem>;
  if (sending?.state === 'refused') return <Problem>{sending.problem ?? '이 파일은 받을 수 없어요.'}</Problem>;
  if (known?.state === 'refused')
    return <Problem>{known.problem === null ? '이 파일은 받을 수 없어요.' : problemText(known.problem)}</Problem>;
  if (job.data?.last_error_code)
    return <Problem>{`${jobText(job.data)} · ${failureText(job.data.last_error_code)}`}</Problem>;
  return (
    <>
      {sending ? (
        <Step
          text={`${file.name} · ${sending.state === 'stopped' ? '멈췄어요' : '올리는 중'} ${percentOf(sending.sent, sending.bytes)}% · ${bytesText(sending.bytes)}`}
          value={sending.sent}
          max={Math.max(1, sending.bytes)}
        />
      ) : job.data ? (
        <Step text={`${file.name} · ${jobText(job.data)}`} value={job.data.fraction} max={1} />
      ) : (
        <Step text={`${file.name} · 살펴보는 중`} />
      )}
      {sending?.state === 'stopped' && (
        <div className="inline">
          <Button className="button small" onPress={() => continueFile(sending.key)}>
            이어서 올리기
          </Button>
          {sending.problem !== null && <span className="note bad">{sending.problem}</span>}
        </div>
      )}
      {clipId === null && (
        <p className="note">
          끝나면 여기에서 저절로 골라져요. 창을 닫아도 올리기는 계속되고, <a href="#/media">미디어</a>에서 이어서 할 수
          있어요.
        </p>
      )}
    </>
  );
}
