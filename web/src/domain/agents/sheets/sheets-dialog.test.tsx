import { listPreviasDeFolha, type PreviaDeFolha, sendFolhas } from '@escuta/shared/contracts/team/folhas';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../../lib/network/api.ts';
import { createQueryClient } from '../../../lib/network/query.ts';
import { SheetsDialog } from './sheets-dialog.tsx';

const ITEM = '019a0000-0000-7000-8000-0000000000aa';
const sheet = (nome: string, given: Partial<PreviaDeFolha> = {}): PreviaDeFolha => ({
  agente: { id: `019a0000-0000-7000-8000-0000000000${nome.charCodeAt(0)}`, nome },
  dia: '2026-11-28',
  tem_conta: true,
  recusa: null,
  linhas: [
    {
      ...{ tipo: 'geral', titulo: 'Folha de 28/11/2026', item_id: null, entrevista_em: null, trecho: null },
      texto: `Números de ${nome}.\nSegunda frase.`,
    },
    {
      ...{ tipo: 'exemplo', titulo: 'Bom exemplo', texto: 'Você leu como está escrito.', item_id: ITEM },
      ...{ entrevista_em: '2026-11-28T15:00:00.000Z', trecho: { inicio_ms: 65_000, fim_ms: 73_000 } },
    },
  ],
  a_confirmar: 0,
  versao: nome.padEnd(64, 'a'),
  enviada: null,
  ...given,
});

it('shows each interviewer’s sheet as it will be read, and sends those that are due by one click', async () => {
  const previas = [
    sheet('Ana'),
    sheet('Bruno', { tem_conta: false }),
    sheet('Carla', { recusa: 'Carla já respondeu à folha de 28/11/2026, que não pode mais ser alterada.' }),
  ];
  const asked = vi.spyOn(apiModule, 'call').mockImplementation((async (endpoint: { id: string }) => ({
    success: true,
    data:
      endpoint.id === listPreviasDeFolha.id
        ? { dia: '2026-11-28', previas, mais: 12 }
        : { enviadas: 2, atualizadas: 0, iguais: 0, sem_conta: [], recusadas: [] },
  })) as never);
  const closed = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SheetsDialog of={{ pesquisa_id: ITEM }} open onClose={closed} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Entrevistadores do dia' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Dia das entrevistas' }).value).toBe(
    '28/11/2026',
  );
  within(list).getByText('Sem conta');
  screen.getByText(/^Há mais 12 entrevistadores neste dia\./);
  expect(screen.queryByRole('button', { name: /folha de Carla/ })).toBeNull();
  fireEvent.click(within(list).getByRole('button', { name: /^Ana/ }));
  const lines = within(list).getByRole('list', { name: 'Folha de Ana' });
  within(lines).getByText('Números de Ana.');
  expect(
    within(lines)
      .getByRole('link', { name: /^Ouvir na entrevista/ })
      .getAttribute('href'),
  ).toBe(`/dashboard/call-analysis/${ITEM}?t=65`);

  fireEvent.click(screen.getByRole('button', { name: 'Enviar a 2 entrevistadores' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  const sent = (asked.mock.calls as unknown as [{ id: string }, { body: unknown }][]).find(
    ([endpoint]) => endpoint.id === sendFolhas.id,
  );
  expect(sent?.[1].body).toEqual({
    dia: '2026-11-28',
    folhas: previas.slice(0, 2).map(({ agente, versao }) => ({ agente_id: agente.id, versao })),
  });
});

it.each([
  ['31/02/2026', 'Informe um dia válido, como 31/12/2026.'],
  ['31/12/2099', 'O dia 31/12/2099 ainda não chegou. Selecione hoje ou um dia anterior.'],
])('says at the field why there is no sheet of %s, and sends none', async (day, message) => {
  const asked = vi.spyOn(apiModule, 'call').mockImplementation((async () => ({
    success: true,
    data: { dia: '2026-11-28', previas: [sheet('Ana')], mais: 0 },
  })) as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SheetsDialog of={{ pesquisa_id: ITEM }} open onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('list', { name: 'Entrevistadores do dia' });
  const field = screen.getByRole('textbox', { name: 'Dia das entrevistas' });
  fireEvent.input(field, { target: { value: day } });
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('list', { name: 'Entrevistadores do dia' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar folhas' }).disabled).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1);
});
