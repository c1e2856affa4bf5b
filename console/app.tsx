import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { consoleSignOut, getConsoleSession, PROVIDER_PATHS, type ConsoleSession } from '#contract/console/staff.ts';
import { call, CallError, keepCsrfToken, messageOf, onSessionEnd } from './lib/client.ts';
import { useKeptFocus } from './lib/kept-focus.ts';
import { useOverviewNow } from './lib/overview-now.ts';
import { PLACES } from './lib/places.ts';
import { useReturnedFocus } from './lib/returned-focus.ts';
import { addressOf, replaceAddress, useRoute, type Route } from './lib/route.ts';
import { MeContext, ROLE_NAMES, useMe, type Me } from './lib/session.ts';
import { AccountPlace } from './places/accounts/account.tsx';
import { AccountsPlace } from './places/accounts/accounts.tsx';
import { ImportPlace } from './places/accounts/import.tsx';
import { AdvertisementPlace } from './places/advertisements/advertisement.tsx';
import { AdvertisementsPlace } from './places/advertisements/advertisements.tsx';
import { AuditPlace } from './places/staff/audit.tsx';
import { AutomationPlace } from './places/automation/automation.tsx';
import { ConfirmCode } from './places/staff/confirm-code.tsx';
import { LinkPlace } from './places/staff/link.tsx';
import { LooksPlace } from './places/looks.tsx';
import { MediaLocation } from './places/media/media.tsx';
import { OverviewPlace } from './places/overview/overview.tsx';
import { ReviewsPlace } from './places/reviews.tsx';
import { RequestsPlace } from './places/requests.tsx';
import { ServicePlace } from './places/service.tsx';
import { ProviderButton, ProviderDone } from './places/staff/provider-window.tsx';
import { SessionsPlace } from './places/staff/sessions.tsx';
import { SignInForm, SignInPlace } from './places/staff/sign-in.tsx';
import { ShopPlace } from './places/shop/shop.tsx';
import { StaffPlace } from './places/staff/staff.tsx';
import { TitlePlace } from './places/title.tsx';
import { TitlesPlace } from './places/titles.tsx';
import { ViewedTitlePlace } from './places/viewing/viewed-title.tsx';
import { ViewingPlace } from './places/viewing/viewing.tsx';
import { Sheet } from './ui/dialogs.tsx';
import { Finder } from './ui/finder.tsx';
import { Head, Nothing } from './ui/page.tsx';
import { Toasts } from './ui/toasts.tsx';

function Place({ route }: { route: Route }) {
  const { may } = useMe();
  const [path = '', id] = route.parts;
  const first = PLACES.find(({ roles }) => may(...roles))!;
  const place = path === '' ? first : PLACES.find((each) => each.path === path);
  if (place === undefined)
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
  if (!may(...place.roles))
    return (
      <Nothing isPending={false} error={undefined} onRetry={() => undefined}>
        이 화면을 볼 수 있는 역할이 아니에요.
      </Nothing>
    );
  switch (place.path) {
    case 'overview':
      return <OverviewPlace query={route.query} />;
    case 'viewing':
      return id === undefined ? (
        <ViewingPlace query={route.query} />
      ) : (
        <ViewedTitlePlace key={id} id={id} query={route.query} />
      );
    case 'titles':
      return id === undefined ? (
        <TitlesPlace query={route.query} />
      ) : (
        <TitlePlace key={id} id={id} parts={route.parts.slice(2)} />
      );
    case 'looks':
      return <LooksPlace />;
    case 'media':
      return <MediaLocation query={route.query} />;
    case 'accounts':
      return id === undefined ? (
        <AccountsPlace query={route.query} />
      ) : id === 'import' && may('owner') ? (
        <ImportPlace />
      ) : (
        <AccountPlace key={id} id={id} query={route.query} />
      );
    case 'reviews':
      return <ReviewsPlace query={route.query} />;
    case 'requests':
      return <RequestsPlace query={route.query} />;
    case 'advertisements':
      return id === undefined ? <AdvertisementsPlace query={route.query} /> : <AdvertisementPlace key={id} id={id} />;
    case 'shop':
      return <ShopPlace part={id} query={route.query} />;
    case 'service':
      return <ServicePlace />;
    case 'staff':
      return <StaffPlace />;
    case 'automation':
      return <AutomationPlace query={route.query} />;
    case 'sessions':
      return <SessionsPlace />;
    case 'audit':
      return <AuditPlace query={route.query} />;
  }
}

const TROUBLES_EVERY_MS = 60_000;

/** How many things are wrong with the service, beside the place that names them. */
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
  const shown = PLACES.filter(({ roles }) => may(...roles));
  const current = route.parts[0] === undefined ? shown[0]?.path : route.parts[0];
  // `#/` and the address of the place that it shows are one place: a first filter must not move the focus.
  const address = route.parts.join('/') || current;
  // Keyboards and screen readers begin at the new place, or where they left it.
  useReturnedFocus(main, address);
  useEffect(() => {
    // On a phone, the list of places is wider than the page.
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
          <Button className="button small" onPress={() => void signOut()}>
            로그아웃
          </Button>
        </div>
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <Place route={route} />
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
  const readAgain = useCallback(() => {
    call(getConsoleSession, {}, { isSilent: true }).then(
      (session) => {
        // The page shows what another member was allowed to see.
        if (session.staff.id === memberNow.current) openAgain(session);
        else window.location.reload();
      },
      () => undefined,
    );
  }, [openAgain]);

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

  if (route.parts[0] === 'link') return <LinkPlace token={route.parts[1] ?? ''} onSignIn={open} />;
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
  if (problem === 'done' || (problem !== undefined && me !== null)) return <ProviderDone problem={problem} />;
  if (me === null)
    return (
      <SignInPlace
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
            <ProviderButton purpose="again" onDone={readAgain} />
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
