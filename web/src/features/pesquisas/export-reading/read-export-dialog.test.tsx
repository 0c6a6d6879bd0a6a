import { readExportacao } from '@escuta/shared/contracts/surveys/campo';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../../tests/support/field-questionnaire.ts';
import * as fieldApi from '../../../lib/field-sync/field-api.ts';
import { sha256Slow } from '../../../lib/field-sync/sha256.ts';
import type { Transport } from '../../../lib/field-sync/transport.ts';
import * as apiModule from '../../../lib/network/api.ts';
import { ApiError } from '../../../lib/network/api.ts';
import * as sessionModule from '../../../lib/network/session.ts';
import { ReadExportDialog } from './read-export-dialog.tsx';

const EMPRESA = '019a0000-0000-7000-8000-0000000000e1';
const APARELHO = '019a0000-0000-7000-8000-0000000000a1';
const ids = [1, 2].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);
const { versao } = fieldQuestionnaire([fieldQuestion(1)]);
const opened = vi.fn();
let papel: Papel;
/** The server's answer to the announcement of an interview. */
let announced: (id: string) => { sincronia: 'parcial' | 'completa' };

beforeEach(() => {
  papel = 'gerente';
  announced = () => ({ sincronia: 'parcial' });
  opened.mockReset();
  vi.spyOn(sessionModule, 'useRequiredSession').mockImplementation(
    () =>
      ({ papel, empresaId: EMPRESA, user: { id: 'u', email: 'a@b.co' } }) as ReturnType<
        typeof sessionModule.useRequiredSession
      >,
  );
  vi.spyOn(apiModule, 'call').mockImplementation((async (endpoint: { id: string }, input: unknown) => {
    if (endpoint.id !== readExportacao.id) return new Promise(() => {});
    opened(input);
    return {
      success: true,
      data: {
        credencial: 'lei_x',
        vale_ate: '2026-11-22T12:00:00.000Z',
        aparelho: { id: APARELHO, nome: 'Chrome em Android' },
        usuario: { id: ids[0], nome: 'Rita' },
      },
    };
  }) as typeof apiModule.call);
  const transport: Transport = {
    anunciar: async ({ id }) => ({ id, ate: 0, gravacoes: [], quarentena: null, ...announced(id) }),
    eventos: async (_id, eventos) => eventos.at(-1)?.seq ?? 0,
    abrirEnvio: async () => ({ recebidas: 0, faltam: [], concluido: false }),
    parte: async () => undefined,
    concluirEnvio: async () => ({ recebidas: 0, faltam: [], concluido: true }),
    fechar: async () => ({ completa: true, quarentena: null }),
  };
  vi.spyOn(fieldApi, 'httpTransport').mockReturnValue(transport);
});

const event = (seq: number, tipo: string, motivo: string | null) => ({
  ...{ seq, tipo, motivo, pergunta_id: null, valor: null, valor_anterior: null },
  ...{ mono_ms: seq, relogio: seq, gravacao: null, audio_ms: null },
});
/** A file with two interviews without sound; by default from a device of this company. */
function exported(head: object = {}): File {
  const eventos = [
    event(1, 'iniciada', null),
    event(2, 'consentimento', 'aceito'),
    event(3, 'finalizada', null),
  ];
  const log = eventos
    .map(
      (e) =>
        `${JSON.stringify([e.seq, e.tipo, null, null, null, e.mono_ms, e.relogio, null, null, e.motivo])}\n`,
    )
    .join('');
  const lines = [
    {
      formato: 'escuta-campo/1',
      exportado_em: '2026-11-20T15:30:00.000Z',
      aparelho_id: APARELHO,
      empresa_id: EMPRESA,
      usuario_id: ids[0],
      ...head,
    },
    ...ids.flatMap((id, index) => [
      {
        entrevista: {
          ...{ id, versaoId: versao.id, nome: index === 0 ? 'Dona Lurdes' : 'Seu Zé', telefone: null },
          ...{ iniciadaEm: 1_800_000_000_000, consentimento: 'aceito', gravacoes: [], fase: 'concluida' },
        },
      },
      ...eventos.map((evento) => ({ evento })),
      { fim: { id, eventos: 3, partes: 0, registro_sha256: sha256Slow(new TextEncoder().encode(log)) } },
    ]),
  ];
  return new File([lines.map((line) => `${JSON.stringify(line)}\n`).join('')], 'entrevistas.ndjson');
}

function show() {
  const router = createMemoryRouter([
    { path: '/', element: <ReadExportDialog open onClose={() => undefined} /> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const choose = (file: File) =>
  fireEvent.change(screen.getByTestId('exportacao-de-aparelho'), { target: { files: [file] } });

it('shows what the file holds before anything is sent, and what became of each interview after', async () => {
  announced = (id) => {
    if (id === ids[1])
      throw new ApiError(
        409,
        'conflito',
        'Esta entrevista é de outro aparelho: só esse aparelho pode enviar a entrevista.',
      );
    return { sincronia: 'parcial' };
  };
  show();
  choose(exported());
  const read = await screen.findByRole('button', { name: 'Ler 2 entrevistas' });
  expect(opened).not.toHaveBeenCalled();
  fireEvent.click(read);
  await screen.findByRole('button', { name: 'Concluir' });
  expect(opened).toHaveBeenCalledWith({
    params: { id: APARELHO },
    body: { exportado_em: Date.parse('2026-11-20T15:30:00.000Z'), entrevistas: 2 },
  });
  expect(screen.getByText('Rita, Chrome em Android')).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'Entrevistas do arquivo' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Dona Lurdes .*Recebida.*O servidor recebeu 3 eventos\.$/),
    expect.stringMatching(/^Seu Zé .*Recusada.*de outro aparelho/),
  ]);
});

it('refuses the file of another company, of no device, and what is no export', async () => {
  show();
  choose(exported({ empresa_id: ids[0] }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/aparelho de outra empresa/);
  fireEvent.click(screen.getByRole('button', { name: 'Remover o arquivo' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  choose(exported({ aparelho_id: null }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/não estava autorizado/);
  fireEvent.click(screen.getByRole('button', { name: 'Remover o arquivo' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  choose(new File(['um texto qualquer\n'], 'nada.txt'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/não é uma exportação/);
  expect(screen.getByRole('button', { name: 'Ler entrevistas' }).hasAttribute('disabled')).toBe(true);
});

it('leaves the file of another company to the server where an administrator reads it', async () => {
  papel = 'admin';
  show();
  choose(exported({ empresa_id: ids[0] }));
  await screen.findByRole('button', { name: 'Ler 2 entrevistas' });
});
