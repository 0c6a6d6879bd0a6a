import { listDisparos, updateDisparos } from '@escuta/shared/contracts/insights/regras';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import * as permissionsModule from '../../lib/network/permissions.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { CallFirings } from './call-firings.tsx';
import { callPath, criteriaOf, type Firing } from './firings.ts';

const ID = '0199c0de-0000-7000-8000-000000000001';
const DECIDIDO = '2026-11-28T12:05:00.000Z';
const INSIGHT = '0199c0de-0000-7000-8000-000000000002';
const reason = (criterio: string | null, more: object = {}) => ({
  ...{ texto: 'Descumpriu: informa o protocolo', citacao: null, start_ms: null, end_ms: null },
  ...{ insight_id: criterio === null ? null : INSIGHT, criterio, template: criterio && 'Script', ...more },
});
const firing = (more: Partial<Firing> = {}): Firing => ({
  id: ID,
  regra: { id: ID, nome: 'Critério crítico descumprido', padrao: 'falha_critica' },
  grupo_id: ID,
  gravidade: 'alta',
  estado: 'aberto',
  procedente: null,
  momento: '2026-11-28T12:00:00.000Z',
  item_id: ID,
  projeto: null,
  agente: null,
  ligacao: {
    ...{ tipo_item: 'ligacao', momento: '2026-11-28T11:00:00.000Z', inicio_precisao: null },
    ...{ numero: '11955551410', duracao: 90, nota: 70, gravacao: true },
  },
  medida: null,
  porque: [reason('protocolo')],
  criterios: [{ insight_id: INSIGHT, template: 'Script', ids: ['protocolo'] }],
  visto: null,
  resolvido: null,
  corrigido: false,
  observacao: null,
  ...more,
});

let rows: Firing[];
let sent: unknown[];
beforeEach(() => {
  sent = [];
  rows = [firing()];
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(null);
  vi.spyOn(permissionsModule, 'useCan').mockReturnValue(() => true);
  vi.spyOn(apiModule, 'call').mockImplementation((async (
    endpoint: { id: string },
    input: { body: object },
  ) => {
    if (endpoint.id === listDisparos.id) return { data: rows };
    if (endpoint.id === updateDisparos.id) sent.push(input.body);
    return { data: { mudados: 1, ids: [ID], dado_em: DECIDIDO } };
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CallFirings itemId={ID} canPlay={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('a decision asks for its reason, and its toast takes it back', async () => {
  const shown = vi.spyOn(toast, 'success');
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Procedente: Critério crítico/ }));
  const note = await screen.findByLabelText(/^Observação/);
  fireEvent.change(note, { target: { value: 'Ouvi a ligação inteira.' } });
  fireEvent.keyDown(note, { key: 'Enter' });
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    { ids: [ID], estado: 'resolvido', procedente: true, observacao: 'Ouvi a ligação inteira.' },
  ]);
  const [title, options] = shown.mock.calls[0] ?? [];
  expect(title).toBe('1 alerta marcado como procedente');
  const action = options?.action as { label: string; onClick: () => void };
  expect(action.label).toBe('Desfazer');
  action.onClick();
  await waitFor(() => expect(sent[1]).toEqual({ ids: [ID], estado: 'aberto', dado_em: DECIDIDO }));
});

it('an untouched reason is not sent, and reopening takes back the shown decision alone', async () => {
  rows = [firing({ observacao: 'Ruído' })];
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^Procedente: Critério crítico/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Procedente' }));
  await waitFor(() => expect(sent).toEqual([{ ids: [ID], estado: 'resolvido', procedente: true }]));
  page.unmount();
  rows = [firing({ estado: 'resolvido', procedente: true, resolvido: { por: null, em: DECIDIDO } })];
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Reabrir/ }));
  await waitFor(() => expect(sent[1]).toEqual({ ids: [ID], estado: 'aberto', dado_em: DECIDIDO }));
});

it('an alert about a criterion that is not right leads to the correction of the criterion, filled in', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Não procedente: Critério crítico/ }));
  const link = await screen.findByRole('link', { name: 'Corrigir o critério' });
  expect(link.getAttribute('href')).toBe(
    `/dashboard/call-analysis/${ID}?insight=${INSIGHT}&criterio=protocolo&corrigir=1`,
  );
  fireEvent.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});

it('failures that two templates found lead to both corrections, by name, with all criteria', async () => {
  const other = '0199c0de-0000-7000-8000-000000000003';
  rows = [
    firing({
      porque: [reason('protocolo'), reason('aviso', { insight_id: other, template: 'Decreto' })],
      criterios: [
        { insight_id: INSIGHT, template: 'Script', ids: ['protocolo', 'prazo'] },
        { insight_id: other, template: 'Decreto', ids: ['aviso'] },
      ],
    }),
  ];
  open();
  // A failure that two templates found is shown once, with the names of both.
  expect((await screen.findAllByText('Descumpriu: informa o protocolo')).length).toBe(1);
  expect(screen.getByText('· Script, Decreto')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Não procedente: Critério crítico/ }));
  const links = await screen.findAllByRole('link', { name: /^Corrigir os? critérios? em/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [
      'Corrigir os critérios em “Script”',
      `/dashboard/call-analysis/${ID}?insight=${INSIGHT}&criterio=protocolo&criterio=prazo&corrigir=1`,
    ],
    [
      'Corrigir o critério em “Decreto”',
      `/dashboard/call-analysis/${ID}?insight=${other}&criterio=aviso&corrigir=1`,
    ],
  ]);
});

it('an alert that a review corrected says so, and offers no decision', async () => {
  rows = [firing({ estado: 'resolvido', procedente: false, corrigido: true, observacao: 'Nota' })];
  open();
  expect(await screen.findByText('Corrigido pela revisão')).toBeTruthy();
  expect(screen.getByText('Observação: Nota')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Reabrir|Procedente|Não procedente)/ })).toBeNull();
});

it('an alert opens its call at its criterion or at its second, whichever it is about', () => {
  const said = reason(null, { texto: 'O cliente disse', citacao: 'Vou ao Procon.', start_ms: 64_200 });
  const call = { criterios: [], porque: [said] };
  expect(callPath(firing(call))).toBe(`/dashboard/call-analysis/${ID}?t=64`);
  expect(criteriaOf(firing(call))).toEqual([]);
  expect(callPath(firing({ porque: [reason('protocolo', { start_ms: 3000 }), said] }))).toBe(
    `/dashboard/call-analysis/${ID}?insight=${INSIGHT}&criterio=protocolo&t=3`,
  );
  expect(callPath(firing({ porque: [], criterios: [] }))).toBe(`/dashboard/call-analysis/${ID}`);
  expect(callPath(firing({ item_id: null, porque: [] }))).toBeNull();
  // A server of the previous version sends no criteria.
  const { criterios: _, ...old } = firing({ porque: [] });
  expect(callPath(old as ReturnType<typeof firing>)).toBe(`/dashboard/call-analysis/${ID}`);
});
