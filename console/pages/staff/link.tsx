import { useMutation, useQuery } from '@tanstack/react-query';
import qrcode from 'qrcode-generator';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { acceptStaffLink, readStaffLink, type ConsoleSession } from '#contract/console/staff.ts';
import { isStaffPassword } from '#contract/rules/staff-password.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { timeText } from '#console/lib/format.ts';
import { ROLE_NAMES } from '#console/lib/session.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { QueryNothing } from '#console/ui/page.tsx';
import { Submit } from '#console/ui/submit.tsx';

/** The squares of a QR code as one path, one unit each. */
function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const squares = Array.from(
      { length: count * count },
      (_, index) => [index % count, Math.floor(index / count)] as const,
    );
    return {
      path: squares.flatMap(([x, y]) => (code.isDark(y, x) ? [`M${x} ${y}h1v1h-1z`] : [])).join(''),
      size: count,
    };
  }, [text]);
  return (
    <svg className="qr" viewBox={`-3 -3 ${size + 6} ${size + 6}`} role="img" aria-label="인증 앱에 등록할 QR 코드">
      <rect x={-3} y={-3} width={size + 6} height={size + 6} fill="#fff" />
      <path d={path} fill="#16151a" />
    </svg>
  );
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <>
      <h1>복구 코드</h1>
      <p className="prose">
        휴대폰을 잃어버렸을 때 인증 코드 대신 쓰는 코드예요. 하나에 한 번씩 쓸 수 있고 <strong>지금만 보여요.</strong>{' '}
        안전한 곳에 적어 두세요.
      </p>
      <ul className="codes" aria-label="복구 코드">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <Button className="button" onPress={() => void navigator.clipboard?.writeText(codes.join('\n'))}>
          복사
        </Button>
        <Button className="button primary" onPress={onDone} autoFocus>
          적어 두었어요
        </Button>
      </div>
    </>
  );
}

/** A one-time link: sets the password and registers the authenticator app. */
export function LinkPage({ token, onSignIn }: { token: string; onSignIn(session: ConsoleSession): void }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => call(readStaffLink, { body: { token } }, { isSilent: true }),
    staleTime: Infinity,
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => call(acceptStaffLink, { body: { token, password, code } }, { isSilent: true }),
  });

  const submit = () => {
    if (!isStaffPassword(password)) return setProblem('비밀번호는 12자 이상, 영문·숫자·기호 중 두 가지를 섞어 주세요.');
    if (password !== again) return setProblem('두 비밀번호가 서로 달라요.');
    setProblem('');
    accept.mutate();
  };

  return (
    <main className="gate">
      <section className="card">
        <p className="mark">
          <span aria-hidden="true" />
          보라 콘솔
        </p>
        {accept.data ? (
          <Codes
            codes={accept.data.recovery_codes}
            onDone={() => {
              onSignIn(accept.data.session);
              window.location.replace('#/');
            }}
          />
        ) : link.data ? (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <h1>계정 준비</h1>
            <p className="prose">
              {link.data.email} · {ROLE_NAMES[link.data.role]}
              <br />
              <span className="muted">{timeText(link.data.expires_at)}까지 쓸 수 있는 링크예요.</span>
            </p>
            {link.data.opened_at !== null && (
              <p className="problem" role="alert">
                {timeText(link.data.opened_at)}에 다른 브라우저가 이 링크를 열었어요. 직접 연 것이 아니면 쓰지 말고
                소유자에게 알려 주세요.
              </p>
            )}
            <Field
              label="새 비밀번호"
              type="password"
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              isRequired
              autoFocus
            />
            <Field
              label="새 비밀번호 확인"
              type="password"
              value={again}
              onChange={setAgain}
              autoComplete="new-password"
              isRequired
            />
            <div className="enrol">
              <QrCode text={link.data.totp_url} />
              <div>
                <p>인증 앱으로 QR 코드를 찍고, 앱에 보이는 6자리 코드를 적어 주세요.</p>
                <p className="muted">
                  찍을 수 없으면 이 키를 넣어 주세요.
                  <br />
                  <code data-testid="totp-secret">{link.data.totp_secret.replace(/.{4}(?=.)/g, '$& ')}</code>
                </p>
              </div>
            </div>
            <Field
              label="인증 코드"
              value={code}
              onChange={setCode}
              autoComplete="one-time-code"
              inputMode="numeric"
              isRequired
            />
            <Problem>{problem || (accept.error ? messageOf(accept.error) : null)}</Problem>
            <div className="actions">
              <Submit className="button primary" isPending={accept.isPending}>
                시작하기
              </Submit>
            </div>
          </form>
        ) : (
          <QueryNothing query={link} />
        )}
      </section>
    </main>
  );
}
