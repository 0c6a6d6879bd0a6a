import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { createQueryClient } from '../../../lib/network/query.ts';
import { QuestionForm } from './question-form.tsx';

it('is sent by Ctrl+Enter from a select, which stays closed', async () => {
  const send = vi.fn(async () => null);
  const none = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FormDialog open onClose={none}>
          <QuestionForm
            pergunta={null}
            perguntas={[]}
            send={send}
            draftKey="q"
            onSaved={none}
            onLeave={none}
            onDirty={none}
          />
        </FormDialog>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Texto da Pergunta/), { target: { value: 'Qual a sua idade?' } });
  const kind = screen.getByRole('combobox', { name: /^Tipo de Resposta/ });
  fireEvent.keyDown(kind, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(kind.getAttribute('aria-expanded')).toBe('false');
});
