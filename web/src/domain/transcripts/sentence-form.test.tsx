import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { Dialog, DialogContent, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { SentenceForm } from './sentence-form.tsx';

beforeEach(() => {
  const session = { user: { id: 'u' }, empresaId: 'e' } as never;
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(session);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue(session);
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const SENTENCE = {
  ordem: 3,
  texto: 'Bom dia.',
  falante: 'agente',
  texto_original: null,
  falante_original: null,
} as const;

it('Esc closes the correction and not the dialog around it, and the typed text comes back', () => {
  const close = vi.fn();
  const leave = vi.fn();
  const draw = () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Dialog open onOpenChange={leave}>
          <DialogContent>
            <DialogTitle>Frases</DialogTitle>
            <SentenceForm itemId="i" perfil="ligacao" sentenca={SENTENCE} done="Salva" onClose={close} />
          </DialogContent>
        </Dialog>
      </QueryClientProvider>,
    );
  const { unmount } = draw();
  const text = screen.getByLabelText('Texto da frase');
  text.focus();
  fireEvent.change(text, { target: { value: 'Boa tarde.' } });
  fireEvent.keyDown(text, { key: 'Escape' });
  expect([close.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0]);
  unmount();
  draw();
  expect((screen.getByLabelText('Texto da frase') as HTMLTextAreaElement).value).toBe('Boa tarde.');
});
