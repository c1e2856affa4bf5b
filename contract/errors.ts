import * as z from 'zod/mini';

/** Every failure a caller can meet: its status and the sentence shown to the viewer (contract.md, section 2). */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, message: '입력한 내용을 다시 확인해 주세요.' },
  TOTAL_PLAY_TIME_INVALID: { status: 400, message: '재생 시간을 확인하지 못했어요.' },
  PASSWORD_MISMATCH: { status: 400, message: '두 비밀번호가 서로 달라요.' },
  PASSWORD_WEAK: { status: 400, message: '비밀번호는 8자 이상, 영문·숫자·기호 중 두 가지를 섞어 주세요.' },
  AUTH_CODE_INVALID: { status: 400, message: '인증 코드가 맞지 않아요.' },
  AUTH_CODE_EXPIRED: { status: 400, message: '인증 코드가 만료되었어요. 새 코드를 받아 주세요.' },
  AUTHORIZATION_PENDING: { status: 400, message: '휴대폰에서 승인을 기다리고 있어요.' },
  SLOW_DOWN: { status: 400, message: '잠시 후 다시 확인할게요.' },
  EXPIRED_TOKEN: { status: 400, message: '로그인 코드가 만료되었어요. 새 코드로 다시 시도해 주세요.' },
  ACCESS_DENIED: { status: 400, message: '휴대폰에서 로그인을 거절했어요.' },
  TOKEN_INVALID: { status: 401, message: '로그인이 필요해요.' },
  LOGIN_FAILED: { status: 401, message: '이메일 또는 비밀번호가 맞지 않아요.' },
  PROFILE_REQUIRED: { status: 403, message: '먼저 프로필을 골라 주세요.' },
  MEMBERSHIP_REQUIRED: { status: 403, message: '멤버십이 있어야 볼 수 있어요.' },
  PURCHASE_REQUIRED: { status: 403, message: '구매하거나 대여하면 볼 수 있어요.' },
  RATING_RESTRICTED: { status: 403, message: '이 프로필로는 볼 수 없는 등급이에요.' },
  PIN_INVALID: { status: 403, message: 'PIN이 맞지 않아요.' },
  NOT_FOUND: { status: 404, message: '찾을 수 없어요.' },
  EMAIL_TAKEN: { status: 409, message: '이미 가입한 이메일이에요.' },
  PROFILE_LIMIT: { status: 409, message: '프로필은 다섯 개까지 만들 수 있어요.' },
  PROFILE_LAST: { status: 409, message: '마지막 프로필은 지울 수 없어요.' },
  PLAYBACK_DEACTIVATED: { status: 409, message: '다른 기기에서 재생을 시작했어요.' },
  PLAYBACK_EXPIRED: { status: 410, message: '재생 시간이 끝났어요. 다시 재생해 주세요.' },
  TOO_MANY_REQUESTS: { status: 429, message: '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.' },
  INTERNAL: { status: 500, message: '서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.' },
  MAINTENANCE: { status: 503, message: '점검 중이에요. 잠시 후 다시 만나요.' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.keys(errorCodes).includes(code);

/** The body of every answer that is not a success. */
export const errorReplySchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
});

export type ErrorReply = z.output<typeof errorReplySchema>;
