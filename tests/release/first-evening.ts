import { execFile, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getInbox, startInboxFiles } from '#contract/console/inbox.ts';
import { setUpService } from '#contract/console/looks.ts';
import { listMediaJobs } from '#contract/console/media.ts';
import { acceptStaffLink, readStaffLink } from '#contract/console/staff.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { login } from '#contract/accounts.ts';
import { listEpisodes, listItems } from '#contract/catalogue.ts';
import { answerDeviceLink, authorizeDevice, getDeviceToken } from '#contract/devices.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { getVideo } from '#contract/playback.ts';
import { getProfileToken, listProfiles } from '#contract/profiles.ts';
import { reportQuality } from '#contract/quality.ts';
import { toHms } from '#contract/rules/hms.ts';
import { requestEmailCode, signUp } from '#contract/sign-up.ts';
import { codeAt, stepOf } from '#server/lib/totp.ts';
import { buildQuality } from '#tests/support/media/quality.ts';
import { startMailServer, type MailServer } from '#tests/support/server/mail.ts';
import type { DebianRoot } from '../../scripts/release/debian-root.ts';
import { ENVIRONMENT, follow, isReady, stopAll, until, WITHIN_MS } from './programs.ts';
import { judgeMetrics, preparePrometheus } from './prometheus.ts';
import { openSite, type Site } from './site.ts';

/** What docs/install.md takes before an own episode is there. */
const MOST_COMMANDS = 5;

const DOMAIN = 'bora.example';
const OWNER = 'owner@bora.example';
const VIEWER = 'viewer@bora.example';
const PASSWORD = 'cloud-lantern-26';
const SHOW = '달밤 우체국';
const WATCHED = 'srv/videos';
const MEDIA = 'var/lib/bora/media';
const CA = 'usr/local/share/ca-of-caddy.crt';

/** A part of the next mail to somebody that has it. */
async function fromMail(mails: MailServer, to: string, part: RegExp): Promise<string> {
  const late = wait(WITHIN_MS, undefined, { ref: false });
  for (;;) {
    const mail = await Promise.race([mails.next(), late]);
    if (mail === undefined) throw new Error(`No mail with ${part.source} came to ${to}.`);
    const found = part.exec(mail.text ?? '');
    if (found && mail.to?.[0]?.address === to) return found[1] ?? found[0];
  }
}

/** The page that the package has. @returns its commands up to the link for the owner, and its lines for Caddy. */
function readPage({ folder }: DebianRoot): { commands: string[]; forCaddy: string } {
  const page = readFileSync(join(folder, 'usr/share/doc/bora/install.md'), 'utf8');
  const commands = /^```sh\n(.*?)^```$/ms.exec(page)![1]!.trim().split('\n');
  if (commands.length > MOST_COMMANDS) throw new Error(`The page takes ${commands.length} commands.`);
  return { commands, forCaddy: /^```\nbora\.example \{\n(.*?)^```$/ms.exec(page)![1]! };
}

/** Writes the lines for Caddy, with a certificate of its own making. */
function writeCaddyfile({ folder }: DebianRoot, lines: string, { port, to }: { port: number; to: number }): void {
  const site = `${DOMAIN}:${port} {\n\ttls internal\n${lines.replace('127.0.0.1:8080', `127.0.0.1:${to}`)}`;
  writeFileSync(
    join(folder, 'etc/caddy/Caddyfile'),
    `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${site}`,
  );
}

/** An owner of the link who makes the service what it is, and an episode of the files that were found. */
async function beginService(site: Site, link: string): Promise<void> {
  const token = link.slice(link.lastIndexOf('/') + 1);
  const { totp_secret: secret } = await site.callConsole(readStaffLink, { body: { token } });
  const code = codeAt(secret, stepOf(new Date()));
  await site.callConsole(acceptStaffLink, { body: { token, password: PASSWORD, code } });
  await site.callConsole(setUpService, { body: { kind: 'home' } });
  const proposal = await until('the videos of the watched folder are found and examined', async () => {
    const { files, proposals } = await site.callConsole(getInbox);
    const isReady = files.length === 2 && files.every(({ state }) => state === 'ready');
    return isReady ? proposals.find(({ name, episodes }) => name === SHOW && episodes.length === 2) : undefined;
  });
  const { title_id: id } = await site.callConsole(startInboxFiles, {
    body: {
      title: { name: SHOW, content_rating: 'all' },
      access: 'free',
      episodes: proposal.episodes.map(({ file_id, number }) => ({ file_id, number, subject: null })),
    },
  });
  await until('the videos become episodes', async () => {
    const { results } = await site.callConsole(listMediaJobs);
    const failed = results.find(({ state }) => state === 'failed');
    if (failed) throw new Error(`A video failed: ${failed.last_error}`);
    return results.every(({ state }) => state === 'done') ? results : undefined;
  });
  const { title } = await site.callConsole(getOperatedTitle, { params: { id } });
  await site.callConsole(changeRelease, {
    params: { kind: 'title', id },
    body: { action: 'publish', version: title.version },
  });
}

/** A viewer who signs up on a phone and lets the television in by its code. @returns the token of the television's account. */
async function pairTelevision({ call }: Site, mails: MailServer): Promise<string> {
  await call(requestEmailCode, { body: { email: VIEWER } });
  const auth_code = await fromMail(mails, VIEWER, /^코드: (\w+)$/m);
  const body = { email: VIEWER, password1: PASSWORD, password2: PASSWORD, auth_code };
  const { token } = (await call(signUp, { body })).reply;
  const asked = (await call(authorizeDevice, { body: { device: { platform: 'tizen' } } })).reply;
  await call(answerDeviceLink, { token, params: { user_code: asked.user_code }, body: { approve: true } });
  return (await call(getDeviceToken, { body: { device_code: asked.device_code } })).reply.token;
}

/** Watches the first seconds of the show's second episode, as a television does. */
async function watch({ call, read }: Site, account: string): Promise<void> {
  const [profile] = (await call(listProfiles, { token: account })).reply.results;
  const { token } = (await call(getProfileToken, { token: account, params: { id: profile!.id } })).reply;
  const found = await until('the title is listed', async () => {
    const { results } = (await call(listItems, { token })).reply;
    return results.find(({ name }) => name === SHOW);
  });
  const episodes = (await call(listEpisodes, { token, query: { item_id: found.id } })).reply.results;
  if (episodes.length !== 2) throw new Error(`The television lists ${episodes.length} episodes of 2.`);
  const video = (await call(getVideo, { token, params: { id: episodes[1]!.id }, query: { device: 'tizen' } })).reply;
  const manifest = new URL(video.streams.find(({ protocol }) => protocol === 'hls')!.url, `https://${DOMAIN}`);
  const readAt = ({ pathname, search }: URL) => read(`${pathname}${search}`);
  /** The first address in a list of HLS. */
  const firstIn = async (list: URL) => new URL(/^[^#\s].*$/m.exec((await readAt(list)).toString())![0], list);
  const bytes = await readAt(await firstIn(await firstIn(manifest)));
  if (bytes.length < 1_000) throw new Error(`A segment has ${bytes.length} bytes.`);
  await wait(1_100);
  const params = { id: video.play_log_id };
  const body = { total_play_time: toHms(1), play_end_offset: toHms(1), is_player_exit: true };
  const { play_end_offset: stored } = (await call(updatePlayLog, { token, params, body })).reply;
  if (stored !== body.play_end_offset) throw new Error(`The place ${body.play_end_offset} was stored as ${stored}.`);
  await call(reportQuality, { token, params, body: buildQuality({ platform: 'tizen', errors: ['SHAKA_1001'] }) });
}

export interface Evening {
  /** Roots of Debian for the service and for the machine on which its backup is restored, with package lists. */
  roots: readonly [DebianRoot, DebianRoot];
  /** Path of the package in both. */
  deb: string;
  freePort(): Promise<number>;
  tell(what: string): void;
}

/** Collects the metrics of the evening by Debian's Prometheus, with the rules and the dashboard of the package. */
async function watchOver(root: DebianRoot, ports: { port: number; at: number }, started: ChildProcess[]) {
  root.inside('apt-get', 'install', '--yes', '--no-install-recommends', 'prometheus');
  const said = follow(root.enter(preparePrometheus(root, ports)), started);
  await until('Prometheus starts', () =>
    fetch(`http://127.0.0.1:${ports.at}/-/ready`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  ).catch((error: unknown) => {
    throw new Error(said(), { cause: error });
  });
  const { wrong, alerts, cntSeries } = await judgeMetrics(root, ports);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return `Prometheus has ${cntSeries} kinds of series for the rules and the dashboard (alerts: ${alerts.join(', ') || 'none'})`;
}

/**
 * Does what docs/install.md says to a first operator: a package, a certificate, an owner, mail, own videos, a television, and a backup
 * that is restored on another machine. In place of systemd the test starts the programs, as its units do.
 */
export async function spendFirstEvening({ roots: [one, other], deb, freePort, tell }: Evening): Promise<void> {
  const mails = await startMailServer();
  const started: ChildProcess[] = [];
  const [port, to, later, at] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const begunMs = Date.now();
  const tellWhen = (what: string) => tell(`${what}, after ${((Date.now() - begunMs) / 60_000).toFixed(1)} minutes`);
  try {
    one.inside('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '--yes', deb, 'caddy');
    tellWhen('Bora, Caddy and the tools for videos are installed');
    const settings = `PORT=${to}\nPUBLIC_URL=https://${DOMAIN}:${port}\nSMTP_URL=${mails.url}\nMAIL_FROM=bora@${DOMAIN}\nMEDIA_WATCH=/${WATCHED}\n`;
    appendFileSync(join(one.folder, ENVIRONMENT), settings);
    const { commands, forCaddy } = readPage(one);
    writeCaddyfile(one, forCaddy, { port, to });
    appendFileSync(join(one.folder, 'etc/hosts'), `127.0.0.1 ${DOMAIN}\n`);
    const show = join(WATCHED, SHOW);
    mkdirSync(join(one.folder, show), { recursive: true });
    for (const number of ['01', '02'])
      one.inside(
        ...['ffmpeg', '-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=24:d=20'],
        ...['-f', 'lavfi', '-i', 'sine=300:d=20', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
        `/${show}/${SHOW} - ${number}.mkv`,
      );
    const caddy = ['setpriv', '--reuid=caddy', '--regid=caddy', '--init-groups', 'env', 'HOME=/var/lib/caddy'];
    const said = [
      follow(one.enter(['bora', 'start']), started),
      follow(one.enter([...caddy, 'caddy', 'run', '--config', '/etc/caddy/Caddyfile']), started),
    ];
    await until('Bora starts', () => isReady(to)).catch((error: unknown) => {
      throw new Error(said.map((each) => each()).join('\n'), { cause: error });
    });
    const made = join(one.folder, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');
    await until('Caddy makes its certificate', () => existsSync(made) || undefined);
    copyFileSync(made, join(one.folder, CA));
    // Caddy keeps its copy to itself.
    chmodSync(join(one.folder, CA), 0o644);
    const site = openSite({ name: DOMAIN, port, ca: readFileSync(made) });
    await until('HTTPS is answered', () => site.read('/').catch(() => undefined));
    const added = one.inside('bora', 'operate', 'staff', 'add', OWNER, '--role', 'owner');
    tellWhen('HTTPS is answered, and the owner has a link');
    await beginService(site, /https:\S+/.exec(added)![0]);
    const account = await pairTelevision(site, mails);
    await watch(site, account);
    tellWhen(`a television plays an own episode after ${commands.length} commands`);

    const doctor = one.enter(['env', `NODE_EXTRA_CA_CERTS=/${CA}`, 'bora', 'doctor', '--mail', OWNER]);
    // Beside this process, whose mail server takes the message.
    const { stdout: looked } = await promisify(execFile)(doctor[0], doctor.slice(1));
    await fromMail(mails, OWNER, /보라가 메일을 보낼 수 있어요/);
    for (const part of ['Mail', 'Public address', 'Proxy', 'Media tools'])
      if (!new RegExp(`^ok +${part} `, 'm').test(looked)) throw new Error(`The doctor is not content:\n${looked}`);
    tellWhen('the doctor finds nothing to mend, and its mail arrives');
    tellWhen(await watchOver(one, { port: to, at }, started));

    one.inside('bora', 'backup', '/var/lib/bora/evening.backup');
    // The first machine is lost. Both would lock the same path too, for the roots share this machine's network.
    await stopAll(started);
    other.inside('apt-get', 'install', '--yes', '--no-install-recommends', deb);
    copyFileSync(join(one.folder, 'var/lib/bora/evening.backup'), join(other.folder, 'tmp/evening.backup'));
    appendFileSync(join(other.folder, ENVIRONMENT), settings.replace(`PORT=${to}`, `PORT=${later}`));
    other.inside('chown', 'bora', '/tmp/evening.backup');
    other.inside('bora', 'restore', '/tmp/evening.backup');
    cpSync(join(one.folder, MEDIA), join(other.folder, MEDIA), { recursive: true });
    other.inside('chown', '--recursive', 'bora:bora', `/${MEDIA}`);
    const saidLater = follow(other.enter(['bora', 'start']), started);
    await until('Bora starts on the other machine', () => isReady(later)).catch((error: unknown) => {
      throw new Error(saidLater(), { cause: error });
    });
    const elsewhere = openSite({ name: DOMAIN, port: later });
    const body = { email: VIEWER, password: PASSWORD, device: { platform: 'web' as const } };
    await watch(elsewhere, (await elsewhere.call(login, { body })).reply.token);
    tellWhen('the backup is restored on another machine, where the viewer goes on');
  } finally {
    await stopAll(started);
    await mails.close();
  }
}
