import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { callAt } from '#tests/support/calls-at.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { newDataDir, startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startTraceReceiver, type ReceivedSpan } from '#tests/support/server/trace-receiver.ts';

const EMAIL = 'somebody@viewer.example';
const PASSWORD = 'a-password-that-nobody-has';

let bundle: Awaited<ReturnType<typeof bundleServer>>;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** A server with an empty catalogue. */
const start = (variables: Record<string, string>) =>
  (server = startProcess(
    { DATA_DIR: dataDir, CATALOGUE_DIR: dataDir, OTEL_BSP_SCHEDULE_DELAY: '100', ...variables },
    bundle.path,
  ));

const signIn = (url: string) =>
  callAt(url)(endpoints.login, { body: { email: EMAIL, password: PASSWORD, device: { platform: 'web' } } });

const valueOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('calls and jobs are traced with their statements, and without anything of a person', async () => {
  const receiver = await startTraceReceiver();
  const url = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'anime' }).url;
  const refused = await signIn(url);
  expect(refused.error.code).toBe('LOGIN_FAILED');

  const call = await receiver.until(({ name }) => name === `POST ${endpoints.login.path}`);
  expect(valueOf(call, 'http.response.status_code')).toBe(refused.status);
  expect(valueOf(call, 'bora.request_id')).toBe(refused.headers['x-request-id']);
  expect(call.parentSpanId ?? '').toBe('');
  const statement = await receiver.until(({ parentSpanId }) => parentSpanId === call.spanId);
  expect(statement.traceId).toBe(call.traceId);
  expect(valueOf(statement, 'db.query.text')).toMatch(/^(?:select|insert|update|with) /);

  const job = await receiver.until(({ name }) => name.startsWith('job '));
  expect((await receiver.until(({ parentSpanId }) => parentSpanId === job.spanId)).traceId).toBe(job.traceId);

  expect(valueOf({ attributes: receiver.resource() }, 'service.name')).toBe('anime');
  for (const secret of [EMAIL, PASSWORD, '127.0.0.1']) expect(receiver.text()).not.toContain(secret);
  await receiver.close();
});

test('a receiver that does not answer is told once, and keeps nobody waiting', async () => {
  const running = start({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  });
  const url = await running.url;
  const lines = () => running.err().match(/"traces failed"/g) ?? [];
  await signIn(url);
  await vi.waitFor(() => expect(lines()).toHaveLength(1), { timeout: 60_000, interval: 50 });
  for (let times = 0; times < 5; times += 1) expect((await callAt(url)(endpoints.getStatus, {})).status).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect(lines()).toHaveLength(1);
});

/** The packages that a file loads when it is loaded, by itself and by its parts. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8');
  for (const [, from] of text.matchAll(/^(?:import|export)(?:[^"';]{0,5000}\bfrom)?\s{0,9}"([^"]{1,300})"/gm)) {
    const path = from!.startsWith('.') ? join(dirname(file), from!) : from!;
    if (seen.has(path)) continue;
    seen.add(path);
    if (path !== from) await packagesOf(path, seen);
  }
  return seen;
}

test('nothing of it is loaded where nobody wants traces', async () => {
  const loaded = [...(await packagesOf(bundle.path))];
  expect(loaded).toContain('fastify');
  expect(loaded.filter((path) => path.startsWith('@opentelemetry/'))).toEqual([]);
});
