import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  changeEpisodeMarks,
  getEpisodeMarks,
  type EpisodeMarks,
  type MarksOfEpisode,
} from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { QueryNothing } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { EditForm } from './edit-form.tsx';
import { offsetText, problemOf, readOffset, type Fields, type FieldSchema, type Problems } from './schema.ts';

const KINDS = ['recap', 'intro', 'outro', 'preview'] as const;
type Kind = (typeof KINDS)[number];

const NAMES: Record<Kind, string> = { recap: '지난 이야기', intro: '오프닝', outro: '엔딩', preview: '예고' };

const side = (title: string): FieldSchema => ({ title, type: 'integer', widget: 'seconds' });
const SCHEMA: FieldSchema = {
  properties: Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      { title: NAMES[kind], type: 'object', properties: { start: side('시작'), end: side('끝') } },
    ]),
  ),
};

const partOf = ({ version, marks }: EpisodeMarks) => ({ version, fields: { ...marks } as Fields });

/** The parts that viewers may skip, set at the running picture. */
export function MarksEditor({ episodeId }: { episodeId: number }) {
  const queries = useQueryClient();
  const params = { id: String(episodeId) };
  const queryKey = ['marks', episodeId];
  const read = () => call(getEpisodeMarks, { params });
  const found = useQuery({ queryKey, queryFn: read, staleTime: 60_000 });
  const video = useRef<HTMLVideoElement>(null);
  if (!found.data) return <QueryNothing query={found} />;
  const shown = found.data;
  return (
    <EditForm
      draftKey={`marks ${episodeId}`}
      schema={SCHEMA}
      part={partOf(shown)}
      verb="구간 저장"
      readAgain={async () => {
        const now = await read();
        queries.setQueryData(queryKey, now);
        return partOf(now);
      }}
      save={async ({ version, fields }) => {
        const body = { version, marks: fields as unknown as MarksOfEpisode };
        const saved = await call(changeEpisodeMarks, { params, body });
        queries.setQueryData(queryKey, saved);
        return partOf(saved);
      }}
      onSaved={() => toast('구간을 저장했어요.')}
    >
      {({ fields, change, problems }) => (
        <div className="marks">
          <div>
            <ClipPlayer video={video} streams={shown.streams} />
            <div className="steps">
              {[-10, -1, 1, 10].map((seconds) => (
                <Button
                  key={seconds}
                  className="button small"
                  aria-label={`${Math.abs(seconds)}초 ${seconds < 0 ? '뒤로' : '앞으로'}`}
                  onPress={() => {
                    if (video.current) video.current.currentTime += seconds;
                  }}
                >
                  {seconds > 0 ? `+${seconds}초` : `−${-seconds}초`}
                </Button>
              ))}
              <span className="muted">길이 {offsetText(shown.duration)}</span>
            </div>
          </div>
          <div className="mark-list">
            {KINDS.map((kind) => (
              <Mark
                key={kind}
                kind={kind}
                value={fields[kind] as Span | null}
                onChange={(value) => change({ ...fields, [kind]: value })}
                found={shown.found.find((one) => one.kind === kind)}
                problems={problems}
                now={() => Math.round(video.current?.currentTime ?? 0)}
                seek={(seconds) => {
                  if (video.current) video.current.currentTime = seconds;
                }}
              />
            ))}
            {shown.cnt_episode > 1 && (
              <p className="hint">이 영상은 회차 {shown.cnt_episode}개가 함께 써요. 구간도 함께 바뀌어요.</p>
            )}
          </div>
        </div>
      )}
    </EditForm>
  );
}

interface Span {
  start: number;
  end?: number;
}

interface MarkProps {
  kind: Kind;
  value: Span | null;
  onChange(value: Span | null): void;
  found: EpisodeMarks['found'][number] | undefined;
  problems: Problems;
  now(): number;
  seek(seconds: number): void;
}

function Mark({ kind, value, onChange, found, problems, now, seek }: MarkProps) {
  const name = NAMES[kind];
  const problem = problemOf(problems, kind);
  const set = (part: 'start' | 'end', seconds: number | null) => {
    const { start, end } = value ?? {};
    if (part === 'start') {
      if (seconds === null) return onChange(null);
      return onChange(withEnd(kind, seconds, end ?? null));
    }
    if (seconds === null && kind !== 'outro') return;
    onChange(withEnd(kind, start ?? Math.max(0, (seconds ?? 0) - 1), seconds));
  };
  return (
    <fieldset className="panel part-times" data-wrong={problem !== undefined || undefined}>
      <legend>{name}</legend>
      {value === null ? (
        <div className="steps">
          <span className="muted">없음</span>
          <Button
            className="button small"
            aria-label={`${name} 여기서 시작`}
            onPress={() => onChange(withEnd(kind, now(), null))}
          >
            여기서 시작
          </Button>
        </div>
      ) : (
        <div className="steps">
          <OffsetField label={`${name} 시작`} value={value.start} onChange={(seconds) => set('start', seconds)} />
          <Button className="button small" aria-label={`${name} 시작: 여기`} onPress={() => set('start', now())}>
            여기
          </Button>
          <span aria-hidden="true">–</span>
          <OffsetField
            label={`${name} 끝`}
            value={value.end ?? null}
            placeholder={kind === 'outro' ? '끝까지' : ''}
            onChange={(seconds) => set('end', seconds)}
          />
          <Button className="button small" aria-label={`${name} 끝: 여기`} onPress={() => set('end', now())}>
            여기
          </Button>
          <Button className="button small" aria-label={`${name} 보기`} onPress={() => seek(value.start)}>
            보기
          </Button>
          <Button className="button small" aria-label={`${name} 빼기`} onPress={() => onChange(null)}>
            빼기
          </Button>
        </div>
      )}
      {problem !== undefined && <span className="problem">{problem}</span>}
      {found && (
        <div className="steps hint">
          {found.from === 'chapter' ? '챕터 이름으로 찾은 구간' : '소리로 찾은 구간'} {offsetText(found.start)}–
          {offsetText(found.end)} (확신 {Math.round(found.confidence * 100)}
          %)
          <Button
            className="button small"
            aria-label={`${name} 제안 넣기`}
            onPress={() =>
              onChange(withEnd(kind, Math.round(found.start), kind === 'outro' ? null : Math.round(found.end)))
            }
          >
            넣기
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** A mark with an end behind its start; only an ending may go on until the clip ends. */
const withEnd = (kind: Kind, start: number, end: number | null): Span =>
  kind === 'outro' && end === null ? { start } : { start, end: end !== null && end > start ? end : start + 1 };

/** An offset as text; what is no offset is not taken over. */
function OffsetField(props: {
  label: string;
  value: number | null;
  placeholder?: string;
  onChange(seconds: number | null): void;
}) {
  const { label, value, placeholder = '', onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value === null ? '' : offsetText(value));
  const isWrong = text !== '' && readOffset(text) === null;
  const take = () => {
    if (typed !== null && !isWrong) onChange(typed === '' ? null : readOffset(typed));
    setTyped(null);
  };
  return (
    <input
      id={id}
      className="input offset"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
