import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { VOUCHER_CODE_LENGTH } from '#contract/vouchers.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { readCode, readMailbox } from './mail.ts';
import { buildCrash, buildQuality } from '#tests/support/media/quality.ts';
import { PASSWORD, type ServerFixture, type Viewer } from './server-fixture.ts';

const NEW_PASSWORD = 'bora-other-2';

/** A request of a new viewer. */
export interface ExampleRequest extends CallOptions {
  /** Absent for calls without sign-in. */
  viewer?: Viewer;
}

export interface ExampleCall {
  /** A successful request. */
  ask(): Promise<ExampleRequest> | ExampleRequest;
  /** Status or code of the repeated request; default: the first answer again. */
  again?: string | number;
  /** For calls without sign-in: a request that is refused, and its code. */
  refused?: readonly [CallOptions, code: string];
}

/**
 * A successful request of each call of the contract, on the catalogue with a shop (`shopCatalogue()`).
 *
 * @param buildViewer makes the caller of a request; default: a new account for each.
 */
export function createExampleCalls(
  server: () => ServerFixture,
  buildViewer: ServerFixture['buildViewer'] = (account) => server().buildViewer(account),
): Record<EndpointName, ExampleCall> {
  let emails = 0;
  let vouchers = 0;
  const newEmail = () => `every-${(emails += 1)}@bora.example`;
  const by = (viewer: Viewer, options: ExampleRequest = {}): ExampleRequest => ({
    viewer,
    token: viewer.profileToken,
    ...options,
  });
  /** Without a chosen profile. */
  const byAccount = (viewer: Viewer, options: ExampleRequest = {}): ExampleRequest => ({
    ...by(viewer, options),
    token: viewer.token,
  });
  const asViewer = async (options?: ExampleRequest) =>
    by(await buildViewer({ plan: 'free', profiles: [{}, {}] }), options);
  const asMember = async (options?: ExampleRequest) => by(await buildViewer(), options);
  const asRedeemer = async () => {
    const now = server().clock.now();
    const code = (vouchers += 1).toString().padStart(VOUCHER_CODE_LENGTH, 'B');
    await server()
      .db.insertInto('vouchers')
      .values({
        id: randomUUID(),
        code,
        name: '시험',
        plan: 'basic',
        days: 30,
        max_uses: 1000,
        cnt_used: 0,
        is_paused: false,
        ends_at: new Date(now.getTime() + 3600_000),
        created_at: now,
      })
      .execute();
    return asViewer({ body: { code } });
  };
  const onTitle = () => asViewer({ params: { id: 1 } });
  const codeFor = async (email: string) => {
    await server().call(endpoints.requestEmailCode, { body: { email } });
    return readCode(server().app, email);
  };
  const resetFor = async (email: string) => {
    await server().call(endpoints.requestPasswordReset, { body: { email } });
    const code = await readCode(server().app, email);
    const link = (await readMailbox(server().app, email)).map(
      ({ text }) => /password\?token=([\w-]{43})/.exec(text)?.[1],
    );
    return { code, token: link.find((token) => token !== undefined)! };
  };
  const askByTelevision = async () =>
    (await server().call(endpoints.authorizeDevice, { body: { device: { platform: 'webos' } } })).reply;
  const onInput = async (options: ExampleRequest = {}): Promise<ExampleRequest> => ({
    params: { code: (await server().call(endpoints.openInput, { token: options.token })).reply.code },
    ...options,
  });
  const onOwnInput = async (options?: ExampleRequest) => onInput(await asViewer(options));
  const reviewOfAnother = async () => {
    const writer = await server().buildViewer();
    const body = { short_review: '좋아요' };
    const review = await server().call(endpoints.writeShortReview, {
      token: writer.profileToken,
      params: { id: 1 },
      body,
    });
    return asViewer({ params: { id: review.reply!.id } });
  };
  const watchWithAds = async () => {
    const viewer = await buildViewer({ plan: 'free' });
    const options = by(viewer, { params: { id: 801 }, query: { device: 'web' } });
    return { viewer, video: (await server().call(endpoints.getAvodVideo, options)).reply };
  };

  return {
    getStatus: { ask: () => ({}) },
    login: {
      ask: async () => ({
        body: { email: (await server().buildAccount()).email, password: PASSWORD, device: { platform: 'web' } },
      }),
      again: 200,
      refused: [
        { body: { email: 'no@bora.example', password: PASSWORD, device: { platform: 'web' } } },
        'LOGIN_FAILED',
      ],
    },
    logout: { ask: () => asViewer(), again: 'TOKEN_INVALID' },
    getMyAccount: { ask: () => asViewer() },
    listDeviceSessions: { ask: () => asViewer() },
    removeDeviceSession: {
      async ask() {
        const viewer = await buildViewer();
        const other = await server().signIn(viewer.email);
        const { results } = (await server().call(endpoints.listDeviceSessions, { token: viewer.token })).reply;
        expect(other.token).not.toBe(viewer.token);
        return by(viewer, { params: { id: results.find(({ is_current: isCurrent }) => !isCurrent)!.id } });
      },
      again: 'NOT_FOUND',
    },
    checkEmail: { ask: () => ({ query: { email: newEmail(), is_unique: '1' } }) },
    requestEmailCode: { ask: () => ({ body: { email: newEmail() } }), again: 'TOO_MANY_REQUESTS' },
    confirmEmail: {
      async ask() {
        const email = newEmail();
        return { body: { email, auth_code: await codeFor(email) } };
      },
      refused: [{ body: { email: 'no@bora.example', auth_code: '000000' } }, 'AUTH_CODE_INVALID'],
    },
    signUp: {
      async ask() {
        const email = newEmail();
        const body = { email, password1: PASSWORD, password2: PASSWORD, auth_code: await codeFor(email) };
        return { body };
      },
      again: 'EMAIL_TAKEN',
      refused: [
        { body: { email: 'no@bora.example', password1: PASSWORD, password2: PASSWORD, auth_code: '000000' } },
        'AUTH_CODE_INVALID',
      ],
    },
    leaveAccount: { ask: () => asViewer({ body: { password: PASSWORD } }), again: 'TOKEN_INVALID' },
    exportAccount: { ask: () => asViewer() },
    getSecondFactor: { ask: () => asViewer() },
    beginSecondFactor: { ask: () => asViewer({ body: { password: PASSWORD, method: 'mail' } }), again: 202 },
    confirmSecondFactor: {
      async ask() {
        const viewer = await buildViewer();
        const body = { password: PASSWORD, method: 'mail' as const };
        await server().call(endpoints.beginSecondFactor, by(viewer, { body }));
        return by(viewer, { body: { auth_code: await readCode(server().app, viewer.email) } });
      },
      again: 'AUTH_CODE_EXPIRED',
    },
    endSecondFactor: { ask: () => asViewer({ body: { password: PASSWORD } }), again: 204 },
    changePassword: {
      ask: () => asViewer({ body: { old_password: PASSWORD, new_password: NEW_PASSWORD } }),
      again: 'LOGIN_FAILED',
    },
    requestPasswordReset: { ask: () => ({ body: { email: newEmail() } }) },
    resetPassword: {
      async ask() {
        const { code } = await resetFor((await server().buildAccount()).email);
        return { query: { auth_code: code }, body: { new_password: NEW_PASSWORD } };
      },
      again: 'AUTH_CODE_EXPIRED',
      refused: [{ query: { auth_code: 'AAAAAAAAAA' }, body: { new_password: NEW_PASSWORD } }, 'AUTH_CODE_INVALID'],
    },
    setPassword: {
      async ask() {
        const { token } = await resetFor((await server().buildAccount()).email);
        return { token, body: { new_password: NEW_PASSWORD } };
      },
      again: 'TOKEN_INVALID',
      refused: [{ body: { new_password: NEW_PASSWORD } }, 'TOKEN_INVALID'],
    },
    authorizeDevice: { ask: () => ({ body: { device: { platform: 'tizen' } } }), again: 200 },
    getDeviceToken: {
      async ask() {
        const { device_code, user_code } = await askByTelevision();
        const phone = await server().buildViewer();
        const answer = { token: phone.token, params: { user_code }, body: { approve: true } };
        await server().call(endpoints.answerDeviceLink, answer);
        return { body: { device_code } };
      },
      again: 200,
      refused: [{ body: { device_code: 'nothing' } }, 'EXPIRED_TOKEN'],
    },
    getDeviceLink: {
      ask: async () => ({ params: { user_code: (await askByTelevision()).user_code } }),
      refused: [{ params: { user_code: 'AAAA-0000' } }, 'NOT_FOUND'],
    },
    answerDeviceLink: {
      ask: async () =>
        asViewer({ params: { user_code: (await askByTelevision()).user_code }, body: { approve: true } }),
    },
    listProfiles: { ask: () => asViewer() },
    createProfile: { ask: () => asViewer({ body: { name: '하나 더', default_image_id: 1 } }), again: 201 },
    updateProfile: {
      async ask() {
        const viewer = await buildViewer();
        return byAccount(viewer, { params: { id: viewer.profileId }, body: { name: '새 이름' } });
      },
    },
    removeProfile: {
      async ask() {
        const viewer = await buildViewer({ profiles: [{}, {}] });
        return byAccount(viewer, { params: { id: viewer.profileId } });
      },
      again: 'NOT_FOUND',
    },
    getProfileToken: {
      async ask() {
        const viewer = await buildViewer();
        return byAccount(viewer, { params: { id: viewer.profileId } });
      },
      again: 200,
    },
    listProfileImages: { ask: () => asViewer() },
    getMyProfile: { ask: () => asViewer() },
    getMyStatistics: { ask: () => asViewer() },
    listHomeRows: { ask: () => asViewer() },
    getPreview: { ask: () => ({}) },
    getOwnPreview: { ask: () => asViewer() },
    getItem: { ask: onTitle },
    listItems: { ask: () => asViewer() },
    listItemFilters: { ask: () => asViewer() },
    searchItems: { ask: () => asViewer({ query: { keyword: '제목' } }) },
    listRelatedItems: { ask: onTitle },
    listReleases: {
      ask: () => ({ query: { ids: '1,2' } }),
      refused: [{ query: { ids: '0' } }, 'VALIDATION_FAILED'],
    },
    listWeek: { ask: () => asViewer() },
    listSeriesItems: { ask: onTitle },
    listThemes: { ask: () => asViewer() },
    listThemesOfItem: { ask: onTitle },
    listStartAgain: { ask: () => asViewer() },
    removeStartAgain: { ask: onTitle },
    restoreStartAgain: { ask: onTitle },
    listEpisodes: { ask: () => asViewer({ query: { item_id: 1 } }) },
    getEpisode: { ask: () => asViewer({ params: { id: 101 } }) },
    addWish: { ask: onTitle },
    removeWish: { ask: onTitle },
    getItemRequest: { ask: onTitle },
    askForItem: { ask: onTitle },
    getVideo: { ask: () => asMember({ params: { id: 101 }, query: { device: 'web' } }), again: 200 },
    getPreparedVideo: { ask: () => asMember({ params: { id: 101 } }), again: 200 },
    updatePlayLog: {
      async ask() {
        const viewer = await buildViewer();
        const { play_log_id: id } = await server().openVideo(viewer);
        const body = { total_play_time: '00:00:05', play_end_offset: '00:00:05', is_player_exit: false };
        return by(viewer, { params: { id }, body });
      },
    },
    renewMediaTicket: {
      async ask() {
        const viewer = await buildViewer();
        const { play_log_id: id } = await server().openVideo(viewer);
        return by(viewer, { params: { id } });
      },
    },
    getVideoDownload: { ask: () => asMember({ params: { id: 804 } }), again: 200 },
    getAvodVideo: { ask: () => asViewer({ params: { id: 801 }, query: { device: 'web' } }), again: 200 },
    getAdvertisement: {
      async ask() {
        const { viewer, video } = await watchWithAds();
        return by(viewer, { query: { ad_break_id: video.ad_breaks[0]!.id, play_log_id: video.play_log_id } });
      },
      again: 200,
    },
    logAdEvent: {
      async ask() {
        const { viewer, video } = await watchWithAds();
        const query = { ad_break_id: video.ad_breaks[0]!.id, play_log_id: video.play_log_id };
        const { ad } = (await server().call(endpoints.getAdvertisement, by(viewer, { query }))).reply;
        return by(viewer, { body: { ad_id: ad!.id, play_log_id: video.play_log_id, event: 'start', position: 0 } });
      },
    },
    rateItem: { ask: () => asViewer({ params: { id: 1 }, body: { score: 4.5 } }) },
    unrateItem: {
      async ask() {
        const request = await onTitle();
        await server().call(endpoints.rateItem, { ...request, body: { score: 3 } });
        return request;
      },
    },
    listRatingSet: {
      async ask() {
        const viewer = await buildViewer();
        return by(viewer, { params: { userId: viewer.profileId, type: 'rated' } });
      },
    },
    getMyShortReview: { ask: onTitle },
    listShortReviews: { ask: () => asViewer({ params: { itemId: 1 } }) },
    writeShortReview: { ask: () => asViewer({ params: { id: 1 }, body: { short_review: '따뜻해요' } }) },
    likeShortReview: { ask: reviewOfAnother },
    unlikeShortReview: { ask: reviewOfAnother },
    reportShortReview: { ask: async () => ({ ...(await reviewOfAnother()), body: { reason: 'spoiler' } }) },
    blockProfile: { ask: async () => asViewer({ params: { id: (await server().buildViewer()).profileId } }) },
    unblockProfile: { ask: async () => asViewer({ params: { id: (await server().buildViewer()).profileId } }) },
    getPurchasable: { ask: () => asViewer({ query: { item_id: 8 } }) },
    listProducts: { ask: () => asViewer({ query: { item_id: 8 } }) },
    createOrder: { ask: () => asViewer({ params: { id: 81 } }) },
    getOrder: {
      async ask() {
        const viewer = await buildViewer();
        const { reply } = await server().call(endpoints.createOrder, by(viewer, { params: { id: 81 } }));
        return byAccount(viewer, { params: { id: reply.id } });
      },
    },
    listPlans: { ask: () => asViewer() },
    orderPlan: { ask: () => asViewer({ params: { id: 1 } }) },
    redeemVoucher: { ask: () => asRedeemer(), again: 'NOT_FOUND' },
    getForgottenPin: {
      async ask() {
        const viewer = await buildViewer();
        return byAccount(viewer, { params: { id: viewer.profileId } });
      },
    },
    addWatchTime: { ask: () => asViewer({ body: { password: PASSWORD } }) },
    beginIdentityCheck: {
      ask: async () => byAccount(await buildViewer({ identity_proved_at: null })),
    },
    getIdentityCheck: {
      async ask() {
        const viewer = await buildViewer({ identity_proved_at: null });
        const { id } = (await server().call(endpoints.beginIdentityCheck, byAccount(viewer))).reply;
        return byAccount(viewer, { params: { id: id! } });
      },
    },
    listOrders: { ask: () => asViewer() },
    openInput: { ask: () => ({ body: { text: '보라' } }), again: 200 },
    getInput: { ask: () => onInput(), refused: [{ params: { code: 'BBBB-2222' } }, 'NOT_FOUND'] },
    writeInput: {
      ask: () => onInput({ body: { writer: 'every-call', change: 1, field: 0, text: '보라' } }),
      refused: [
        { params: { code: 'BBBB-2222' }, body: { writer: 'every-call', change: 1, field: 0, text: '' } },
        'NOT_FOUND',
      ],
    },
    changeInput: {
      ask: () => onOwnInput({ body: { problem: '이메일 주소를 확인해 주세요.' } }),
      again: 200,
      refused: [{ params: { code: 'BBBB-2222' }, body: {} }, 'NOT_FOUND'],
    },
    closeInput: {
      ask: () => onOwnInput(),
      again: 'NOT_FOUND',
      refused: [{ params: { code: 'BBBB-2222' } }, 'NOT_FOUND'],
    },
    listNotifications: { ask: () => asViewer() },
    readNotifications: {
      async ask() {
        const viewer = await buildViewer();
        const id = randomUUID();
        const told = { kind: 'delay' as const, thing: id, item_id: 1, text: '', created_at: server().clock.now() };
        await server()
          .db.insertInto('notifications')
          .values({ ...told, account_id: viewer.accountId, profile_id: viewer.profileId, id })
          .execute();
        return by(viewer, { body: { up_to: id } });
      },
    },
    getNotificationSettings: { ask: () => asViewer() },
    updateNotificationSettings: { ask: () => asViewer({ body: { delay: true, request: false } }) },
    listHistory: { ask: () => asViewer() },
    removeHistory: { ask: () => asViewer({ params: { id: 101 } }) },
    restoreHistory: { ask: () => asViewer({ params: { id: 101 } }) },
    markWatched: { ask: () => asViewer({ params: { id: 101 }, query: { scope: 'title' } }) },
    unmarkWatched: { ask: () => asViewer({ params: { id: 101 } }) },
    listHiddenItems: { ask: () => asViewer() },
    hideItem: { ask: onTitle },
    showItem: { ask: onTitle },
    reportQuality: {
      async ask() {
        const viewer = await buildViewer();
        const { play_log_id: id } = await server().openVideo(viewer);
        return by(viewer, { params: { id }, body: buildQuality() });
      },
    },
    reportCrash: { ask: () => ({ body: buildCrash() }) },
  };
}
