import { act, render, screen, waitFor } from '@testing-library/react';
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
  const message = screen.getByRole('status');
  await waitFor(() => expect(message.style.top).toBe('112px'));
  await act(async () => tile.focus());
  await waitFor(() => expect(message.style.top).toBe(''));
  await act(async () => proposal.focus());
  await waitFor(() => expect(message.style.top).toBe('112px'));
  [proposal, tile].forEach((button) => button.remove());
});

test('a message reads the layout with the next frame, not while the focus moves', async () => {
  const [first, second] = [buttonAt(40), buttonAt(400)];
  first.focus();
  render(<ToastView text="저장하지 못했어요" onDone={() => undefined} />);
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  const read = vi.mocked(second.getBoundingClientRect);
  second.focus();
  expect(read).not.toHaveBeenCalled();
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
  [first, second].forEach((button) => button.remove());
});
