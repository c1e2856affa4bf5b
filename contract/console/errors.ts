import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';

/** Failures that only the console can get; all others are those of `contract/errors.ts`. */
export const consoleErrorCodes = {
  CODE_REQUIRED: { status: 403, message: '인증 앱의 6자리 코드를 입력해 주세요.' },
  CODE_INVALID: { status: 403, message: '코드가 맞지 않아요. 새 코드로 다시 시도해 주세요.' },
  CONFIRMATION_REQUIRED: { status: 403, message: '인증 앱의 새 코드로 다시 확인해 주세요.' },
  ROLE_REQUIRED: { status: 403, message: '이 작업을 할 수 있는 역할이 아니에요.' },
  SCOPE_REQUIRED: { status: 403, message: '이 토큰으로 할 수 있는 작업이 아니에요.' },
  CSRF_INVALID: { status: 403, message: '페이지를 새로 고친 다음 다시 시도해 주세요.' },
  LINK_INVALID: { status: 410, message: '이미 쓰였거나 만료된 링크예요. 새 링크를 받아 주세요.' },
  CHANGED_MEANWHILE: { status: 409, message: '그사이 다른 사람이 바꿨어요. 비교하고 다시 정해 주세요.' },
  FILE_REFUSED: { status: 422, message: '받을 수 없는 파일이에요.' },
  FILE_TOO_LARGE: { status: 413, message: '파일이 너무 커요.' },
  DISK_FULL: { status: 507, message: '서버의 디스크가 가득 찼어요. 자리를 만든 다음 다시 시도해 주세요.' },
  REFUSED: { status: 409, message: '지금은 할 수 없는 작업이에요.' },
} as const;

export type ConsoleErrorCode = keyof typeof consoleErrorCodes;

export const consoleErrorReplySchema = z
  .object({
    code: z.string().register(z.globalRegistry, {
      documentedAs: { type: 'string', enum: [...Object.keys(errorCodes), ...Object.keys(consoleErrorCodes)] },
    }),
    message: z.string().check(z.describe('a Korean sentence for the operator')),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
  })
  .register(z.globalRegistry, { id: 'ConsoleErrorReply' });
