import { useQuery } from '@tanstack/react-query';
import { listLooks } from '#contract/console/looks.ts';
import { getServiceHealth } from '#contract/console/service.ts';
import { listOperatedTitles } from '#contract/console/titles.ts';
import { call } from '#console/lib/client.ts';
import { State } from '#console/ui/page.tsx';
import { firstStepsOf } from './first-steps.ts';

/** Leads the owner of a service that nobody has used through what is missing; nothing once all is there. */
export function FirstStart() {
  const found = useQuery({
    queryKey: ['first-start'],
    queryFn: async ({ signal }) => {
      const silently = { signal, isSilent: true };
      const [health, looks, titles] = await Promise.all([
        call(getServiceHealth, {}, silently),
        call(listLooks, {}, silently),
        call(listOperatedTitles, { query: { sorting: 'id', direction: 'up', limit: '1', offset: '0' } }, silently),
      ]);
      return firstStepsOf({ health, looks, cntTitle: titles.count });
    },
  });
  if (found.data === undefined || found.data.every(({ isDone }) => isDone)) return null;
  return (
    <section className="panel first-start" aria-labelledby="first-steps">
      <h2 id="first-steps">시작하기</h2>
      <p className="prose">시청자를 부르기 전에 하나씩 준비해 주세요.</p>
      <ol className="choices">
        {found.data.map(({ name, text, isDone, address }) => (
          <li key={name}>
            <State tone={isDone ? 'good' : 'warn'}>{isDone ? '됐어요' : '아직'}</State>
            <span>
              {address === null ? <strong>{name}</strong> : <a href={address}>{name}</a>}
              <span className="note">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
