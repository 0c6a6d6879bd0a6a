import { getImportacao, simulateImportacao } from '@escuta/shared/contracts/calls/importacoes';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as uploads from '../../domain/intake/uploads.ts';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient, queryKey } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { lossNow } from '../../lib/page/unsaved.ts';
import ImportacaoPage from './importacao-page.tsx';
import type { Detalhe } from './words.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const coluna = (titulo: string, sugestao: string) => ({ titulo, sugestao, exemplos: ['x'], certa: true });
const base = {
  ...{ id: ID, projeto_id: 'p', envio_id: null, nome: 'ligacoes.csv', tamanho: 10, linhas: 2, aba: null },
  ...{ estado: 'mapear', versao: 1, motivo: null, avisos: [], mapeamento: null, tarefa: null },
  ...{ simulacao: null, resultado: null, desfeita: null, desfazer_ate: null, arquivo: true, origem: null },
  ...{
    created_at: '2026-11-02T12:00:00.000Z',
    autor: null,
    leitura: { abas: [], duvidas: null, proprios: [] },
  },
  colunas: [coluna('Fone', 'numero'), coluna('Quando', 'inicio'), coluna('Nome', 'ignorar')],
};
let now: typeof base;
let asked: [{ id: string }, { body?: unknown }][];
let fails = false;

beforeEach(() => {
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView ??= () => undefined;
  now = { ...base };
  asked = [];
  fails = false;
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'gerente',
    empresaId: 'e',
    permissoes: null,
    user: { id: 'u', email: 'a@b.co' },
  } as unknown as sessionModule.Session);
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    asked.push(args as (typeof asked)[number]);
    if (fails) throw new apiModule.ApiError(0, 'sem_conexao', 'Não foi possível conectar.');
    return { success: true, data: now as unknown as Detalhe };
  });
});

async function open() {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false, staleTime: 0 } });
  const router = createMemoryRouter([{ path: '/i/:importacaoId', element: <ImportacaoPage /> }], {
    initialEntries: [`/i/${ID}`],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('ligacoes.csv');
  return () => act(() => client.invalidateQueries({ queryKey: queryKey(getImportacao) }));
}
const column = () => screen.getByRole('combobox', { name: 'Conteúdo da coluna Nome' });
/** Chooses an option by keys, because in jsdom Radix' list opens only by keys. */
async function choose(option: string) {
  fireEvent.keyDown(column(), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

it('keeps the columns that somebody maps while others work on the same import, and asks before they are left', async () => {
  const refetch = await open();
  expect(lossNow()).toBeNull();
  await choose('Agente');
  expect(column().textContent).toBe('Agente');
  expect(lossNow()).not.toBeNull();

  // A colleague starts a dry run: the step disappears, then returns with another version and other columns.
  now = { ...base, estado: 'simulando', versao: 2 };
  await refetch();
  await screen.findByText(/^Simulando:/);
  const theirs = { colunas: ['numero', 'inicio', 'metadado'], ordem: null, fuso: 'America/Sao_Paulo' };
  const mapeamento = { ...theirs, duracao: 'segundos', criar_agentes: false };
  now = { ...base, versao: 3, mapeamento } as unknown as typeof base;
  await refetch();
  await screen.findByRole('list', { name: 'Colunas da planilha' });
  expect(column().textContent).toBe('Agente');
  expect(screen.getByRole('alert').textContent).toContain('As suas colunas continuam');

  fireEvent.click(screen.getByRole('button', { name: 'Simular' }));
  const simulated = () => asked.find(([{ id }]) => id === simulateImportacao.id)?.[1].body;
  await vi.waitFor(() =>
    expect(simulated()).toMatchObject({ mapeamento: { colunas: ['numero', 'inicio', 'agente'] } }),
  );
});

it('says when the server has gone away, instead of a bar that stands still', async () => {
  now = { ...base, estado: 'importando' };
  const refetch = await open();
  expect(screen.queryByRole('alert')).toBeNull();
  fails = true;
  await refetch();
  expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível atualizar a importação');
});

it('says why a file cannot be sent', async () => {
  now = { ...base, estado: 'enviando' };
  const sent = vi.spyOn(uploads, 'sendFile').mockImplementation(() => undefined);
  await open();
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  fireEvent.change(screen.getByTestId('escolher-importacao'), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/selecione uma planilha/);
  expect(sent).not.toHaveBeenCalled();
});
