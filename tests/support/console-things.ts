import { randomUUID } from 'node:crypto';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { insertFile } from '#server/intake/inbox/store.ts';
import { insertJobs } from '#server/intake/store.ts';
import { fillAccount } from './server/account-rows.ts';
import type { ConsoleCallOptions, createMembers, Member } from './console.ts';
import { buildCrash } from './media/quality.ts';
import type { ServerFixture } from './server/server-fixture.ts';
import { buildTitleFields } from './server/server-records.ts';

const EPISODE = {
  subject: '첫 만남',
  synopsis: '둘이 만난다.',
  clip: 'short',
  access: 'free',
  ad_breaks: [],
  published_at: '2026-11-01T00:00:00Z',
};

/** What operators work on: each function makes one, with the versions that a change of it sends back. */
export function createConsoleThings(server: ServerFixture, members: ReturnType<typeof createMembers>, owner: Member) {
  const ask = async <const E extends ConsoleEndpoint>(
    endpoint: E,
    options: ConsoleCallOptions = {},
  ): Promise<ReplyOf<E>> => (await members.call(endpoint, owner, options)).reply;

  const buildJob = async (state: 'waiting' | 'failed') => {
    const id = randomUUID();
    const job = { name: null, source: `/nowhere/${id}.mkv`, sourceBytes: 1, pictures: {} };
    await insertJobs(server.db, [{ id, ...job, target: { use: 'advertisement' } }], server.clock.now());
    await server.db.updateTable('media_jobs').set({ state }).where('id', '=', id).execute();
    return { id };
  };

  let crashes = 0;

  return {
    /** With rows of every kind. */
    async account() {
      const end = new Date(server.clock.now().getTime() + 30 * 24 * 3600_000);
      const viewer = await server.buildViewer({ plan: 'basic', membership_expires_at: end });
      await fillAccount(server, viewer, await server.buildViewer());
      const params = { id: viewer.accountId };
      await server.db.updateTable('profiles').set({ pin_hash: 'x' }).where('id', '=', viewer.profileId).execute();
      const { play_log_id: playbackId } = await server.openVideo(viewer);
      const { devices, membership } = await ask(consoleEndpoints.getSupportedAccount, { params });
      const { results } = await ask(consoleEndpoints.listSupportedOrders, { params });
      const paid = results.find(({ status }) => status === 'paid')!;
      return {
        ...viewer,
        id: viewer.accountId,
        orderId: paid.id,
        deviceId: devices[0]!.id,
        playbackId,
        version: membership.version,
      };
    },

    /** Never published, with two episodes. */
    async title() {
      const { id } = await ask(consoleEndpoints.createTitle, { body: { fields: buildTitleFields() } });
      for (const episode_num of ['1화', '2화'])
        await ask(consoleEndpoints.addTitleEpisode, { params: { id }, body: { fields: { ...EPISODE, episode_num } } });
      const { title } = await ask(consoleEndpoints.getOperatedTitle, { params: { id } });
      const record = await ask(consoleEndpoints.getTitleRecord, { params: { id } });
      return { ...record, stateVersion: title.version };
    },

    /** A member of staff who has not used the link. */
    async invited() {
      const body = { email: `invited-${randomUUID()}@bora.example`, role: 'editor' as const };
      const { staff, link } = await ask(consoleEndpoints.addStaff, { body });
      const token = members.tokenOf(link);
      const { secret, cookie } = await members.openLink(link);
      return { id: staff.id, token, cookie, code: members.codeOf(secret) };
    },

    async editor() {
      const editor = await members.buildMember('editor');
      const { results } = (await members.call(consoleEndpoints.listMyConsoleSessions, editor)).reply;
      return { ...editor, sessionId: results[0]!.id };
    },

    async reportedReview() {
      const [writer, reader] = [await server.buildViewer(), await server.buildViewer()];
      const text = { params: { id: 1 }, body: { short_review: '범인은 집사예요' } };
      const { id } = (await server.call(endpoints.writeShortReview, { token: writer.profileToken, ...text })).reply!;
      const report = { params: { id }, body: { reason: 'spoiler' } };
      await server.call(endpoints.reportShortReview, { token: reader.profileToken, ...report });
      const { version, reported_at } = await ask(consoleEndpoints.getModeratedReview, { params: { id } });
      return { id, version, reported_at };
    },

    async token() {
      const body = { name: `통계 ${randomUUID()}`, scopes: ['figures.read' as const], days: 30 };
      return (await ask(consoleEndpoints.addToken, { body })).token;
    },

    async webhook() {
      const body = { url: `https://hooks.example/${randomUUID()}`, events: ['order.paid' as const] };
      return (await ask(consoleEndpoints.addWebhook, { body })).webhook;
    },

    mediaJob: () => buildJob('waiting'),
    failedJob: () => buildJob('failed'),

    async inboxFile() {
      const id = randomUUID();
      await insertFile(server.db, {
        id,
        origin: 'upload',
        kind: 'video',
        path: `${id}.mkv`,
        location: null,
        bytes: 1,
        modified_at: null,
        uploaded_by: owner.email,
        created_at: server.clock.now(),
      });
      return { id };
    },

    async crash() {
      // Numbers do not tell defects apart.
      const message = `defect ${'x'.repeat((crashes += 1))}`;
      await server.call(endpoints.reportCrash, { body: buildCrash({ message }) });
      const { results } = await ask(consoleEndpoints.listOperatedCrashes, { query: { limit: 100 } });
      return { id: results.find((one) => one.message === message)!.fingerprint };
    },
  };
}
