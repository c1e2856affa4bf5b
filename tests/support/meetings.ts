import { endpoints } from '#contract/endpoints.ts';
import { fetchMedia } from './media/media.ts';
import { PASSWORD, type ServerFixture, type Viewer } from './server/server-fixture.ts';

/** One account on two devices, for two calls that meet, and what they get. */
export interface Meeting {
  viewer: Viewer;
  there: Viewer;
  /** A token. */
  token?: string;
  /** A play log, and an address of it. */
  playLogId?: string;
  url?: string;
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

type Account = Parameters<ServerFixture['buildViewer']>[0];

/** Calls of pairs in `inEveryOrder`. @param server a function, because tests are defined before their server starts */
export function createMeetings(server: () => ServerFixture) {
  const video = ({ profileToken: token }: Viewer, id = 101) =>
    server().call(endpoints.getVideo, { token, params: { id }, query: { device: 'web' } });

  return {
    video,
    async onTwoDevices(account?: Account): Promise<Meeting> {
      const viewer = await server().buildViewer(account);
      return { viewer, there: await server().signIn(viewer.email) };
    },
    /** The owner's profile on one device, and a second one on the other. */
    async family(profiles: NonNullable<Account>['profiles'] = [{}, {}]): Promise<Meeting> {
      const viewer = await server().buildViewer({ profiles });
      return { viewer, there: await server().signIn(viewer.email, 1) };
    },

    login: ({ email }: Viewer, password = PASSWORD) =>
      server().call(endpoints.login, { body: { email, password, device: { platform: 'web' } } }),
    /** Keeps the token of an answer. */
    async keep<A extends { status: number; reply: { token: string } }>(meeting: Meeting, answer: Promise<A>) {
      const answered = await answer;
      if (answered.status < 300) meeting.token = answered.reply.token;
      return answered;
    },
    works: async ({ token }: Pick<Meeting, 'token'>) =>
      token !== undefined && (await server().call(endpoints.getMyAccount, { token })).status === 200,

    /** Opens a video on the other device, and keeps its play log and an address. */
    async watch(meeting: Meeting, id = 101) {
      const answer = await video(meeting.there, id);
      if (answer.status === 200) {
        meeting.playLogId = answer.reply.play_log_id;
        meeting.url = answer.reply.streams[0]!.url;
      }
      return answer;
    },
    /** Whether the address still opens when the processes have had the time to notice an end, or its play log lives. */
    async plays({ url, playLogId }: Meeting) {
      const { db, clock } = server();
      clock.advance(10);
      if (url !== undefined && (await fetchMedia(server(), url)) === 200) return true;
      const ofId = db
        .selectFrom('play_logs')
        .select('state')
        .where('id', '=', playLogId ?? NO_ID);
      return (await ofId.executeTakeFirst())?.state === 'active';
    },
    report: ({ there, playLogId }: Meeting, seconds = 30, isPlayerExit = false) =>
      server().call(endpoints.updatePlayLog, {
        token: there.profileToken,
        params: { id: playLogId! },
        body: {
          total_play_time: `00:00:${seconds}`,
          play_end_offset: `00:00:${seconds}`,
          is_player_exit: isPlayerExit,
        },
      }),
    leave: ({ token }: Viewer) => server().call(endpoints.leaveAccount, { token, body: { password: PASSWORD } }),
    update: ({ profileToken: token }: Viewer, { profileId: id }: Viewer, body: object) =>
      server().call(endpoints.updateProfile, { token, params: { id }, body }),
    remove: ({ profileToken: token }: Viewer, { profileId: id }: Viewer) =>
      server().call(endpoints.removeProfile, { token, params: { id } }),
    enter: ({ token, profileId: id }: Viewer, pin?: string) =>
      server().call(endpoints.getProfileToken, {
        token,
        params: { id },
        ...(pin !== undefined && { headers: { 'x-profile-pin': pin } }),
      }),
  };
}
