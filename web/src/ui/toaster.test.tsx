import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import Toaster from './toaster.tsx';

it('keeps off the controls of the page, and lets a press through but for its own buttons', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, value: 1280 });
  Object.assign(window, { innerWidth: 1280, innerHeight: 800 });
  // The page's button stands where toasts would stand.
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
  const host = shown.closest<HTMLElement>('[data-sonner-toaster]');
  await vi.waitFor(() =>
    expect(Number.parseInt(host?.style.getPropertyValue('--offset-bottom') ?? '', 10)).toBeGreaterThanOrEqual(
      70,
    ),
  );
  expect(shown.closest('[data-sonner-toast]')?.className).toContain('pointer-events-none');
  expect(screen.getByRole('button', { name: 'Fechar notificação' }).className).toContain(
    'pointer-events-auto',
  );
});
