import { checkConvites, sendConvites } from '@escuta/shared/contracts/accounts/convites';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import { InviteDialog } from './invite-dialog.tsx';

const ANA = 'Ana;ana@exemplo.com.br';

it('invites exactly the list that was checked, with its questionnaire', async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const asked = vi.spyOn(apiModule, 'call').mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push(resolve as (answer: unknown) => void);
      }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <InviteDialog open questionarios={[{ id: 'q', nome: 'Domicílios' }]} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const list = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Lista/ });
  fireEvent.change(list, { target: { value: ANA } });
  fireEvent.click(screen.getByRole('button', { name: 'Conferir' }));
  await vi.waitFor(() => expect(answers).toHaveLength(1));

  // While the list is being checked, its inputs cannot be changed.
  expect(list.disabled).toBe(true);
  expect(
    screen.getByRole<HTMLButtonElement>('combobox', { name: /^Questionário para coletar/ }).disabled,
  ).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ler de um arquivo' }).disabled).toBe(true);
  const conferidos = {
    ...{ novos: [{ nome: 'Ana', email: 'ana@exemplo.com.br' }], existentes: [], invalidos: [] },
    todos_coletam: false,
  };
  await act(async () => answers[0]?.({ success: true, data: conferidos }));
  fireEvent.click(screen.getByRole('button', { name: 'Convidar 1 pessoa' }));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  const [check, send] = asked.mock.calls as unknown as [{ id: string }, { body: unknown }][];
  expect(check?.[0].id).toBe(checkConvites.id);
  expect(send?.[0].id).toBe(sendConvites.id);
  expect(send?.[1].body).toEqual({
    lista: ANA,
    questionario_id: null,
    comecar_lista: false,
    so_campo: false,
  });
});
