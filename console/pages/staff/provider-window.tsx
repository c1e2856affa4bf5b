import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { PROVIDER_PATHS, type ProviderPurpose } from '#contract/console/staff.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { providerText } from './provider-texts.ts';

/** Between the window of the provider and the page that opened it: a provider may part the two. */
const CHANNEL = 'bora-console-provider';

/** Goes to the provider in a window of its own, so that what was typed on this page stays. */
export function ProviderButton({ purpose, onDone }: { purpose: ProviderPurpose; onDone(): void }) {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = onDone;
    return () => channel.close();
  }, [onDone]);
  return (
    <Button
      className="button primary"
      autoFocus
      onPress={() => window.open(`${PROVIDER_PATHS.begin}?for=${purpose}`, '_blank', 'popup,width=520,height=720')}
    >
      다시 로그인
    </Button>
  );
}

/** The page in that window when it has come back. */
export function ProviderDone({ problem }: { problem: string | undefined }) {
  const isDone = problem === 'done';
  useEffect(() => {
    if (!isDone) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('done');
    channel.close();
    window.close();
  }, [isDone]);
  return (
    <main className="gate">
      <section className="card" aria-labelledby="provider">
        <h1 id="provider">{isDone ? '확인했어요' : '확인하지 못했어요'}</h1>
        {isDone ? (
          <p className="prose">이 창을 닫고 콘솔로 돌아가 주세요.</p>
        ) : (
          <Problem>{providerText(problem ?? '')}</Problem>
        )}
      </section>
    </main>
  );
}
