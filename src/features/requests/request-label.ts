import type { ItemRequest } from '#contract/item-requests.ts';
import { countLabel } from '#src/lib/labels.ts';

/** Label of the button of a title without episodes, and the sentence beside it. */
export function requestLabels(request: ItemRequest | null): { button: string; text: string } {
  if (!request)
    return { button: '작품 요청', text: '아직 볼 수 없는 작품이에요. 요청하면 들여올 때 가장 먼저 살펴볼게요.' };
  const waiting = `${countLabel(request.cnt_request)}명이 함께 기다리고 있어요.`;
  switch (request.status) {
    case 'requested':
      return { button: '요청했어요', text: `요청을 잘 받았어요. ${waiting}` };
    case 'reviewing':
      return { button: '검토 중이에요', text: `들여올 수 있는지 살펴보고 있어요. ${waiting}` };
    case 'accepted':
      return { button: '곧 만나요', text: `곧 보라에서 볼 수 있어요. ${waiting}` };
    case 'declined':
      return { button: '들여오지 못했어요', text: '아쉽지만 이번에는 들여오지 못했어요.' };
  }
}
