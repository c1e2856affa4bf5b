import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { consoleSignOut, getConsoleSession, PROVIDER_PATHS, type ConsoleSession } from '#contract/console/staff.ts';
import { call, CallError, keepCsrfToken, messageOf, onRoleRefused, onSessionEnd } from './lib/client.ts';
import { useKeptFocus } from './lib/kept-focus.ts';
import { useOverviewNow } from './lib/overview-now.ts';
import { PAGES } from './lib/pages.ts';
import { useReturnedFocus } from './lib/returned-focus.ts';
import { addressOf, replaceAddress, useRoute, type Route } from './lib/route.ts';
import { MeContext, ROLE_NAMES, useMe, type Me } from './lib/session.ts';
import { AccountPage } from './pages/accounts/account.tsx';
import { AccountsPage } from './pages/accounts/accounts.tsx';
import { ImportPage } from './pages/accounts/import.tsx';
import { AdvertisementPage } from './pages/advertisements/advertisement.tsx';
import { AdvertisementsPage } from './pages/advertisements/advertisements.tsx';
import { AuditPage } from './pages/staff/audit.tsx';
import { AutomationPage } from './pages/automation/automation.tsx';
import { ConfirmCode } from './pages/staff/confirm-code.tsx';
import { LinkPage } from './pages/staff/link.tsx';
import { LooksPage } from './pages/looks.tsx';
import { MediaPage } from './pages/media/media.tsx';
import { OverviewPage } from './pages/overview/overview.tsx';
import { ReviewsPage } from './pages/reviews.tsx';
import { RequestsPage } from './pages/requests.tsx';
import { ServicePage } from './pages/service.tsx';
import { ProviderButton, ProviderDone } from './pages/staff/provider-window.tsx';
import { SessionsPage } from './pages/staff/sessions.tsx';
import { SignInForm, SignInPage } from './pages/staff/sign-in.tsx';
import { ShopPage } from './pages/shop/shop.tsx';
import { StaffPage } from './pages/staff/staff.tsx';
import { TitlePage } from './pages/title.tsx';
import { TitlesPage } from './pages/titles.tsx';
import { ViewedTitlePage } from './pages/viewing/viewed-title.tsx';
import { ViewingPage } from './pages/viewing/viewing.tsx';
import { Sheet } from './ui/dialogs.tsx';
import { Finder } from './ui/finder.tsx';
import { Head, Nothing } from './ui/page.tsx';
import { Toasts } from './ui/toasts.tsx';

function RoutedPage({ route }: { route: Route }) {
  const { may } = useMe();
  const [path = '', id] = route.parts;
  const first = PAGES.find(({ roles }) => may(...roles))!;
  const page = path === '' ? first : PAGES.find((each) => each.path === path);
  if (page === undefined)
    return (
      <>
        <Head title="없는 화면" />
        <p className="nothing">
          <span>
            없는 화면이에요. <a href={`#/${first.path}`}>{first.name}</a>
          </span>
        </p>
      </>
    );
  if (!may(...page.roles))
    return (
      <Nothing isPending={false} error={undefined} onRetry={() => undefined}>
        이 화면을 볼 수 있는 역할이 아니에요.
      </Nothing>
    );
  switch (page.path) {
    case 'overview':
      return <OverviewPage query={route.query} />;
    case 'viewing':
      return id === undefined ? (
        <ViewingPage query={route.query} />
      ) : (
        <ViewedTitlePage key={id} id={id} query={route.query} />
      );
    case 'titles':
      return id === undefined ? (
        <TitlesPage query={route.query} />
      ) : (
        <TitlePage key={id} id={id} parts={route.parts.slice(2)} />
      );
    case 'looks':
      return <LooksPage />;
    case 'media':
      return <MediaPage query={route.query} />;
    case 'accounts':
      return id === undefined ? (
        <AccountsPage query={route.query} />
      ) : id === 'import' && may('owner') ? (
        <ImportPage />
      ) : (
        <AccountPage key={id} id={id} query={route.query} />
      );
    case 'reviews':
      return <ReviewsPage query={route.query} />;
    case 'requests':
      return <RequestsPage query={route.query} />;
    case 'advertisements':
      return id === undefined ? <AdvertisementsPage query={route.query} /> : <AdvertisementPage key={id} id={id} />;
    case 'shop':
      return <ShopPage part={id} query={route.query} />;
    case 'service':
      return <ServicePage />;
    case 'staff':
      return <StaffPage />;
    case 'automation':
      return <AutomationPage query={route.query} />;
    case 'sessions':
      return <SessionsPage />;
    case 'audit':
      return <AuditPage query={route.query} />;
  }
}

const TROUBLES_EVERY_MS = 60_000;

/** How many things are wrong with the service, beside the page that names them. */
function TroubleCount() {
  const count = useOverviewNow(TROUBLES_EVERY_MS).data?.troubles.length ?? 0;
  return count === 0 ? null : (
    <span className="count">
      {count}
      <span className="hidden">개의 문제</span>
    </span>
  );
}

/** How many reported reviews nobody has judged. */
function ReportCount() {
  const reported = useQuery({
    // Below the list's key: a decision counts them again.
    queryKey: ['reviews', 'count'],
    queryFn: ({ signal }) =>
      call(listModeratedReviews, { query: { state: 'reported', limit: '1' } }, { signal, isBackground: true }),
    refetchInterval: TROUBLES_EVERY_MS,
  });
  const count = reported.data?.count ?? 0;
  return count === 0 ? null : (
    <span className="count">
      {count}
      <span className="hidden">개의 신고받은 글</span>
    </span>
  );
}

function Frame({ route }: { route: Route }) {
  const { session, may, signOut } = useMe();
  const main = useRef<HTMLElement>(null);
  const shown = PAGES.filter(({ roles }) => may(...roles));
  const current = route.parts[0] === undefined ? shown[0]?.path : route.parts[0];
  // `#/` and the address of the page that it shows are one page: a first filter must not move the focus.
  const address = route.parts.join('/') || current;
  // Keyboards and screen readers begin at the new page, or where they left it.
  useReturnedFocus(main, address);
  useEffect(() => {
    // On a phone, the list of pages is wider than the page.
    document.querySelector('.rail [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [address]);
  useKeptFocus(main);
  return (
    <div className="frame">
      <a className="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        본문으로
      </a>
      <nav className="rail" aria-label="콘솔">
        <p className="mark">
          <span aria-hidden="true" />
          보라 콘솔
        </p>
        <Finder />
        <ul>
          {shown.map(({ path, name }) => (
            <li key={path}>
              <a href={`#/${path}`} {...(path === current && { 'aria-current': 'page' as const })}>
                {name} {path === 'overview' && <TroubleCount />}
                {path === 'reviews' && <ReportCount />}
              </a>
            </li>
          ))}
        </ul>
        <div className="me">
          <p title={session.staff.email}>{session.staff.email}</p>
          <p className="muted">{ROLE_NAMES[session.staff.role]}</p>
          <a href="/docs/" target="_blank">
            운영 문서
          </a>
          <Button className="button small" onPress={() => void signOut()}>
            로그아웃
          </Button>
        </div>
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <RoutedPage route={route} />
      </main>
    </div>
  );
}

type SessionState =
  { is: 'reading' } | { is: 'out' } | { is: 'in'; session: ConsoleSession } | { is: 'away'; message: string };

export function App() {
  const route = useRoute();
  const queries = useQueryClient();
  const [state, setState] = useState<SessionState>({ is: 'reading' });
  /** Calls that wait until the operator has signed in again. */
  const [waiting, setWaiting] = useState<{ promise: Promise<void>; go(): void } | null>(null);
  const waitingNow = useRef(waiting);
  const memberNow = useRef('');

  const open = useCallback((session: ConsoleSession) => {
    keepCsrfToken(session.csrf_token);
    memberNow.current = session.staff.id;
    setState({ is: 'in', session });
  }, []);

  const read = useCallback(() => {
    call(getConsoleSession, {}, { isSilent: true }).then(open, (error: unknown) =>
      setState(
        error instanceof CallError && error.code === 'TOKEN_INVALID'
          ? { is: 'out' }
          : { is: 'away', message: messageOf(error) },
      ),
    );
  }, [open]);
  useEffect(() => read(), [read]);

  useEffect(() => {
    onSessionEnd(() => {
      if (waitingNow.current) return waitingNow.current.promise;
      let go: () => void = () => undefined;
      const promise = new Promise<void>((resolve) => (go = resolve));
      waitingNow.current = { promise, go };
      setWaiting(waitingNow.current);
      return promise;
    });
  }, []);

  const openAgain = useCallback(
    (session: ConsoleSession) => {
      open(session);
      waitingNow.current?.go();
      waitingNow.current = null;
      setWaiting(null);
    },
    [open],
  );
  const readAgain = useCallback((then: (session: ConsoleSession) => void) => {
    call(getConsoleSession, {}, { isSilent: true }).then(
      (session) => {
        // The page shows what another member was allowed to see.
        if (session.staff.id === memberNow.current) then(session);
        else window.location.reload();
      },
      () => undefined,
    );
  }, []);
  useEffect(() => onRoleRefused(() => readAgain(open)), [readAgain, open]);

  const me = useMemo<Me | null>(
    () =>
      state.is === 'in'
        ? {
            session: state.session,
            may: (...roles) => roles.includes(state.session.staff.role),
            async signOut() {
              await call(consoleSignOut, {}, { isSilent: true }).catch(() => undefined);
              queries.clear();
              // Otherwise the next press on the button would sign in again without a question.
              if (state.session.is_from_provider) window.location.assign(PROVIDER_PATHS.end);
              else setState({ is: 'out' });
            },
          }
        : null,
    [state, queries],
  );

  if (route.parts[0] === 'link') return <LinkPage token={route.parts[1] ?? ''} onSignIn={open} />;
  if (state.is === 'reading') return null;
  if (state.is === 'away')
    return (
      <div className="gate">
        <Nothing isPending={false} error={state.message} onRetry={read}>
          {null}
        </Nothing>
      </div>
    );
  const problem = route.parts[0] === 'oidc' ? route.parts[1] : undefined;
  // Signing in again and confirming happen in a second window, which only reports the result.
  const isProviderWindow = problem === 'done' || me !== null || route.parts[2] === 'window';
  if (problem !== undefined && isProviderWindow) return <ProviderDone problem={problem} />;
  if (me === null)
    return (
      <SignInPage
        {...(problem !== undefined && { problem })}
        onSignIn={(session) => {
          if (problem !== undefined) replaceAddress(addressOf('/'));
          open(session);
        }}
      />
    );
  return (
    <MeContext value={me}>
      <Frame route={route} />
      <Sheet title="다시 로그인해 주세요" isOpen={waiting !== null}>
        <p className="prose">접속이 끝났어요. 입력하던 내용은 그대로 있어요.</p>
        {me.session.is_from_provider ? (
          <div className="actions">
            <ProviderButton purpose="again" onDone={() => readAgain(openAgain)} />
          </div>
        ) : (
          <SignInForm email={me.session.staff.email} onSignIn={openAgain} />
        )}
      </Sheet>
      <ConfirmCode />
      <Toasts />
    </MeContext>
  );
}
