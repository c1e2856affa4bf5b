import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ToastView } from '#src/ui/dialog/toast.tsx';

/** A button at a place that the test says: jsdom has no layout. */
function buttonAt(top: number): HTMLButtonElement {
  const button = document.body.appendChild(document.createElement('button'));
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(500, top, 200, 60));
  return button;
}

test('a message stands under what has the focus instead of covering it', async () => {
  const [proposal, tile] = [buttonAt(40), buttonAt(400)];
  vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(400, 40, 400, 50));
  proposal.focus();
  render(<ToastView text="저장하지 못했어요" onDone={() => undefined} />);
  expect(screen.getByRole('status').style.top).toBe('112px');
  await act(async () => tile.focus());
  expect(screen.getByRole('status').style.top).toBe('');
  await act(async () => proposal.focus());
  expect(screen.getByRole('status').style.top).toBe('112px');
  [proposal, tile].forEach((button) => button.remove());
});
