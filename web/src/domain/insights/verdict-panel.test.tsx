import type { ValidacaoInsight } from '@escuta/shared/contracts/insights/insight-parts';
import { validateInsight } from '@escuta/shared/contracts/insights/insights';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { VerdictPanel } from './verdict-panel.tsx';

const call = vi.fn();
const answers: (() => Promise<unknown>)[] = [];
const sent = () => call.mock.calls.filter(([endpoint]) => endpoint.id === validateInsight.id);
beforeEach(() => {
  call.mockReset();
  answers.length = 0;
  vi.spyOn(apiModule, 'call').mockImplementation(call);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    papel: 'usuario',
    empresaId: 'e',
    user: { id: 'eu', email: 'a@b.co' },
  } as sessionModule.Session);
  call.mockImplementation((endpoint: { id: string }) =>
    endpoint.id === validateInsight.id
      ? (answers.shift() ?? (async () => ({ success: true, data: {} })))()
      : Promise.resolve({
          success: true,
          data: { user: { id: 'eu' }, userPermissions: PERMISSIONS.usuario },
        }),
  );
});

const DA_BIA: ValidacaoInsight = {
  id: 'v1',
  veredito: 'rejeitado',
  motivo: 'Critério avaliado errado',
  observacoes: null,
  por: { id: 'bia', nome: 'Bia' },
  em: '2026-11-02T12:00:00.000Z',
  revisaoMs: null,
  inteiro: false,
  discordancias: [{ id: 'a', atendido: 'sim' }],
};
const CRITERIO = {
  id: 'a',
  descricao: 'Informa o protocolo',
  peso: 1,
  critico: true,
  atendido: 'nao' as const,
  justificativa: '',
  comprovado: true,
  evidencias: [],
};

const OUTRO = { ...CRITERIO, id: 'b', descricao: 'Informa o prazo' };
const CUMPRIDO = { ...CRITERIO, id: 'c', descricao: 'Agradece', atendido: 'sim' as const };

function show(validacao: ValidacaoInsight | null, correct?: readonly string[]): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VerdictPanel
        insightId="i1"
        criterios={correct ? [CRITERIO, OUTRO, CUMPRIDO] : [CRITERIO]}
        validacao={validacao}
        hasResult
        correction={correct ? { criterios: correct, close: () => undefined } : null}
      />
    </QueryClientProvider>,
  );
}
const conflict = (revisaoId: string) => () =>
  Promise.reject(
    new ApiError(409, 'conflito', 'Bia já rejeitou este insight.', {
      dados: { revisaoId, veredito: 'rejeitado', por: 'Bia', em: DA_BIA.em, motivo: 'Foi dito.' },
    }),
  );

it('shows the verdict that came first and replaces it only when asked to, also a newer one', async () => {
  answers.push(conflict('v1'), conflict('v2'));
  show(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Aprovar' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Bia já rejeitou este insight' });
  expect(dialog.textContent).toContain('Motivo: Foi dito.');
  expect(sent()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Substituir veredito' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Substituir veredito' }).hasAttribute('disabled')).toBe(false),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Substituir veredito' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent().map(([, { body }]) => body.substitui)).toEqual([undefined, 'v1', 'v2']);
});

it('names the corrected criterion, and asks before somebody else’s verdict is replaced', async () => {
  show(DA_BIA);
  expect(screen.getByText('Motivo: Critério avaliado errado: “Informa o protocolo”')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Alterar veredito' }));
  fireEvent.click(screen.getByRole('button', { name: 'Aprovar' }));
  await screen.findByRole('alertdialog', { name: 'Bia já rejeitou este insight' });
  expect(sent()).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Manter veredito atual' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toHaveLength(0);
});

it('an alert’s correction keeps the person’s own corrections, reason and notes, and asks before it replaces them', async () => {
  const own = { ...DA_BIA, por: { id: 'eu', nome: 'Eu' }, motivo: 'Foi dito.', observacoes: 'Aos 2 min.' };
  show(own, ['b']);
  const kept = await screen.findByRole('button', { name: /Informa o protocolo/ });
  await vi.waitFor(() => expect(kept.textContent).toContain('IA: NãoVocê: Sim'));
  fireEvent.click(screen.getByRole('button', { name: 'Rejeitar' }));
  await screen.findByRole('alertdialog', { name: 'Você já rejeitou este insight' });
  expect(sent()).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Substituir veredito' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.[1].body).toEqual({
    veredito: 'rejeitado',
    motivo: 'Foi dito.',
    criterios: [
      { id: 'a', atendido: 'sim' },
      { id: 'b', atendido: 'sim' },
    ],
    observacoes: 'Aos 2 min.',
    substitui: 'v1',
  });
});

it('an alert that a person’s answer caused is corrected to the AI’s answer, which approves the insight', async () => {
  show({ ...DA_BIA, discordancias: [{ id: 'c', atendido: 'nao' }] }, ['c']);
  const row = await screen.findByRole('button', { name: /Agradece/ });
  expect(row.textContent).toContain('IA: SimBia: NãoVocê: Sim');
  fireEvent.click(screen.getByRole('button', { name: 'Aprovar' }));
  await screen.findByRole('alertdialog', { name: 'Bia já rejeitou este insight' });
  fireEvent.click(screen.getByRole('button', { name: 'Substituir veredito' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.[1].body).toEqual({ veredito: 'aprovado', substitui: 'v1' });
});
