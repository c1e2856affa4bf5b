import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { InboxFile } from '#contract/console/inbox.ts';
import { bytesText } from '#console/lib/format.ts';
import { continueFile, stopFile, type SentFile } from '#console/lib/uploads.ts';
import { State } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { fileNameOf } from './inbox-texts.ts';
import { LoneSubtitle } from './lone-subtitle.tsx';
import { problemText } from '#console/pages/media/media-texts.ts';

const KIND_NAMES = { video: '영상', sound: '소리', subtitle: '자막', picture: '그림', metadata: '정보' } as const;

const percentOf = (part: number, whole: number) => Math.floor((part / Math.max(1, whole)) * 100);
/** A file whose removal the operator is asked about; `key` is that of an upload from this page. */
export interface AskedFile {
  file: Pick<InboxFile, 'id' | 'path' | 'origin' | 'state'>;
  key?: number;
}

interface RowProps {
  name: string;
  children: ReactNode;
  actions: ReactNode;
}

const Row = ({ name, children, actions }: RowProps) => (
  <li>
    <div className="path">{name}</div>
    <div>{children}</div>
    <div className="end">{actions}</div>
  </li>
);

/** A file that this page uploads. */
export function SendingRow({ file, onAsk }: { file: SentFile; onAsk(asked: AskedFile): void }) {
  const { key, path, bytes, sent, state, problem, id, isContinued } = file;
  const name = fileNameOf(path);
  return (
    <Row
      name={path}
      actions={
        <>
          {state === 'stopped' && <RowAction of={name} verb="이어서 올리기" onPress={() => continueFile(key)} />}
          <Button
            className="button small"
            aria-label={`${name} ${state === 'refused' ? '닫기' : '올리기 취소'}`}
            onPress={() =>
              id === null || state === 'refused'
                ? void stopFile(key)
                : onAsk({ file: { id, path, origin: 'upload', state: 'receiving' }, key })
            }
          >
            {state === 'refused' ? '닫기' : '취소'}
          </Button>
        </>
      }
    >
      {state === 'refused' ? (
        <State tone="bad">받지 않았어요</State>
      ) : (
        <div className="progress">
          <progress max={Math.max(1, bytes)} value={sent} aria-label={`${name} 올리기`} />
          <span>
            {state === 'waiting' ? '차례를 기다려요' : state === 'stopped' ? '멈췄어요' : '올리는 중'}{' '}
            {percentOf(sent, bytes)}% · {bytesText(sent)} / {bytesText(bytes)}
            {isContinued && ' · 이어서'}
          </span>
        </div>
      )}
      {problem !== null && <span className="note bad">{problem}</span>}
    </Row>
  );
}

/** A file that the server has, or had begun to receive. */
export function WaitingRow({ file, onAsk }: { file: InboxFile; onAsk(asked: AskedFile): void }) {
  const [isGiving, setGiving] = useState(false);
  const { origin, kind, path, state, problem, missing, bytes, received_bytes: received } = file;
  /** Pictures of a DVD belong to their index. */
  const isSecond = kind === 'subtitle' && /\.sub$/i.test(path);
  const isUpload = origin === 'upload';
  const said = () => {
    if (state === 'refused')
      return (
        <>
          <State tone="bad">받을 수 없어요</State>
          {problem !== null && <span className="note bad">{problemText(problem)}</span>}
        </>
      );
    if (state === 'received') return <State tone="info">살펴보는 중</State>;
    if (state === 'ready')
      return (
        <>
          <State tone="quiet">{KIND_NAMES[kind]}</State>
          <span className="note">
            {kind === 'picture'
              ? '같은 폴더의 영상이 들어오면 새 작품의 그림이 돼요.'
              : kind === 'metadata'
                ? '같은 폴더의 영상이 들어오면 새 작품과 회차의 정보가 돼요.'
                : kind === 'sound'
                  ? '작품의 회차에서 소리 더하기로 이 파일을 고르면 그 영상의 소리가 돼요.'
                  : missing !== null
                    ? `DVD 자막은 두 파일로 되어 있어요. ${missing} 파일도 올려 주세요.`
                    : isSecond
                      ? '이름이 같은 .idx와 한 자막이에요.'
                      : '이름이 같은 영상이 들어오면 함께 들어가요. 있는 회차에 더할 수도 있어요.'}
          </span>
        </>
      );
    return isUpload ? (
      <>
        <div className="progress">
          <progress max={Math.max(1, bytes)} value={received} aria-label={`${fileNameOf(path)} 올리기`} />
          <span>
            {percentOf(received, bytes)}%에서 멈췄어요 · {bytesText(received)} / {bytesText(bytes)}
          </span>
        </div>
        <span className="note">같은 파일을 다시 고르면 이어서 올려요. 48시간이 지나면 지워져요.</span>
      </>
    ) : (
      <State tone="info">복사가 끝나기를 기다려요</State>
    );
  };
  return (
    <Row
      name={path}
      actions={
        <>
          {kind === 'subtitle' && isUpload && state === 'ready' && missing === null && !isSecond && (
            <RowAction of={fileNameOf(path)} verb="회차에 더하기" onPress={() => setGiving(true)} />
          )}
          <RowAction of={fileNameOf(path)} verb={isUpload ? '지우기' : '빼기'} onPress={() => onAsk({ file })} />
        </>
      }
    >
      {said()}
      {isGiving && <LoneSubtitle file={file} onClose={() => setGiving(false)} />}
    </Row>
  );
}
