import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { Platform } from '#platform/platform.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { PlaybackProvider, type PlaybackServices } from '#src/features/playback/playback-context.ts';
import { FocusProvider, FocusScope, type FocusEngine } from '#src/focus/index.ts';
import type { Readable } from '#src/player/index.ts';
import { CrashScreen } from '#src/screens/error/service-screen.tsx';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { PlatformProvider } from '#src/stores/platform-context.ts';
import { StoresProvider, useToasts, type Stores } from '#src/stores/stores-context.ts';
import { PhoneFieldProvider } from '#src/ui/form/phone-field-context.ts';
import { ToastView } from '#src/ui/dialog/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Entry } from './entry.tsx';
import type { Navigation } from './visits/navigation.ts';
import { ReloadProvider } from './visits/lazy-screen.tsx';
import { RootBack } from './visits/root-back.tsx';
import { Routes } from './visits/routes.tsx';

const loadPhoneKeyboard = () =>
  import('#src/features/phone-keyboard/phone-keyboard.tsx').then(({ PhoneKeyboard }) => PhoneKeyboard);

/** Retries after a crash outside of the screens; after them, the crash screen offers only a restart. */
const MOST_TRIES = 2;

export interface AppProps {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly api: Client;
  readonly queryClient: QueryClient;
  readonly focus: FocusEngine;
  /** The menu of what OK can do, while it is open. */
  readonly holdMenu: Readable<ReactNode>;
  readonly navigation: Navigation;
  readonly playback: PlaybackServices;
  readonly version: string;
  /** Server address that the viewer sees. */
  readonly apiUrl: string;
  /** Changes the server; null restores the address of the build. */
  readonly onServer: (address: string | null) => void;
  readonly onRestart: () => void;
  /** Reloads the page; rejects while its server does not answer. */
  readonly onReload: () => Promise<void>;
}

/** Provides the services to all components and catches crashes outside of the screens. */
export function App(props: AppProps) {
  const { platform, stores, api, queryClient, focus, navigation, playback, version } = props;
  const { apiUrl, onServer, onRestart, onReload } = props;
  const drawCrash = (retry: () => void, tries: number) => {
    const goHome = () => {
      navigation.restart();
      retry();
    };
    return <CrashScreen ways={[tries === 0 ? ['home', '처음으로', goHome] : ['restart', '앱 다시 시작', onRestart]]} />;
  };
  const drawLastCrash = (retry: () => void, tries: number) => {
    const tryAgain = () => {
      // Toasts are the only part outside of the inner boundary, so the toast may have caused the crash.
      const { toast, dismiss } = stores.toasts.getState();
      if (toast) dismiss(toast.id);
      retry();
    };
    return (
      <FocusScope focusKey="app" axis="column">
        <CrashScreen
          ways={[tries < MOST_TRIES ? ['retry', '다시 시도', tryAgain] : ['restart', '앱 다시 시작', onRestart]]}
        />
      </FocusScope>
    );
  };
  return (
    <PlatformProvider value={platform}>
      <StoresProvider value={stores}>
        <ApiProvider value={api}>
          <ClockProvider value={playback.clock}>
            <PlaybackProvider value={playback}>
              <QueryClientProvider client={queryClient}>
                <FocusProvider engine={focus}>
                  <ErrorBoundary draw={drawLastCrash}>
                    <FocusScope focusKey="app" axis="column">
                      <ErrorBoundary draw={drawCrash}>
                        <RootBack navigation={navigation} />
                        <HoldMenu menu={props.holdMenu} />
                        <ReloadProvider value={onReload}>
                          <PhoneFieldProvider value={loadPhoneKeyboard}>
                            <Entry version={version} apiUrl={apiUrl} onServer={onServer}>
                              <Routes
                                navigation={navigation}
                                version={version}
                                apiUrl={apiUrl}
                                onServer={onServer}
                                onRestart={onRestart}
                              />
                            </Entry>
                          </PhoneFieldProvider>
                        </ReloadProvider>
                      </ErrorBoundary>
                    </FocusScope>
                    <Toasts />
                  </ErrorBoundary>
                </FocusProvider>
              </QueryClientProvider>
            </PlaybackProvider>
          </ClockProvider>
        </ApiProvider>
      </StoresProvider>
    </PlatformProvider>
  );
}

const HoldMenu = ({ menu }: { menu: Readable<ReactNode> }) => useSyncExternalStore(menu.subscribe, menu.getState);

function Toasts() {
  const toast = useToasts((toasts) => toasts.toast);
  const dismiss = useToasts((toasts) => toasts.dismiss);
  const id = toast?.id;
  const done = useCallback(() => {
    if (id !== undefined) dismiss(id);
  }, [id, dismiss]);
  return toast && <ToastView key={toast.id} text={toast.text} onDone={done} />;
}
