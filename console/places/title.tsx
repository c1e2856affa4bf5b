import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { getOperatedTitle } from '#contract/console/titles.ts';
import { call, messageOf } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { Head, Nothing } from '../ui/page.tsx';
import {
  ACTION_NAMES,
  ACTIONS,
  ReleaseBadge,
  ReleaseDialog,
  type ReleaseAction,
  type ReleaseTarget,
} from './release.tsx';

export function TitlePlace({ id }: { id: string }) {
  const [change, setChange] = useState<{ target: ReleaseTarget; action: ReleaseAction } | null>(null);
  const found = useQuery({
    queryKey: ['titles', id],
    queryFn: ({ signal }) => call(getOperatedTitle, { params: { id } }, { signal }),
  });
  const back = (
    <a className="back" href="#/titles">
      작품
    </a>
  );
  if (!found.data)
    return (
      <>
        <Head title="작품" back={back} />
        <Nothing
          isPending={found.isPending}
          error={found.error ? messageOf(found.error) : undefined}
          onRetry={() => void found.refetch()}
        >
          {null}
        </Nothing>
      </>
    );
  const { title, episodes } = found.data;
  const isFew = (action: ReleaseAction, index: number) => index === 0 && action !== 'unpublish';
  return (
    <>
      <Head title={title.name} back={back}>
        {ACTIONS[title.state].map((action, index) => (
          <Button
            key={action}
            className={isFew(action, index) ? 'button primary' : 'button'}
            onPress={() => setChange({ target: { kind: 'title', shown: title, name: title.name }, action })}
          >
            {ACTION_NAMES[action]}
          </Button>
        ))}
      </Head>
      <dl className="facts">
        <div>
          <dt>상태</dt>
          <dd>
            <ReleaseBadge state={title.state} />
          </dd>
        </div>
        <div>
          <dt>공개 시각</dt>
          <dd>{title.at === null ? '없음' : `${timeText(title.at)} · ${distanceText(title.at)}`}</dd>
        </div>
        {title.notice !== null && (
          <div>
            <dt>안내 문구</dt>
            <dd>{title.notice}</dd>
          </div>
        )}
        <div>
          <dt>공개한 회차</dt>
          <dd>
            {title.cnt_out} / {title.cnt_episode}
          </dd>
        </div>
        <div>
          <dt>등급 사유</dt>
          <dd>{title.rating_reasons.join(', ') || '없음'}</dd>
        </div>
        <div>
          <dt>예고편</dt>
          <dd>{title.trailer ?? '없음'}</dd>
        </div>
        <div>
          <dt>번호</dt>
          <dd>{title.id}</dd>
        </div>
      </dl>
      {episodes.length === 0 ? (
        <p className="nothing">아직 회차가 없어요.</p>
      ) : (
        <div className="table-box">
          <table aria-label="회차">
            <thead>
              <tr>
                <th scope="col">회차</th>
                <th scope="col">제목</th>
                <th scope="col">상태</th>
                <th scope="col">공개 시각</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {episodes.map((episode) => (
                <tr key={episode.id}>
                  <td className="time">{episode.episode_num}</td>
                  <th scope="row">{episode.subject}</th>
                  <td>
                    <ReleaseBadge state={episode.state} />
                  </td>
                  <td className="time">
                    {episode.at === null ? <span className="muted">없음</span> : timeText(episode.at)}
                    {episode.notice !== null && <span className="note">{episode.notice}</span>}
                  </td>
                  <td className="end">
                    <MenuTrigger>
                      <Button className="button small" aria-label={`${episode.episode_num} 작업`}>
                        작업
                      </Button>
                      <Popover className="popover" placement="bottom end">
                        <Menu
                          className="listbox"
                          onAction={(key) =>
                            setChange({
                              target: { kind: 'episode', shown: episode, name: `${title.name} ${episode.episode_num}` },
                              action: key as ReleaseAction,
                            })
                          }
                        >
                          {ACTIONS[episode.state].map((action) => (
                            <MenuItem key={action} id={action} className="option">
                              {ACTION_NAMES[action]}
                            </MenuItem>
                          ))}
                        </Menu>
                      </Popover>
                    </MenuTrigger>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {change && (
        <ReleaseDialog
          titleId={title.id}
          target={change.target}
          action={change.action}
          onClose={() => setChange(null)}
        />
      )}
    </>
  );
}
