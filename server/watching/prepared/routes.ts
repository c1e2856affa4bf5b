import { getPreparedVideo } from '#contract/prepared-videos.ts';
import type { Mount } from '#server/http/mount.ts';
import type { PreparedVideos } from './prepared-videos.ts';

export const mountPreparedVideos = (mount: Mount, preparedVideos: PreparedVideos): void =>
  mount(getPreparedVideo, ({ caller, params }) => preparedVideos.prepare(caller, params.id));
