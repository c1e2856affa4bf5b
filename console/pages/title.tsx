import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { getOperatedTitle, type OperatedEpisode, type OperatedTitle } from '#contract/console/titles.ts';
import { exportEpisodes } from '#contract/console/exports.ts';
import { call } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { EpisodeEditor, NewEpisode } from '../editing/episode.tsx';
import { EpisodeOrder } from '../editing/episode-order.tsx';
import { TitlePictures } from '../editing/pictures.tsx';
import { UploadHere } from '../editing/upload-here.tsx';
import { PreviewPanel } from '../editing/preview.tsx';
import { ProductsForm } from '../editing/products.tsx';
import { Readiness } from '../editing/readiness.tsx';
import { RemoveTitle } from '../editing/remove-title.tsx';
import { NewTitle, TitleFields } from '../editing/title-fields.tsx';
import { useEditedTitle, useTitleForm } from '../editing/use-title.ts';
import { Fact } from '../ui/fact.tsx';
import { Head, QueryNothing } from '../ui/page.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { Pictured } from '../ui/title-name.tsx';
import {
  ACTION_NAMES,
  ACTIONS,
  ReleaseBadge,
  ReleaseDialog,
  type ReleaseAction,
  type ReleaseTarget,
} from './release.tsx';
import { CsvButton } from '../ui/csv-button.tsx';

const TABS = [
  ['', '회차'],
  ['fields', '정보'],
  ['pictures', '그림'],
  ['products', '상품'],
  ['preview', '미리 보기'],
] as const;

export interface TitlePlaceProps {
  id: string;
  /** What follows the id in the address: a part, and the episode. */
  parts: readonly string[];
}

/** One title: its releases, or a part that is edited. */
export function TitlePage({ id, parts }: TitlePlaceProps) {
  const [part = '', episodeId] = parts;
  if (id === 'new') return <NewTitlePage />;
  return (
    <>
      <TitleHead id={id} part={part} />
      {part === '' ? (
        <TitleEpisodes id={id} />
      ) : (
        <EditedPart key={`${part} ${episodeId}`} id={id} part={part} episodeId={episodeId} />
      )}
    </>
  );
}

function NewTitlePage() {
  const form = useTitleForm();
  return (
    <>
      <Head title="새 작품" back={BACK} />
      {form.data ? <NewTitle form={form.data} /> : <QueryNothing query={form} />}
    </>
  );
}

/** A part of a title that has a form. */
function EditedPart({ id, part, episodeId }: { id: string; part: string; episodeId: string | undefined }) {
  const form = useTitleForm();
  const found = useEditedTitle(id);
  if (!form.data || !found.data) return <QueryNothing query={form.data ? found : form} />;
  const shown = { form: form.data, title: found.data };
  switch (part) {
    case 'fields':
      return (
        <>
          <TitleFields {...shown} />
          <RemoveTitle title={found.data} />
        </>
      );
    case 'pictures':
      return <TitlePictures title={found.data} />;
    case 'products':
      return <ProductsForm {...shown} />;
    case 'preview':
      return <PreviewPanel title={found.data} />;
    case 'episodes':
      return episodeId === 'new' ? (
        <NewEpisode {...shown} />
      ) : (
        <EpisodeEditor {...shown} episodeId={Number(episodeId)} />
      );
    default:
      return <p className="nothing">없는 화면이에요.</p>;
  }
}

const BACK = (
  <a className="back" href="#/titles">
    작품
  </a>
);

const useOperatedTitle = (id: string) =>
  useQuery({
    queryKey: ['titles', id],
    queryFn: ({ signal }) => call(getOperatedTitle, { params: { id } }, { signal }),
  });

function TitleHead({ id, part }: { id: string; part: string }) {
  const { data } = useOperatedTitle(id);
  const [change, setChange] = useState<ReleaseAction | null>(null);
  const title = data?.title;
  const current = part === 'episodes' ? '' : part;
  return (
    <>
      <Head title={title?.name ?? '작품'} back={BACK}>
        {title &&
          ACTIONS[title.state].map((action, index) => (
            <Button
              key={action}
              className={index === 0 && action !== 'unpublish' ? 'button primary' : 'button'}
              onPress={() => setChange(action)}
            >
              {ACTION_NAMES[action]}
            </Button>
          ))}
      </Head>
      <nav className="tabs" aria-label="작품의 부분">
        {TABS.map(([path, name]) => (
          <a
            key={path}
            href={`#/titles/${id}${path && `/${path}`}`}
            {...(path === current && { 'aria-current': 'page' as const })}
          >
            {name}
          </a>
        ))}
      </nav>
      {title && change && (
        <ReleaseDialog
          titleId={title.id}
          episodes={data.episodes}
          target={{ kind: 'title', shown: title, name: title.name }}
          action={change}
          onClose={() => setChange(null)}
        />
      )}
    </>
  );
}

function TitleFacts({ title }: { title: OperatedTitle }) {
  return (
    <dl className="facts">
      <Fact name="상태">
        <ReleaseBadge state={title.state} />
      </Fact>
      <Fact name="공개 시각">{title.at === null ? '없음' : `${timeText(title.at)} · ${distanceText(title.at)}`}</Fact>
      {title.ends_at !== null && (
        <Fact name="제공 끝">{`${timeText(title.ends_at)} · ${distanceText(title.ends_at)}`}</Fact>
      )}
      {title.notice !== null && <Fact name="안내 문구">{title.notice}</Fact>}
      <Fact name="공개한 회차">
        {title.cnt_out} / {title.cnt_episode}
      </Fact>
      <Fact name="등급 사유">{title.rating_reasons.join(', ') || '없음'}</Fact>
      <Fact name="예고편">{title.trailer ?? '없음'}</Fact>
      <Fact name="번호">{title.id}</Fact>
    </dl>
  );
}

interface ReleaseQuestion {
  target: ReleaseTarget;
  action: ReleaseAction;
}

interface EpisodeActionsProps {
  of: OperatedEpisode;
  onAction(action: ReleaseAction): void;
}

const EpisodeActions = ({ of: { episode_num: number, state }, onAction }: EpisodeActionsProps) => (
  <MenuTrigger>
    <Button className="button small" aria-label={`${number} 작업`}>
      작업
    </Button>
    <Popover className="popover" placement="bottom end">
      <Menu className="listbox" onAction={(key) => onAction(key as ReleaseAction)}>
        {ACTIONS[state].map((action) => (
          <MenuItem key={action} id={action} className="option">
            {ACTION_NAMES[action]}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);

const episodeColumns = (
  title: OperatedTitle,
  pictures: ReadonlyMap<number, string>,
  ask: (question: ReleaseQuestion) => void,
): readonly Column<OperatedEpisode>[] => [
  { name: '회차', kind: 'time', cell: ({ episode_num: number }) => number },
  {
    name: '제목',
    kind: 'name',
    cell: ({ id, subject }) => (
      <Pictured kind="still" picture={pictures.get(id)}>
        <a href={`#/titles/${title.id}/episodes/${id}`}>{subject}</a>
      </Pictured>
    ),
  },
  { name: '상태', cell: ({ state }) => <ReleaseBadge state={state} /> },
  {
    name: '공개 시각',
    kind: 'time',
    cell: ({ at, ends_at: endsAt, notice }) => (
      <>
        {at === null ? <span className="muted">없음</span> : timeText(at)}
        {endsAt !== null && endsAt !== title.ends_at && <span className="note">{timeText(endsAt)}까지</span>}
        {notice !== null && <span className="note">{notice}</span>}
      </>
    ),
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (episode) => (
      <EpisodeActions
        of={episode}
        onAction={(action) => {
          const name = `${title.name} ${episode.episode_num}`;
          ask({ target: { kind: 'episode', shown: episode, name }, action });
        }}
      />
    ),
  },
];

function TitleEpisodes({ id }: { id: string }) {
  const [question, setQuestion] = useState<ReleaseQuestion | null>(null);
  const [isOrdering, setOrdering] = useState(false);
  const found = useOperatedTitle(id);
  const edited = useEditedTitle(id);
  if (!found.data) return <QueryNothing query={found} />;
  const { title, episodes } = found.data;
  const pictures = new Map(edited.data?.episodes.map((episode) => [episode.id, episode.picture]));
  return (
    <>
      <TitleFacts title={title} />
      {title.state !== 'published' && <Readiness id={id} />}
      <div className="section-tools">
        <a className="button" href={`#/titles/${id}/episodes/new`}>
          회차 더하기
        </a>
        <UploadHere target={{ title: { id: title.id, name: title.name } }}>영상 올리기</UploadHere>
        {episodes.length > 1 && (
          <Button className="button" onPress={() => setOrdering(true)}>
            순서 바꾸기
          </Button>
        )}
      </div>
      {episodes.length === 0 ? (
        <p className="nothing">아직 회차가 없어요.</p>
      ) : (
        <Table
          label="회차"
          columns={episodeColumns(title, pictures, setQuestion)}
          rows={episodes}
          keyOf={(episode) => episode.id}
          csv={<CsvButton of={exportEpisodes} sent={{ params: { id } }} />}
        />
      )}
      {isOrdering && <EpisodeOrder id={id} onClose={() => setOrdering(false)} />}
      {question && (
        <ReleaseDialog titleId={title.id} episodes={episodes} {...question} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}
