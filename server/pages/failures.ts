import { messageOf, ServiceError, toOverload } from '../lib/fail.ts';
import { buttonLink, paragraph } from './parts.ts';
import { pageHeaders, pageOf, type PageContent } from './shell.ts';

/** The answer to a form without our token. */
export const forged: PageContent & { status: number } = {
  screen: 'error',
  status: 403,
  heading: '페이지를 다시 열어 주세요',
  content:
    paragraph('페이지를 연 지 오래되었거나, 이 브라우저에서 쿠키를 쓸 수 없어요. 아무것도 바뀌지 않았어요.') +
    buttonLink('처음부터 다시', '/link'),
};

/** Page content for failures without a page of their own. */
export function contentOf(failure: ServiceError): PageContent & { status: number } {
  if (failure.code === 'TOO_MANY_REQUESTS') {
    const minutes = Math.ceil((failure.retryAfterSeconds ?? 60) / 60);
    return {
      screen: 'error',
      status: 429,
      heading: '잠시 쉬었다 해 주세요',
      content: paragraph(`시도가 너무 많았어요. 약 ${minutes}분 뒤에 다시 시도해 주세요.`),
    };
  }
  if (failure.code === 'MAINTENANCE') {
    // The operator's message.
    return { screen: 'error', status: 503, heading: '점검 중이에요', content: paragraph(failure.message) };
  }
  if (failure.code === 'NOT_FOUND') {
    return {
      screen: 'error',
      status: 404,
      heading: '페이지를 찾을 수 없어요',
      content: paragraph('주소가 바뀌었거나 없는 페이지예요.') + buttonLink('보라로 가기', '/'),
    };
  }
  return {
    screen: 'error',
    status: failure.status,
    heading: failure.status >= 500 ? '문제가 생겼어요' : '요청을 처리할 수 없어요',
    content: paragraph(messageOf(failure.code)) + buttonLink('처음부터 다시', '/link'),
  };
}

/** A failure as a whole page, for addresses without a page. */
export const failurePage = (failure: ServiceError): { headers: Record<string, string>; body: string } => ({
  headers: pageHeaders,
  body: pageOf(contentOf(failure)),
});

export const toFailure = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  const overload = toOverload(error);
  if (overload) return overload;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new ServiceError(status >= 400 && status < 500 ? 'VALIDATION_FAILED' : 'INTERNAL');
};
