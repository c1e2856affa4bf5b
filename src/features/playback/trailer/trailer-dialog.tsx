import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { FocusGroup, FocusScope, useRemoteKeys } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { laterIcons } from '#src/ui/later-icons.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TrailerProgress } from './trailer-progress.tsx';
import styles from './trailer-dialog.module.css';
import { useTrailer, type Trailer } from './use-trailer.ts';

export interface TrailerDialogProps {
  readonly itemId: number;
  readonly name: string;
  /** Address of its stream. */
  readonly trailer: string;
  readonly onClose: () => void;
}

/** A title's trailer over the whole screen, until it ends or the viewer closes it. Nothing of it counts as watched. */
export function TrailerDialog({ itemId, name, trailer, onClose }: TrailerDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  // The first address: a later answer must not start the trailer again.
  const [played, setPlayed] = useState({ url: trailer, attempt: 0 });
  const [isRetrying, setRetrying] = useState(false);
  const retry = () => {
    if (isRetrying) return;
    setRetrying(true);
    // Its address ends after some hours.
    void queryClient
      .fetchQuery({ ...itemQuery(api, itemId), staleTime: 0 })
      .catch(() => null)
      .then((item) => {
        setRetrying(false);
        setPlayed(({ url, attempt }) => ({ url: item?.trailer ?? url, attempt: attempt + 1 }));
      });
  };
  return (
    <div className={styles.screen}>
      <FocusScope
        focusKey="trailer"
        axis="column"
        role="dialog"
        label={`${name} 예고편`}
        preferredKey="trailer/buttons"
        className={styles.scope}
        onBack={() => {
          onClose();
          return true;
        }}
      >
        <PlayedTrailer
          key={played.attempt}
          name={name}
          isRetrying={isRetrying}
          onClose={onClose}
          url={played.url}
          onRetry={retry}
        />
      </FocusScope>
    </div>
  );
}

interface PlayedTrailerProps {
  readonly name: string;
  readonly url: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function PlayedTrailer({ name, url, isRetrying, onRetry, onClose }: PlayedTrailerProps) {
  const { ref, machine, state } = useTrailer(url);
  useManners(state, onClose);
  const toggle = () => {
    if (machine?.getState().isPlayWanted) machine.pause();
    else machine?.play();
  };
  useRemoteKeys(({ key, repeats }) => {
    if (key === 'stop') onClose();
    else if (key !== 'play' && key !== 'pause' && key !== 'play-pause') return false;
    else if (repeats === 0 && state !== 'failed') {
      if (key === 'play') machine?.play();
      else if (key === 'pause') machine?.pause();
      else toggle();
    }
    return true;
  });
  return (
    <>
      <video ref={ref} className={styles.video} playsInline />
      {state === 'waiting' && (
        <div className={styles.waiting}>
          <Spinner label="불러오는 중이에요" />
        </div>
      )}
      <div className={styles.controls}>
        <h2 className={styles.title}>{name} 예고편</h2>
        {state === 'failed' ? (
          <p className={styles.failed} role="alert">
            예고편을 재생하지 못했어요. 잠시 후 다시 시도해 주세요.
          </p>
        ) : (
          machine && <TrailerProgress machine={machine} />
        )}
        <FocusGroup focusKey="trailer/buttons" axis="row" className={styles.buttons}>
          {state === 'failed' ? (
            <Button
              focusKey="trailer/toggle"
              label="다시 시도"
              icon="retry"
              isPrimary
              isBusy={isRetrying}
              onPress={onRetry}
            />
          ) : (
            <Button
              focusKey="trailer/toggle"
              label={state === 'paused' ? '재생' : '일시정지'}
              icon={state === 'paused' ? 'play' : laterIcons.pause}
              onPress={toggle}
            />
          )}
          <Button focusKey="trailer/close" label="닫기" onPress={onClose} />
        </FocusGroup>
      </div>
    </>
  );
}

/** Closes the trailer at its end and when the app is left, and keeps the screensaver away while it plays. */
function useManners(state: Trailer['state'], onClose: () => void) {
  const { lifecycle, screensaver } = usePlatform();
  useEffect(() => {
    if (state === 'ended') onClose();
  }, [state, onClose]);
  useEffect(() => lifecycle.subscribe((now) => (now === 'hidden' ? onClose() : undefined)), [lifecycle, onClose]);
  useEffect(() => {
    screensaver.setAllowed(state !== 'playing');
    return () => screensaver.setAllowed(true);
  }, [screensaver, state]);
}
