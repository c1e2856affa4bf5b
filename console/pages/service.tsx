import { PLATFORM_LABELS, PLATFORM_NAMES, type PlatformName } from '#contract/platforms.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { getServiceHealth, setMaintenance, setMinVersion, type ServiceHealth } from '#contract/console/service.ts';
import { exportJobs } from '#contract/console/exports.ts';
import type { Trouble, TroubleKind } from '#contract/console/overview.ts';
import { call, messageOf } from '../lib/client.ts';
import { bytesText, countText, distanceText, periodText, timeText } from '../lib/format.ts';
import { useMe } from '../lib/session.ts';
import { Confirm, Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Fact } from '../ui/fact.tsx';
import { Field } from '../ui/fields.tsx';
import { Head, Mark, QueryNothing, State, type Tone } from '../ui/page.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { JOB_NAMES } from '#contract/console/job-names.ts';
import { useOverviewNow } from '../lib/overview-now.ts';
import { TroubleList } from './overview/troubles.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Examination } from './examination.tsx';

const REFRESH_MS = 10_000;
const KEY = ['service'];

const DATABASE: Record<ServiceHealth['database']['state'], readonly [Tone, string]> = {
  ready: ['good', '정상'],
  'not migrated': ['bad', '이전 버전의 표'],
  'refuses writes': ['bad', '쓸 수 없음'],
  'no answer': ['bad', '응답 없음'],
};
const STORE: Record<ServiceHealth['media_store']['state'], readonly [Tone, string]> = {
  writable: ['good', '정상'],
  'read-only': ['warn', '쓸 수 없음'],
  missing: ['bad', '폴더 없음'],
};
const DELIVERY: Record<ServiceHealth['mail']['delivery'], readonly [Tone, string]> = {
  smtp: ['good', 'SMTP'],
  mailbox: ['info', '개발용 메일함'],
  none: ['warn', '보내지 않음'],
};
const JOBS: Record<ServiceHealth['jobs'][number]['state'], readonly [Tone, string]> = {
  running: ['info', '실행 중'],
  waiting: ['good', '대기'],
  overdue: ['warn', '밀림'],
  failing: ['bad', '실패'],
};

function videosMark({ failed, retrying }: ServiceHealth['media_jobs']): readonly [Tone, string] {
  if (failed > 0) return ['bad', `실패 ${failed}`];
  return retrying > 0 ? ['warn', `다시 시도 ${retrying}`] : ['good', '정상'];
}

function storeMark(
  state: ServiceHealth['media_store']['state'],
  { isUnused, isFull }: { isUnused: boolean; isFull: boolean },
): readonly [Tone, string] {
  if (state === 'missing' && isUnused) return ['quiet', '아직 없음'];
  return state === 'writable' && isFull ? ['bad', '자리 부족'] : STORE[state];
}

function Maintenance({ message }: { message: string | null }) {
  const { may } = useMe();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [text, setText] = useState('점검 중이에요. 잠시 후 다시 만나요.');
  const set = useMutation({
    mutationFn: (next: string | null) => call(setMaintenance, { body: { message: next } }),
    onSuccess: (_, next) => {
      setIsAsked(false);
      toast(next === null ? '서비스를 열었어요.' : '점검을 시작했어요.');
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <>
      {message === null ? <State tone="good">열림</State> : <State tone="warn">점검 중</State>}
      <p className="detail">{message}</p>
      {may('owner') && (
        <Button className="button small" onPress={() => setIsAsked(true)}>
          {message === null ? '점검 시작' : '점검 끝내기'}
        </Button>
      )}
      {isAsked && message !== null && (
        <Confirm
          title="점검 끝내기"
          verb="서비스 열기"
          save={set}
          onConfirm={() => set.mutate(null)}
          onClose={() => setIsAsked(false)}
        >
          2초 안에 모든 시청자가 다시 쓸 수 있어요.
        </Confirm>
      )}
      <Sheet title="점검 시작" isOpen={isAsked && message === null} onClose={() => setIsAsked(false)}>
        <SheetForm
          save={set}
          verb="점검 시작"
          isDangerous
          onSubmit={() => set.mutate(text)}
          onClose={() => setIsAsked(false)}
        >
          <p className="prose">시청자의 모든 화면에 이 문구가 보여요. 지금 재생 중인 영상은 끝까지 볼 수 있어요.</p>
          <Field label="안내 문구" value={text} onChange={setText} isLong isRequired maxLength={200} autoFocus />
        </SheetForm>
      </Sheet>
    </>
  );
}

function MinVersions({ versions }: { versions: ServiceHealth['min_version'] }) {
  const { may } = useMe();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<PlatformName | null>(null);
  const [text, setText] = useState('');
  const set = useMutation({
    mutationFn: (platform: PlatformName) =>
      call(setMinVersion, { params: { platform }, body: { version: text.trim() === '' ? null : text.trim() } }),
    onSuccess: () => {
      setAsked(null);
      toast('최소 버전을 바꿨어요.');
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <>
      <ul className="inline">
        {PLATFORM_NAMES.map((platform) => [platform, PLATFORM_LABELS[platform]] as const).map(([platform, name]) => (
          <li key={platform}>
            {name} <strong>{versions[platform]}</strong>{' '}
            {may('owner') && (
              <Button
                className="button small"
                aria-label={`${name} 최소 버전 바꾸기`}
                onPress={() => {
                  setText(versions[platform]);
                  setAsked(platform);
                }}
              >
                바꾸기
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Sheet title="최소 버전" isOpen={asked !== null} onClose={() => setAsked(null)}>
        <SheetForm
          save={set}
          verb="저장"
          onSubmit={() => {
            if (asked) set.mutate(asked);
          }}
          onClose={() => setAsked(null)}
        >
          <p className="prose">이보다 오래된 앱은 업데이트하라고 안내해요. 비워 두면 이 릴리스의 기본값이에요.</p>
          <Field label="버전" value={text} onChange={setText} hint="예: 1.2.0" autoFocus />
        </SheetForm>
      </Sheet>
    </>
  );
}

/** The state of each part of the service. */
function Board({ health, troubles }: { health: ServiceHealth; troubles: readonly Trouble[] }) {
  const isWrong = (kind: TroubleKind) => troubles.some((trouble) => trouble.kind === kind);
  const { database, mail, media_store: store, media_jobs: media, maintenance, min_version: versions } = health;
  const isUnused = media.running + media.waiting + media.failed === 0;
  return (
    <dl className="board">
      <Fact name="서비스">
        <Maintenance message={maintenance} />
      </Fact>
      <Fact name="데이터베이스">
        <Mark of={DATABASE[database.state]} />
        <p className="detail">응답 {database.latency_ms} ms</p>
      </Fact>
      <Fact name="메일">
        <Mark of={mail.cnt_failing > 0 ? ['bad', '못 보냄'] : DELIVERY[mail.delivery]} />
        <p className="detail">
          기다리는 메일 {countText(mail.cnt_waiting)}통
          {mail.cnt_failing > 0 && `, 보내지 못한 메일 ${countText(mail.cnt_failing)}통`}
          {mail.oldest_at !== null && ` · 가장 오래된 것 ${distanceText(mail.oldest_at)}`}
        </p>
      </Fact>
      <Fact name="미디어 저장소">
        <Mark of={storeMark(store.state, { isUnused, isFull: isWrong('disk') })} />
        <p className="detail">
          {store.free_bytes !== null && store.total_bytes !== null
            ? `${bytesText(store.total_bytes)} 가운데 ${bytesText(store.free_bytes)} 남음`
            : isUnused
              ? '첫 영상을 더할 때 만들어요.'
              : '폴더를 읽을 수 없어요.'}
        </p>
      </Fact>
      <Fact name="영상 작업">
        <Mark of={videosMark(media)} />
        <p className="detail">
          진행 {media.running}, 대기 {media.waiting}
        </p>
      </Fact>
      <Fact name="최소 버전">
        <MinVersions versions={versions} />
      </Fact>
      {health.certificate !== null && (
        <Fact name="인증서">
          <Mark of={isWrong('certificate') ? ['bad', '확인 필요'] : ['good', '정상']} />
          <p className="detail">{timeText(health.certificate.ends_at)}까지</p>
        </Fact>
      )}
      {health.backup !== null && (
        <Fact name="백업">
          <Mark
            of={
              isWrong('backup')
                ? ['bad', '오래됨']
                : health.backup.last_at === null
                  ? ['quiet', '아직 없음']
                  : ['good', '정상']
            }
          />
          <p className="detail">
            {health.backup.last_at === null
              ? 'BACKUP_DIR을 정하면 날마다 저절로 해요.'
              : `마지막 백업 ${distanceText(health.backup.last_at)}`}
          </p>
        </Fact>
      )}
    </dl>
  );
}

const JOB_COLUMNS: readonly Column<ServiceHealth['jobs'][number]>[] = [
  {
    name: '이름',
    kind: 'name',
    cell: ({ name, last_error: error }) => (
      <>
        {JOB_NAMES[name] ?? name}
        {error !== null && <span className="note bad">{error}</span>}
      </>
    ),
  },
  {
    name: '상태',
    cell: ({ state, owner }) => (
      <>
        <Mark of={JOBS[state]} />
        {owner !== null && <span className="note">{owner}</span>}
      </>
    ),
  },
  { name: '주기', label: true, cell: ({ every_seconds: seconds }) => periodText(seconds) },
  {
    name: '마지막 실행',
    kind: 'time',
    label: '마지막',
    cell: ({ last_run_at: at }) => (at === null ? '아직 없음' : distanceText(at)),
  },
  { name: '다음 실행', kind: 'time', label: '다음', cell: ({ next_run_at: at }) => distanceText(at) },
  {
    name: '걸린 시간',
    kind: 'number',
    cell: ({ last_duration_ms: duration }) => (duration === null ? '' : `${countText(duration)} ms`),
  },
];

export function ServicePage() {
  const queries = useQueryClient();
  const { may } = useMe();
  // The same as on 현황.
  const troubles = useOverviewNow(REFRESH_MS).data?.troubles ?? [];
  const health = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      call(getServiceHealth, {}, { signal, isBackground: queries.getQueryData(KEY) !== undefined }),
    refetchInterval: REFRESH_MS,
  });
  if (!health.data)
    return (
      <>
        <Head title="운영 상태" />
        <QueryNothing query={health} />
      </>
    );
  return (
    <>
      <Head title="운영 상태">
        <p className="muted">
          Bora {health.data.version} · {timeText(health.data.checked_at)} 기준
        </p>
      </Head>
      {health.error && <p className="problem">{messageOf(health.error)}</p>}
      {troubles.length > 0 && <TroubleList troubles={troubles} here="#/service" />}
      <Board health={health.data} troubles={troubles} />
      {may('owner') && <Examination />}
      <h2>정기 작업</h2>
      <Table
        label="정기 작업"
        columns={JOB_COLUMNS}
        rows={health.data.jobs}
        keyOf={({ name }) => name}
        csv={<CsvButton of={exportJobs} sent={{}} />}
      />
    </>
  );
}
