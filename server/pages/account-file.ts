import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Exports } from '../leaving/exports.ts';
import { paragraph } from './parts.ts';
import { pageHeaders, pageOf } from './shell.ts';

/** The path in the mail's link. */
const PATH = '/account-file';

const overPage = pageOf({
  screen: 'error',
  heading: '이 링크는 더 쓸 수 없어요',
  content:
    paragraph('링크는 24시간 동안만 쓸 수 있어요.') +
    paragraph('파일이 다시 필요하면 TV의 설정에서 계정, 내 데이터 받기를 눌러 주세요.'),
});

/** The file with all data of an account. The link in the mail is the only credential. */
export function mountAccountFile(
  app: FastifyInstance,
  { exports, addressOf }: { exports: Exports; addressOf: (request: FastifyRequest) => string },
): void {
  app.get(
    PATH,
    { schema: { hide: true }, config: { surface: 'page' }, exposeHeadRoute: true },
    async (request, reply) => {
      const { token } = request.query as Record<string, unknown>;
      const found = typeof token === 'string' ? await exports.find(token, addressOf(request)) : undefined;
      if (!found) return reply.status(410).headers(pageHeaders).send(overPage);
      return reply
        .headers({
          ...pageHeaders,
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="bora-account.json"',
          'content-length': found.size,
        })
        .send(Readable.from(found.text()));
    },
  );
}
