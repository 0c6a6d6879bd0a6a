import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as permissions from '../../lib/network/permissions.ts';
import { EditDialog } from './edit-dialog.tsx';
import { ChannelChanged } from './kinds/call-center-project.tsx';
import type { Projeto } from './projeto.ts';

let mayDecide = true;
beforeEach(() => {
  vi.spyOn(permissions, 'useCan').mockReturnValue(() => mayDecide);
});
afterEach(() => {
  vi.restoreAllMocks();
  mayDecide = true;
});

const projeto = (tipo_projeto: Projeto['tipo_projeto']) =>
  ({
    id: 'p',
    nome: 'SAC',
    descricao: null,
    tipo_projeto,
    canal_agente: 'left',
    isActive: true,
    auditoria_automatica: false,
    minutos_por_credito: 20,
    estatisticas: { auditoriasConcluidas: 1 },
  }) as unknown as Projeto;

function show(tipo: Projeto['tipo_projeto']) {
  const none = () => undefined;
  const element = (
    <>
      <EditDialog open projeto={projeto(tipo)} onClose={none} onChannelChanged={none} />
      <ChannelChanged projeto={projeto(tipo)} />
    </>
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );
}

it.each([
  ['call_center', 'ligações novas', /1 ligação já processada continua/, true],
  ['auditoria', 'itens novos', /1 gravação já processada continua/, true],
  ['pesquisa', 'entrevistas novas', /1 entrevista já processada continua/, false],
] as const)('speaks of what a project of type %s holds', async (tipo, novos, notice, withChannel) => {
  show(tipo);
  await screen.findByText(`Um projeto inativo não recebe ${novos}; os dados continuam disponíveis.`);
  expect(screen.queryByText('Canal do agente') !== null).toBe(withChannel);
  screen.getByText(notice);
  const link = screen.queryByText('Selecionar ligações para regenerar a análise');
  expect(link !== null, 'calls of their own page are only of a call center').toBe(tipo === 'call_center');
});

it('says what the automatic audit of a survey costs, and lets only managers decide', async () => {
  mayDecide = false;
  show('pesquisa');
  const field = await screen.findByRole('switch', {
    name: 'Auditar automaticamente as entrevistas do campo',
  });
  expect(field).toHaveProperty('disabled', true);
  screen.getByText(
    /consome 1 crédito a cada 20 minutos iniciados de gravação.*interrompidas e entrevistas que consumiriam mais de 9 créditos aguardam.*Só gerentes e administradores/,
  );
});
