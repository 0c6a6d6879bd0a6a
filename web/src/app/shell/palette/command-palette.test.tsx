import { deleteItem } from '@escuta/shared/contracts/calls/auditoria-items';
import type { ItemRow } from '@escuta/shared/contracts/operation/projetos';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { RowActions } from '../../../domain/items/action-menu.tsx';
import { callOfRow } from '../../../domain/items/item.ts';
import { useItemActions } from '../../../domain/items/use-item-actions.tsx';
import * as apiModule from '../../../lib/network/api.ts';
import { createQueryClient } from '../../../lib/network/query.ts';
import * as sessionModule from '../../../lib/network/session.ts';
import { CommandPalette } from './command-palette.tsx';
import { usePalette } from './use-palette.ts';

const row = (id: string, fields: Partial<ItemRow>): ItemRow =>
  ({
    id,
    tipo_item: 'ligacao',
    status: 'pendente',
    numero_destino: null,
    arquivo_nome: null,
    gravacao_na_telefonia: false,
    analisada: false,
    dados_apagados_em: null,
    ...fields,
  }) as ItemRow;
const ANA = row('a', { nome_entrevistado: 'Ana' });
const RUI = row('r', {
  nome_entrevistado: 'Rui',
  arquivo_nome: 'rui.mp3',
  status: 'concluido',
  analisada: true,
});

function Report() {
  const actions = useItemActions('ligacoes');
  const palette = usePalette();
  return (
    <>
      <ul>
        {[ANA, RUI].map((one) => (
          <li key={one.id}>
            <a href="/analise">{one.nome_entrevistado}</a>
            <RowActions item={callOfRow(one)} actions={actions} />
          </li>
        ))}
      </ul>
      {actions.dialogs}
      <CommandPalette {...palette} />
    </>
  );
}

const call = vi.fn(
  async (_endpoint: { id: string }, _input?: object): Promise<unknown> => new Promise(() => {}),
);
beforeEach(() => {
  call.mockClear();
  vi.spyOn(apiModule, 'call').mockImplementation(call as never);
  const session = { papel: 'gerente', permissions: {} } as unknown as sessionModule.Session;
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(session);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue(session);
  // jsdom has no layout, and the palette scrolls to the chosen entry.
  Element.prototype.scrollIntoView ??= () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Report /> }])} />
    </QueryClientProvider>,
  );
});

/** Opens the palette while the link of the row `name` has the focus; null: while no row has the focus. */
async function openAt(name: string | null, typed: string): Promise<void> {
  if (name) screen.getByRole('link', { name }).focus();
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Buscar em tudo' }), {
    target: { value: typed },
  });
}
const deleted = () =>
  call.mock.calls.filter(([endpoint]) => endpoint.id === deleteItem.id).map(([, input]) => input);

it('runs an action of the focused row, after the same question as its menu', async () => {
  await openAt('Ana', 'excl');
  screen.getByRole('listbox', { name: 'Resultados' });
  screen.getByText('Ações da ligação Ana');
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Buscar em tudo' }), { key: 'Enter' });
  const question = within(await screen.findByRole('alertdialog', { name: 'Excluir ligação' }));
  expect(deleted()).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(deleted()).toEqual([{ params: { id: 'a' } }]));
});

it('says why an action of the row cannot be done, and what another one costs', async () => {
  await openAt('Rui', 'excluir');
  const refused = screen.getByRole('option', { name: /^Excluir/ });
  expect(refused.textContent).toBe('ExcluirJá tem análise');
  expect(refused.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(refused);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Buscar em tudo' }), {
    target: { value: 'processar' },
  });
  expect((await screen.findByRole('option', { name: /^Processar novamente/ })).textContent).toBe(
    'Processar novamente1 crédito',
  );
});

it('offers first what is free, and nothing of rows while none has the focus', async () => {
  await openAt('Rui', '');
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('Substituir áudio');
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  screen.getByRole('link', { name: 'Rui' }).blur();
  await openAt(null, 'excluir');
  expect(screen.queryByRole('option', { name: /^Excluir/ })).toBeNull();
});
