import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import Toaster from './toaster.tsx';

afterEach(() => vi.unstubAllGlobals());

it('keeps off the controls of the page, and lets a press through but for its own buttons', async () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280);
  vi.stubGlobal('innerWidth', 1280);
  vi.stubGlobal('innerHeight', 800);
  // Puts the page's button where toasts usually appear.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { left, top, width, height } =
      this.textContent === 'Salvar'
        ? { left: 1000, top: 740, width: 200, height: 40 }
        : { left: 0, top: 0, width: 0, height: 0 };
    return { left, top, width, height } as DOMRect;
  });
  render(
    <>
      <button type="button">Salvar</button>
      <Toaster />
    </>,
  );
  act(() => toast.success('Ligação salva'));
  const shown = await screen.findByText('Ligação salva');
  const stands = shown.closest<HTMLElement>('[data-sonner-toast]');
  if (!stands) throw new Error('Nenhum aviso está na página.');
  const own = within(stands);
  const host = shown.closest<HTMLElement>('[data-sonner-toaster]');
  await vi.waitFor(() =>
    expect(Number.parseInt(host?.style.getPropertyValue('--offset-bottom') ?? '', 10)).toBeGreaterThanOrEqual(
      70,
    ),
  );
  expect(stands.className).toContain('pointer-events-none');
  expect(own.getByRole('button', { name: 'Fechar notificação' }).className).toContain('pointer-events-auto');
});
