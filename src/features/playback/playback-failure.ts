import { ApiError } from '#src/api/client/api-error.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { OfflineVideoOver, type PlaybackErrorKind } from '#src/player/index.ts';

/** Message for a failed video call, and whether a retry may help. `title` replaces the dialog's. */
export function refusalText(error: unknown): { title?: string; text: string; canRetry: boolean } {
  if (error instanceof OfflineVideoOver)
    return {
      text: '저장한 영상을 볼 수 있는 기간이 끝났어요. 네트워크에 연결하면 이어서 볼 수 있어요.',
      canRetry: true,
    };
  const text = error instanceof ApiError ? error.message : '영상을 준비하지 못했어요. 다시 시도해 주세요.';
  switch (errorCodeOf(error)) {
    case 'MEMBERSHIP_REQUIRED':
    case 'PURCHASE_REQUIRED':
    case 'RATING_RESTRICTED':
    case 'IDENTITY_REQUIRED':
      return { text, canRetry: false };
    // An episode that was unpublished, or a link to a number that no episode can have.
    case 'NOT_FOUND':
    case 'VALIDATION_FAILED':
      return { title: '볼 수 없는 작품이에요', text: '찾는 회차가 없거나 더는 볼 수 없어요.', canRetry: false };
    default:
      return { text, canRetry: true };
  }
}

/** Message for a playback error. */
export function playbackErrorText(kind: PlaybackErrorKind): string {
  switch (kind) {
    case 'network':
      return '네트워크가 불안정해서 영상을 불러오지 못했어요. 연결을 확인하고 다시 시도해 주세요.';
    case 'not-found':
      return '영상 파일을 찾을 수 없어요. 잠시 후 다시 시도해 주세요.';
    case 'forbidden':
      return '재생 시간이 끝났어요. 다시 시도하면 보던 곳부터 이어져요.';
    case 'unsupported':
      return '이 TV에서는 재생할 수 없는 영상이에요.';
    case 'drm':
      return '이 TV는 이 영상의 보호 방식을 지원하지 않아요.';
    case 'decode':
      return '영상을 재생하다가 문제가 생겼어요. 다시 시도해 주세요.';
    case 'timeout':
      return '영상을 불러오는 데 너무 오래 걸려요. 다시 시도해 주세요.';
    case 'unknown':
      return '영상을 재생하지 못했어요. 다시 시도해 주세요.';
  }
}
