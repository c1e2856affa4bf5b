import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Platform } from '#platform/platform.ts';
import { ApiProvider } from '#src/api/api-context.ts';
import type { Client } from '#src/api/client.ts';
import { PlaybackProvider, type PlaybackServices } from '#src/features/playback/playback-context.ts';
import { FocusProvider, FocusScope, type FocusEngine } from '#src/focus/index.ts';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { PlatformProvider } from '#src/stores/platform-context.ts';
import { StoresProvider, useToasts, type Stores } from '#src/stores/stores-context.ts';
import { ToastView } from '#src/ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Gate } from './gate.tsx';
import type { Navigation } from './navigation.ts';
import { RootBack } from './root-back.tsx';
import { Routes } from './routes.tsx';

export interface AppProps {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly api: Client;
  readonly queryClient: QueryClient;
  readonly focus: FocusEngine;
  readonly navigation: Navigation;
  readonly playback: PlaybackServices;
  readonly version: string;
  /** Address of the server, as the viewer is told it. */
  readonly apiUrl: string;
  /** Another server; null for the one that the app was built with. */
  readonly onServer: (address: string | null) => void;
}

/** The whole app, from what it runs on. */
export function App(props: AppProps) {
  const { platform, stores, api, queryClient, focus, navigation, playback, version, apiUrl, onServer } = props;
  return (
    <PlatformProvider value={platform}>
      <StoresProvider value={stores}>
        <ApiProvider value={api}>
          <ClockProvider value={playback.clock}>
            <PlaybackProvider value={playback}>
              <QueryClientProvider client={queryClient}>
                <FocusProvider engine={focus}>
                  <FocusScope focusKey="app" axis="column">
                    <ErrorBoundary onHome={() => navigation.restart()}>
                      <RootBack navigation={navigation} />
                      <Gate version={version} apiUrl={apiUrl} onServer={onServer}>
                        <Routes navigation={navigation} version={version} apiUrl={apiUrl} onServer={onServer} />
                      </Gate>
                    </ErrorBoundary>
                  </FocusScope>
                  <Toasts />
                </FocusProvider>
              </QueryClientProvider>
            </PlaybackProvider>
          </ClockProvider>
        </ApiProvider>
      </StoresProvider>
    </PlatformProvider>
  );
}

function Toasts() {
  const toast = useToasts((toasts) => toasts.toast);
  const dismiss = useToasts((toasts) => toasts.dismiss);
  const id = toast?.id;
  const done = useCallback(() => {
    if (id !== undefined) dismiss(id);
  }, [id, dismiss]);
  return toast && <ToastView key={toast.id} text={toast.text} onDone={done} />;
}
