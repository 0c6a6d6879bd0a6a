import { fireEvent, render, screen } from '@testing-library/react';
import { expect, expectTypeOf, it, vi } from 'vitest';
import { ConfirmDialog } from './alert-dialog.tsx';

type OnConfirm = Parameters<typeof ConfirmDialog>[0]['onConfirm'];

function Dialog({ of, onConfirm = () => undefined }: { of: string | null; onConfirm?: OnConfirm }) {
  return (
    <ConfirmDialog
      open={of !== null}
      onOpenChange={() => undefined}
      title={of ? `Excluir ${of}?` : 'Excluir?'}
      description={`A gravação ${of ?? ''} sai desta ligação.`}
      confirmLabel="Excluir"
      onConfirm={onConfirm}
    />
  );
}

it('takes an act that rejects when it failed, and refuses one that tells it by a boolean', () => {
  expectTypeOf<() => Promise<{ success: true }>>().toExtend<OnConfirm>();
  expectTypeOf<() => Promise<undefined>>().toExtend<OnConfirm>();
  expectTypeOf<() => void>().toExtend<OnConfirm>();
  expectTypeOf<() => Promise<boolean>>().not.toExtend<OnConfirm>();
  expectTypeOf<() => Promise<unknown>>().not.toExtend<OnConfirm>();
});

it('stays open for another try when its act failed', async () => {
  const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('recusado'));
  render(<Dialog of="a.wav" onConfirm={onConfirm} />);
  fireEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
  await vi.waitFor(() => screen.getByRole('button', { name: 'Excluir' }));
  screen.getByRole('alertdialog', { name: 'Excluir a.wav?' });
});

it('keeps its words while it closes', () => {
  // Makes the dialog fade out as in a browser: it stays rendered until its closing animation ends.
  const styles = window.getComputedStyle.bind(window);
  vi.spyOn(window, 'getComputedStyle').mockImplementation((node) =>
    Object.defineProperty(styles(node), 'animationName', {
      configurable: true,
      get: () => node.getAttribute('data-state') ?? 'none',
    }),
  );
  const { rerender } = render(<Dialog of="a.wav" />);
  rerender(<Dialog of={null} />);
  const text = document.body.textContent ?? '';
  expect(text).toContain('Excluir a.wav?');
  expect(text).toContain('A gravação a.wav sai desta ligação.');
});
