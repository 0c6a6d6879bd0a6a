import {
  type EntrevistaWire,
  finalizarEntrevista,
  getEntrevista,
  iniciarEntrevista,
  type PerguntaDaVersao,
  salvarResposta,
} from '@escuta/shared/contracts/entrevistas';
import { getQuestionario, type QuestionarioDetalhe } from '@escuta/shared/contracts/questionarios';
import { PERMISSIONS } from '@escuta/shared/domain/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import EntrevistaPage from './entrevista-page.tsx';

const mocks = vi.hoisted(() => ({ call: vi.fn(), error: vi.fn(), success: vi.fn(), papel: 'usuario' }));
vi.mock('../../lib/api.ts', async (original) => ({
  ...(await original<typeof import('../../lib/api.ts')>()),
  call: mocks.call,
}));
vi.mock('../../lib/toast.ts', () => ({
  toast: { error: mocks.error, success: mocks.success, settled: () => undefined },
}));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<typeof import('../../lib/session.ts')>()),
  useRequiredSession: () => ({ papel: mocks.papel, empresaId: 'e', user: { id: 'u', email: 'a@b.co' } }),
}));

const Q = '019a0000-0000-7000-8000-000000000001';
const E = '019a0000-0000-7000-8000-000000000002';
const S = '019a0000-0000-7000-8000-000000000003';

const question: PerguntaDaVersao = {
  id: 'p1',
  codigo: 'P1',
  texto_pergunta: 'Está satisfeito?',
  tipo: 'escolha',
  multipla_escolha: true,
  campo_texto: true,
  ler_opcoes: true,
  instrucao: null,
  mostrar_se: null,
  minimo: null,
  maximo: null,
  unidade: null,
  ordem: 1,
  respostas_definidas: [
    { id: 'o1', texto_resposta: 'Sim', valor: 1, ordem: 1, especial: null },
    { id: 'o2', texto_resposta: 'Não sabe', valor: 98, ordem: 2, especial: 'nao_sabe' },
    { id: 'o3', texto_resposta: 'Não', valor: 2, ordem: 3, especial: null },
  ],
};
const questionario = {
  id: Q,
  nome: 'Bairros',
  descricao: null,
  pesquisa_id: S,
  pesquisa: { titulo: 'Cidade', ativo: true },
  ativo: true,
  fechado: null,
  perguntas: [{ ...question, ativo: true }],
} as unknown as QuestionarioDetalhe;
const entrevista = {
  id: E,
  questionario_id: Q,
  questionario_nome: 'Bairros',
  questionario_descricao: null,
  pesquisa_id: S,
  nome_entrevistado: 'Dona Lurdes',
  telefone_entrevistado: null,
  situacao: 'em_andamento',
  propria: true,
  created_at: '2026-11-22T12:00:00.000Z',
  questoes: [question],
  respostas: [],
} as unknown as EntrevistaWire;

let answers: Record<string, unknown>;
beforeEach(() => {
  mocks.papel = 'usuario';
  answers = { [getQuestionario.id]: questionario, [getEntrevista.id]: entrevista };
  mocks.error.mockReset();
  mocks.success.mockReset();
  mocks.call.mockReset();
  mocks.call.mockImplementation(async (endpoint: { id: string }) =>
    endpoint.id === 'getProfile'
      ? { success: true, data: { userPermissions: PERMISSIONS[mocks.papel as 'usuario'] } }
      : endpoint.id in answers
        ? { success: true, data: answers[endpoint.id] }
        : new Promise(() => {}),
  );
});

function show(search = `?entrevista=${E}`) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/entrevista/:questionarioId', element: <EntrevistaPage /> },
      { path: '*', element: <p>outra página</p> },
    ],
    { initialEntries: [`/entrevista/${Q}${search}`] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const callsOf = (id: string) => mocks.call.mock.calls.filter(([endpoint]) => endpoint.id === id);

it('says whether the options are read, and sets apart what is never offered', async () => {
  show();
  await screen.findByText('Leia as opções');
  const apart = screen.getByRole('group', { name: 'Nunca leia' });
  const texts = (all: HTMLElement[]) => all.map((one) => (one as HTMLInputElement).value);
  expect(texts(within(apart).getAllByRole('radio'))).toEqual(['o2']);
  expect(texts(screen.getAllByRole('radio'))).toEqual(['o1', 'o3', 'o2']);
  // The keys go by the places in the question, as the numbers beside the options do.
  fireEvent.keyDown(window, { key: '2' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Não sabe/ }).checked).toBe(true);
});

it('says of a free answer that its options are not read', async () => {
  answers[getEntrevista.id] = { ...entrevista, questoes: [{ ...question, ler_opcoes: false }] };
  show();
  await screen.findByText('Não leia as opções');
});

it("refuses somebody else's interview at once, but not to whoever manages", async () => {
  answers[getEntrevista.id] = { ...entrevista, propria: false };
  show();
  await screen.findByText('Esta entrevista é de outra pessoa');
  expect(screen.queryByText('Está satisfeito?')).toBeNull();
});

it("lets a gerente go on with somebody else's interview", async () => {
  mocks.papel = 'gerente';
  answers[getEntrevista.id] = { ...entrevista, propria: false };
  show();
  await screen.findByText('Está satisfeito?');
});

it('carries the way to sending the recording beyond the end of the page', async () => {
  answers[salvarResposta.id] = {};
  answers[finalizarEntrevista.id] = { ...entrevista, situacao: 'concluida' };
  const router = show();
  fireEvent.click(await screen.findByRole('radio', { name: /^Sim/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Finalizar Entrevista' }));
  await waitFor(() =>
    expect(mocks.success).toHaveBeenCalledWith('Entrevista finalizada!', expect.anything()),
  );
  const [, { action, duration }] = mocks.success.mock.calls.at(-1) as [
    string,
    { action: { label: string; onClick: () => void }; duration: number },
  ];
  expect(action.label).toBe('Enviar gravação');
  expect(duration).toBeGreaterThan(2000);
  // The page has gone back to the start by then.
  await act(async () => router.navigate('/dashboard'));
  await act(async () => action.onClick());
  await waitFor(() =>
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      `/dashboard/pesquisas/${S}?aba=entrevistas`,
    ),
  );
});

it('speaks of a missing name only where the name is missing', async () => {
  show('');
  const name = await screen.findByLabelText(/Nome completo/);
  fireEvent.change(name, { target: { value: 'x'.repeat(201) } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  await screen.findByRole('alert');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(mocks.error).not.toHaveBeenCalled();
  expect(callsOf(iniciarEntrevista.id)).toHaveLength(0);
});

it('says why no interview can begin before anybody is asked for a name', async () => {
  const fechado = 'O projeto desta pesquisa está inativo e não recebe novas entrevistas.';
  answers[getQuestionario.id] = { ...questionario, fechado };
  show('');
  await screen.findByText(fechado);
  expect(screen.queryByRole('button', { name: 'Iniciar Entrevista' })).toBeNull();
});
