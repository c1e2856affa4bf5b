import { JOB_NAMES } from '#contract/console/job-names.ts';
import type { Trouble, TroubleKind } from '#contract/console/overview.ts';
import { REMEDIES, TROUBLE_NAMES } from '#contract/console/trouble-texts.ts';
import { durationText, shareText } from '#console/lib/figures.ts';
import { bytesText, countText } from '#console/lib/format.ts';

/** Where in the console a trouble is looked at; the others are on 현황 itself. */
const PAGE_OF_TROUBLE: Partial<Record<TroubleKind, string>> = {
  database: '#/service',
  worker: '#/service',
  disk: '#/service',
  mail: '#/service',
  video: '#/media',
  job: '#/service',
  clock: '#/service',
  certificate: '#/service',
  backup: '#/service',
};

const DATABASE_TEXTS: Readonly<Record<string, string>> = {
  'no answer': '응답이 없어요',
  'refuses writes': '쓸 수 없어요',
};

function certificateText({ value, detail }: Trouble): string {
  if (detail === 'untrusted') return '믿을 수 없는 인증서예요';
  return detail === 'ended' ? `${countText(-value)}일 전에 끝났어요` : `${countText(value)}일 뒤에 끝나요`;
}

const stillText = (seconds: number) =>
  seconds < 2 * 3600 ? `${countText(Math.round(seconds / 60))}분` : `${countText(Math.round(seconds / 3600))}시간`;

function troubleText(trouble: Trouble): string {
  const { kind, value, limit, detail } = trouble;
  switch (kind) {
    case 'failures':
      return [`재생의 ${shareText(value)} (기준 ${shareText(limit)})`, detail].filter(Boolean).join(' · ');
    case 'rebuffering':
      return `기다린 시간 ${shareText(value)} (기준 ${shareText(limit)})`;
    case 'startup':
      return `느린 5%는 ${durationText(value)} 넘게 기다려요 (기준 ${durationText(limit)})`;
    case 'crash':
      return `${detail} · ${countText(value)}번`;
    case 'job':
      return value > 0
        ? `${JOB_NAMES[detail] ?? detail} · ${countText(value)}번`
        : `${JOB_NAMES[detail] ?? detail} · 밀림`;
    case 'database':
      return DATABASE_TEXTS[detail] ?? '이전 버전의 표예요';
    case 'worker':
      return value === 0 ? '아직 아무 작업도 하지 않았어요' : `${stillText(value)} 동안 멈춰 있어요`;
    case 'disk':
      if (detail === 'full') return `${bytesText(value)} 남음 (기준 ${bytesText(limit)})`;
      return detail === 'missing' ? '폴더가 없어요' : '쓸 수 없어요';
    case 'mail':
      return `${countText(value)}통`;
    case 'video':
      return `${countText(value)}개가 ${detail === 'failed' ? '실패했어요' : '실패해서 다시 기다려요'}`;
    case 'clock':
      return `데이터베이스보다 ${durationText(Math.abs(value))} ${value > 0 ? '빨라요' : '느려요'}`;
    case 'certificate':
      return certificateText(trouble);
    case 'backup':
      return detail === 'none' ? '백업한 적이 없어요' : `${countText(Math.floor(value / 86_400))}일 전이 마지막이에요`;
  }
}

/** @param here address of the page that shows the list: no link leads to it */
export function TroubleList({ troubles, here }: { troubles: readonly Trouble[]; here?: string }) {
  return (
    <ul className="troubles" aria-label="지금의 문제">
      {troubles.map((trouble) => {
        const { kind, detail } = trouble;
        const page = PAGE_OF_TROUBLE[kind];
        return (
          <li key={`${kind} ${detail}`}>
            <strong>{TROUBLE_NAMES[kind]}</strong>
            <span>{troubleText(trouble)}</span>
            {page === undefined || page === here ? (
              <span className="note">{REMEDIES[kind]}</span>
            ) : (
              <a className="note" href={page}>
                {REMEDIES[kind]}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
