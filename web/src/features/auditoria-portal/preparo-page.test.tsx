import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import { session } from '../../lib/network/session.ts';
import PreparoPage from './preparo-page.tsx';
import type { Detalhe, Gravacao, Linha } from './words.ts';

const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;
const ID = '019a0000-0000-7000-8000-0000000000aa';
const id = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`;
const page = { page: 1, limit: 20, total: 2, totalPages: 1, totalExato: true };
const QUANDO = '2026-11-20T12:00:00.000Z';

const arquivo = (papel: Detalhe['arquivos'][number]['papel'], nome: string) => ({
  papel,
  nome,
  tamanho: 1000,
  recebido: 1000,
  envio_id: id(1),
  completo: true,
  lido: true,
});
const resumo = {
  perguntas: 2,
  linhas: 3,
  gravacoes: 3,
  pares: 1,
  a_auditar: 1,
  ambiguas: 1,
  gravacoes_sem_linha: 2,
  linhas_sem_gravacao: 2,
  nao_auditar: 0,
  gravacoes_fora: 0,
  recusadas: 0,
  repetidas: 0,
  duracao_ms: 90_000,
  creditos: 1,
  centavos: 149,
  saldo: 10,
};
const base: Detalhe = {
  id: ID,
  projeto: { id: id(2), nome: 'Mobilidade', tipo_projeto: 'pesquisa' },
  autor: { id: 'u', nome: 'Ana' },
  observacoes: null,
  estado: 'pronto',
  motivo: null,
  motivo_papel: null,
  automatico: false,
  versao: 4,
  arquivos: [
    arquivo('audio', 'principal.mp3'),
    arquivo('perguntas', 'q.docx'),
    arquivo('planilha_respostas', 'r.csv'),
    arquivo('zip_audios', 'a.zip'),
  ],
  tarefa: null,
  resumo,
  auditoria_id: null,
  pesquisa_id: null,
  created_at: QUANDO,
  expira_em: '2026-11-27T12:00:00.000Z',
  questionario: {
    titulo: 'Mobilidade urbana',
    apresentacao: null,
    sobras: [],
    perguntas: ['Qual a sua idade?', 'Qual o seu bairro?'].map((texto, n) => ({
      codigo: `P${n + 1}`,
      texto,
      tipo: 'texto' as const,
      obrigatoria: true,
      ler_opcoes: true,
      instrucao: null,
      minimo: null,
      maximo: null,
      unidade: null,
      opcoes: [],
      mostrar_se: null,
      avisos: [],
    })),
  },
  aba: null,
  colunas: [
    {
      n: 0,
      cabecalho: 'Idade',
      papel: 'pergunta',
      pergunta: 0,
      opcao: null,
      regra: 'texto igual',
      exemplos: ['41'],
      amostra: [{ linha: 2, texto: '41' }],
      nao_reconhecidas: {
        ...{ n: 1, de: 20, duvidosas: 0, codigos: [], diferentes: null },
        exemplos: [{ linha: 3, texto: 'quarenta e pouco', motivo: '“quarenta e pouco” não é um número.' }],
      },
    },
    {
      n: 1,
      cabecalho: 'Onde mora',
      papel: 'ignorar',
      pergunta: null,
      opcao: null,
      regra: 'não reconhecida',
      exemplos: ['Centro'],
      amostra: [],
      nao_reconhecidas: { n: 0, de: 0, duvidosas: 0, codigos: [], diferentes: null, exemplos: [] },
    },
  ],
  avisos: [],
  alertas: [],
  titulo_proposto: null,
  incluir_linhas_sem_gravacao: true,
  andamento: null,
};
const linha = (n: number, nome: string | null, gravacao: Linha['gravacao'] = null): Linha => ({
  n,
  identificador: `Q00${n}`,
  nome,
  telefone: null,
  data: null,
  entrevistador: null,
  nao_auditar: false,
  gravacao,
});
const gravacao = (n: number, fields: Partial<Gravacao>): Gravacao => ({
  id: id(n),
  origem: 'zip_audios',
  nome: `audios/grav${n}.mp3`,
  tamanho: 1000,
  duracao_ms: 90_000,
  motivo: null,
  linha: null,
  regra: null,
  candidatas: [],
  nao_auditar: false,
  repetida_de: null,
  creditos: 1,
  ...fields,
});
const AMBIGUA = gravacao(5, {
  candidatas: [2, 3].map((n) => ({ linha: n, nome: n === 2 ? 'Maria' : 'Maria José' })),
});
const PRINCIPAL = gravacao(4, { origem: 'audio', nome: 'principal.mp3' });
const LINHAS = [
  linha(1, 'João', {
    id: id(6),
    nome: 'audios/joao.mp3',
    duracao_ms: 90_000,
    regra: 'nome_data',
    nao_auditar: false,
    motivo: null,
    creditos: 1,
  }),
  linha(2, 'Maria'),
];

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Answer = (asked: Asked) => Response | null;

/** A fake server with a single preparation. `answer` answers first; if it returns null, the default answer is sent. */
function serve(start: Partial<Detalhe>, answer: Answer = () => null) {
  const state = { preparo: { ...base, ...start } as Detalhe, asked: [] as Asked[] };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://escuta.test');
    const path = pathname.replace('/api/v1', '').replace(`/auditorias/preparos/${ID}`, '');
    const one = {
      method: init.method ?? 'GET',
      path,
      query: Object.fromEntries(searchParams),
      body: init.body ? JSON.parse(String(init.body)) : null,
    };
    state.asked.push(one);
    const own = answer(one);
    if (own) return own;
    if (path === '/linhas') return Response.json({ success: true, data: LINHAS, pagination: page });
    if (path === '/gravacoes') {
      const data = searchParams.get('limit') === '1' ? [PRINCIPAL] : [AMBIGUA];
      return Response.json({ success: true, data, pagination: page });
    }
    if (one.method === 'PATCH') {
      return Response.json({
        success: true,
        data: { gravacao: AMBIGUA, linha: LINHAS[0], preparo: state.preparo },
      });
    }
    return Response.json({ success: true, data: state.preparo });
  });
  return state;
}

function open(address = `/auditoria/${ID}`) {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario', empresa_id: 'e' } });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const router = createMemoryRouter([{ path: '/auditoria/:preparoId', element: <PreparoPage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return client;
}

beforeEach(() => {
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView ??= () => undefined;
  vi.spyOn(toast, 'success');
  vi.spyOn(toast, 'error');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.end('outra-aba');
  session.acknowledgeEnd();
  window.history.replaceState(null, '', '/');
});

const changes = ({ asked }: { asked: Asked[] }) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

it('shows each row with its recording and the rule that made the pair, and what is left to look at', async () => {
  serve({});
  open();
  const rows = within(await screen.findByRole('list', { name: 'Linhas da planilha' }));
  expect(rows.getByText('Linha 1 · João')).toBeDefined();
  expect(rows.getByText('nome e data no nome')).toBeDefined();
  expect(screen.getByText('1 gravação tem linhas possíveis')).toBeDefined();
  expect(screen.getByText('2 linhas sem gravação')).toBeDefined();
  expect(screen.getByText('R$ 1,49, ao confirmar')).toBeDefined();
  expect(screen.getByText('ficam 9 créditos')).toBeDefined();
});

it('gives a recording that could be of several rows the one that is pressed', async () => {
  const server = serve({});
  open(`/auditoria/${ID}?aba=gravacoes`);
  const candidates = within(await screen.findByRole('list', { name: 'Linhas possíveis de grav5.mp3' }));
  fireEvent.click(candidates.getByRole('button', { name: 'Linha 3 · Maria José' }));
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith('“grav5.mp3” é da linha 3.'));
  expect(changes(server)).toEqual([{ method: 'PATCH', path: `/gravacoes/${id(5)}`, body: { linha: 3 } }]);
});

it('takes a recording that is dragged onto a row, by its handle or by the picker of the row', async () => {
  const server = serve({});
  open();
  const aside = await screen.findByRole('complementary', { name: 'Gravações sem linha', hidden: true });
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  fireEvent.dragStart(within(aside).getByText('grav5.mp3').closest('li') as HTMLElement, { dataTransfer });
  const row = screen.getByText('Linha 2 · Maria').closest('li') as HTMLElement;
  fireEvent.dragOver(row, { dataTransfer });
  fireEvent.drop(row, { dataTransfer });
  await waitFor(() =>
    expect(changes(server)).toEqual([{ method: 'PATCH', path: `/gravacoes/${id(5)}`, body: { linha: 2 } }]),
  );
});

it('leaves a row out, and undoes a pair', async () => {
  const server = serve({});
  open();
  fireEvent.click(await screen.findByRole('switch', { name: 'Não auditar a Linha 2 · Maria' }));
  await waitFor(() => expect(changes(server)).toHaveLength(1));
  const undo = screen.getByRole('button', { name: 'Desfazer o par da Linha 1 · João' });
  await waitFor(() => expect(undo).toHaveProperty('disabled', false));
  fireEvent.click(undo);
  await waitFor(() => expect(changes(server)).toHaveLength(2));
  expect(changes(server).map(({ path, body }) => [path, body])).toEqual([
    ['/linhas/2', { nao_auditar: true }],
    [`/gravacoes/${id(6)}`, { linha: null }],
  ]);
});

it('asks of which row the main audio is, or whether it is only for reference', async () => {
  const server = serve({});
  open();
  await screen.findByText('De qual linha é o áudio principal?');
  fireEvent.click(screen.getByRole('button', { name: 'Ouvir o áudio principal' }));
  await waitFor(() =>
    expect(server.asked.some(({ path }) => path === `/gravacoes/${id(4)}/audio-url`)).toBe(true),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Só referência (não cobrada)' }));
  await waitFor(() =>
    expect(changes(server).filter(({ method }) => method === 'PATCH')).toEqual([
      { method: 'PATCH', path: `/gravacoes/${id(4)}`, body: { nao_auditar: true } },
    ]),
  );
});

it('offers the rows that have no recording first, and any of them once a word is typed', async () => {
  const server = serve({});
  open();
  await screen.findByText('De qual linha é o áudio principal?');
  fireEvent.click(screen.getAllByRole('button', { name: /^De qual linha é .*\?$/ })[0] as HTMLElement);
  const rowsAsked = () => server.asked.filter(({ path }) => path === '/linhas').map(({ query }) => query);
  await waitFor(() => expect(rowsAsked().at(-1)).toMatchObject({ limit: '20', situacao: 'sem_gravacao' }));
  fireEvent.change(await screen.findByPlaceholderText('Nome, identificador, telefone…'), {
    target: { value: 'Maria' },
  });
  await waitFor(() => expect(rowsAsked().at(-1)).toEqual({ limit: '20', q: 'Maria' }));
});

it('saves what columns are all at once, with the version that was looked at', async () => {
  const server = serve({});
  open(`/auditoria/${ID}?aba=colunas`);
  const columns = within(await screen.findByRole('list', { name: 'Colunas da planilha' }));
  expect(columns.getByText('Linha 3: “quarenta e pouco” não é um número.')).toBeDefined();
  fireEvent.click(columns.getByRole('button', { name: /^Pergunta da coluna Idade/ }));
  fireEvent.click(await screen.findByRole('option', { name: /P2 Qual o seu bairro/ }));
  expect(columns.getByText('alterada')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar colunas' }));
  await waitFor(() => expect(changes(server)).toHaveLength(1));
  expect(changes(server)[0]).toEqual({
    method: 'PUT',
    path: '/colunas',
    body: { versao: 4, colunas: [{ n: 0, papel: 'pergunta', pergunta: 1, opcao: null }] },
  });
});

it('keeps changed columns over other tabs, and confirms nothing while they are not saved', async () => {
  serve({});
  open(`/auditoria/${ID}?aba=colunas`);
  const columns = within(await screen.findByRole('list', { name: 'Colunas da planilha' }));
  fireEvent.click(columns.getByRole('button', { name: /^Pergunta da coluna Idade/ }));
  fireEvent.click(await screen.findByRole('option', { name: /P2 Qual o seu bairro/ }));
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull();
  fireEvent.mouseDown(screen.getByRole('tab', { name: /^Perguntas/ }));
  await screen.findByRole('list', { name: 'Perguntas reconhecidas' });
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ver colunas' }));
  await screen.findByText('alterada');
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(await screen.findByRole('button', { name: 'Confirmar' })).toBeDefined();
});

it('confirms once what was seen, and promises an e-mail only where one is sent', async () => {
  const server = serve({}, ({ path }) =>
    path === '/operador' ? Response.json({ success: true, data: { enviaEmail: false } }) : null,
  );
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar a auditoria?' }));
  expect(dialog.getByText(/3 entrevistas são criadas/)).toBeDefined();
  expect(dialog.getByText(/2 gravações sem linha ficam de fora/)).toBeDefined();
  fireEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.getByText(/1 entrevista é criada/)).toBeDefined();
  server.preparo = { ...server.preparo, estado: 'criando' };
  const button = dialog.getByRole('button', { name: 'Confirmar por 1 crédito' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('Criando a auditoria', { selector: 'h2' });
  expect(changes(server)).toEqual([
    {
      method: 'POST',
      path: '/confirmar',
      body: { versao: 4, creditos: 1, avisos: 0, incluir_linhas_sem_gravacao: false },
    },
  ]);
  expect(toast.success).toHaveBeenCalledWith('Auditoria enviada com sucesso!', {
    description: 'Sua auditoria foi enviada.',
  });
});

it('asks again with the new figures where somebody corrected something meanwhile', async () => {
  const server = serve({}, ({ path }) =>
    path === '/confirmar'
      ? Response.json(
          { success: false, code: 'conflito', message: 'Esta auditoria mudou. Confira e confirme de novo.' },
          { status: 409 },
        )
      : null,
  );
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  const dialog = within(await screen.findByRole('dialog'));
  server.preparo = {
    ...server.preparo,
    versao: 5,
    resumo: { ...resumo, a_auditar: 2, creditos: 2, centavos: 298 },
  };
  fireEvent.click(dialog.getByRole('button', { name: 'Confirmar por 1 crédito' }));
  await dialog.findByText(/mudou\. Confira e confirme de novo\. Os números acima foram atualizados/);
  fireEvent.click(await dialog.findByRole('button', { name: 'Confirmar por 2 créditos' }));
  await waitFor(() => expect(changes(server)).toHaveLength(2));
  expect(changes(server)[1]?.body).toMatchObject({ versao: 5, creditos: 2 });
});

it('says so where somebody corrects it under the open confirmation', async () => {
  const server = serve({});
  const client = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  const dialog = within(await screen.findByRole('dialog'));
  server.preparo = { ...server.preparo, versao: 5, resumo: { ...resumo, a_auditar: 2, creditos: 2 } };
  await act(() => client.invalidateQueries());
  await dialog.findByText(/Outra pessoa acaba de corrigir esta auditoria/);
  expect(changes(server)).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Confirmar por 2 créditos' }));
  await waitFor(() => expect(changes(server)[0]?.body).toMatchObject({ versao: 5, creditos: 2 }));
});

it('tells what became of the recordings, and does not call it done where none could be audited', async () => {
  const andamento = { concluidas: 0, falhas: 3, em_andamento: 0, a_espera: 1 };
  const server = serve({ estado: 'concluido', andamento, resumo: null });
  const client = open();
  await screen.findByText('A auditoria terminou sem resultados');
  await screen.findByText('3 falharam (os créditos voltam), 1 aguardando.');
  server.preparo = { ...server.preparo, andamento: { ...andamento, concluidas: 2 } };
  await act(() => client.invalidateQueries());
  await screen.findByText('Auditoria concluída');
  await screen.findByText('2 gravações auditadas, 3 falharam (os créditos voltam), 1 aguardando.');
});

it('does not take what the balance does not hold', async () => {
  serve({ resumo: { ...resumo, creditos: 12, saldo: 10 } });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Faltam 2 créditos/)).toBeDefined();
  expect(dialog.getByRole('button', { name: /^Confirmar por/ })).toHaveProperty('disabled', true);
});

it('says at the file at fault why it cannot be read, and takes another', async () => {
  const server = serve({
    estado: 'falhou',
    motivo: 'O PDF é uma imagem digitalizada, sem texto.',
    motivo_papel: 'perguntas',
    resumo: null,
  });
  open();
  await screen.findByText('Não foi possível ler: Perguntas');
  const file = new File(['1. Idade?'], 'novo.txt');
  const row = screen.getByRole('button', { name: 'Trocar arquivo: Perguntas' }).closest('li') as HTMLElement;
  expect(within(row).getByRole('alert').textContent).toBe('O PDF é uma imagem digitalizada, sem texto.');
  fireEvent.change(within(row).getByTestId('escolher-perguntas'), { target: { files: [file] } });
  await waitFor(() =>
    expect(changes(server)[0]).toEqual({
      method: 'PUT',
      path: '/arquivos/perguntas',
      body: { nome: 'novo.txt', tamanho: 9 },
    }),
  );
});

it('asks for the same file again where an upload was cut, and knows another one', async () => {
  const cut = { ...arquivo('zip_audios', 'a.zip'), recebido: 400, completo: false, lido: false };
  const server = serve({ estado: 'enviando', resumo: null, arquivos: [...base.arquivos.slice(0, 3), cut] });
  open();
  const row = (
    await screen.findByRole('button', { name: 'Selecionar o arquivo: Áudios compactados' })
  ).closest('li') as HTMLElement;
  expect(within(row).getByText(/Recebido: .* \(40%\)/)).toBeDefined();
  const [same] = within(row).getAllByTestId('escolher-zip_audios');
  fireEvent.change(same as HTMLElement, { target: { files: [new File(['curto'], 'outro.zip')] } });
  expect((await within(row).findByRole('alert')).textContent).toMatch(/^Este não é o mesmo arquivo\./);
  expect(changes(server)).toEqual([]);
});

it('asks before another file of the same name takes the place of one of which nothing has come', async () => {
  const none = { ...arquivo('zip_audios', 'a.zip'), recebido: 0, completo: false, lido: false };
  const server = serve({ estado: 'enviando', resumo: null, arquivos: [...base.arquivos.slice(0, 3), none] });
  open();
  await screen.findByRole('button', { name: 'Selecionar o arquivo: Áudios compactados' });
  fireEvent.change(screen.getByTestId('escolher-zip_audios'), {
    target: { files: [new File(['outro conteúdo'], 'a.zip')] },
  });
  const asking = within(await screen.findByRole('alertdialog'));
  expect(asking.getByText(/^Outro arquivo “a.zip”/)).toBeDefined();
  fireEvent.click(asking.getByRole('button', { name: 'Cancelar' }));
  expect(changes(server)).toEqual([]);
});

it('takes any file in the place of one of which nothing has come', async () => {
  const none = { ...arquivo('zip_audios', 'a.zip'), recebido: 0, completo: false, lido: false };
  const server = serve({ estado: 'enviando', resumo: null, arquivos: [...base.arquivos.slice(0, 3), none] });
  open();
  const row = (
    await screen.findByRole('button', { name: 'Selecionar o arquivo: Áudios compactados' })
  ).closest('li') as HTMLElement;
  expect(within(row).queryByRole('button', { name: /^Trocar arquivo/ })).toBeNull();
  fireEvent.change(within(row).getByTestId('escolher-zip_audios'), {
    target: { files: [new File(['outro'], 'outro.zip')] },
  });
  await waitFor(() => expect(changes(server)[0]?.body).toEqual({ nome: 'outro.zip', tamanho: 5 }));
  expect(within(row).queryByText(/Este não é o mesmo arquivo/)).toBeNull();
});

it('cancels after saying what that means', async () => {
  const server = serve({});
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar auditoria' }));
  const asking = within(await screen.findByRole('alertdialog'));
  expect(asking.getByText(/são apagados. Nada foi cobrado/)).toBeDefined();
  server.preparo = { ...server.preparo, estado: 'cancelado', resumo: null };
  fireEvent.click(asking.getByRole('button', { name: 'Cancelar auditoria' }));
  await screen.findByText('Auditoria cancelada', { selector: 'h2' });
});

it('shows a correction of somebody else, and the way to the results once it is audited', async () => {
  const server = serve({});
  open();
  await screen.findByText('1 gravação tem linhas possíveis');
  server.preparo = {
    ...server.preparo,
    estado: 'auditando',
    resumo: null,
    pesquisa_id: id(7),
    auditoria_id: id(8),
  };
  window.dispatchEvent(new Event('visibilitychange'));
  const link = await screen.findByRole('link', { name: 'Ver resultados da pesquisa' });
  expect(link.getAttribute('href')).toBe(`/dashboard/pesquisas/${id(7)}?aba=resultados`);
});

const alerta = (fields: Partial<Detalhe['alertas'][number]>): Detalhe['alertas'][number] => ({
  ...{ tipo: 'texto_continua', gravidade: 'aviso', pergunta: 1, codigo: 'P2', coluna: null },
  ...{ texto: 'O texto de P2 continua depois do “?”: “Sim Não”.', celulas: [] },
  ...fields,
});
const PERDIDA = alerta({
  ...{ tipo: 'coluna_sem_pergunta', gravidade: 'impede', pergunta: null, codigo: null, coluna: 1 },
  texto: 'A coluna “Onde mora” tem respostas e não corresponde a nenhuma pergunta do questionário.',
  celulas: [{ linha: 12, texto: 'bom dia' }],
});

it('says what was misread with its cells, leads to it, and does not let it be confirmed', async () => {
  const server = serve({ alertas: [PERDIDA, alerta({})] });
  open();
  await screen.findByText('1 problema impede a confirmação, 1 aviso para conferir');
  expect(screen.getByRole('button', { name: 'Confirmar' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'P2: 1 ponto' }));
  const warning = within(await screen.findByRole('list', { name: 'Avisos de P2' }));
  warning.getByText('O texto de P2 continua depois do “?”: “Sim Não”.');
  fireEvent.click(screen.getByRole('button', { name: 'Coluna Onde mora: 1 ponto, impede a confirmação' }));
  const lost = within(await screen.findByRole('list', { name: 'Avisos da coluna Onde mora' }));
  lost.getByText('linha 12: “bom dia”');
  // The reading of the files left the column out. This press makes that a person's decision, and the page sends it.
  fireEvent.click(screen.getByRole('button', { name: 'Deixar fora da auditoria' }));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar colunas' }));
  await waitFor(() =>
    expect(changes(server)).toEqual([
      {
        method: 'PUT',
        path: '/colunas',
        body: { versao: 4, colunas: [{ n: 1, papel: 'ignorar', pergunta: null, opcao: null }] },
      },
    ]),
  );
});

it('is confirmed only by whoever says that the warnings were seen, and how many', async () => {
  const server = serve({ alertas: [alerta({})] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Confirmar por 1 crédito' });
  expect(confirm).toHaveProperty('disabled', true);
  fireEvent.click(
    dialog.getByRole('checkbox', { name: 'Conferi este aviso e quero confirmar assim mesmo.' }),
  );
  fireEvent.click(confirm);
  await waitFor(() => expect(changes(server)[0]?.body).toMatchObject({ versao: 4, creditos: 1, avisos: 1 }));
});

interface Sent {
  versao: number;
  apresentacao: string;
  perguntas: { de: number | null; codigo: string; texto: string }[];
}

it('asks before another file of questions takes the corrections with it', async () => {
  const server = serve({ questionario: { ...base.questionario!, corrigido: true } });
  open(`/auditoria/${ID}?aba=arquivos`);
  const file = new File(['1. Oi?'], 'outro.txt', { type: 'text/plain' });
  fireEvent.change(await screen.findByTestId('escolher-perguntas'), { target: { files: [file] } });
  await screen.findByText(/As correções feitas nas perguntas serão perdidas\./);
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(changes(server)).toEqual([]);
});

it('questions are corrected, added and moved as a draft, and saved all at once', async () => {
  const server = serve({});
  open(`/auditoria/${ID}?aba=perguntas`);
  fireEvent.click(await screen.findByRole('button', { name: 'Corrigir P2' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /^Texto da Pergunta/ }), {
    target: { value: 'Em que bairro mora?' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Atualizar Pergunta' }));
  await screen.findByText('alterada, não salva');
  fireEvent.click(screen.getByRole('button', { name: 'Subir P2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar pergunta depois de P1' }));
  const adding = within(await screen.findByRole('dialog'));
  // The new question gets the code P3, because P2 is taken.
  expect(adding.getByRole('textbox', { name: /^Código/ })).toHaveProperty('value', 'P3');
  const words = adding.getByRole('textbox', { name: /^Texto da Pergunta/ });
  expect(document.activeElement).toBe(words);
  fireEvent.change(words, { target: { value: 'O que falta?' } });
  fireEvent.click(adding.getByRole('button', { name: 'Adicionar Pergunta' }));
  // After adding, the dialog is empty again for the next question.
  await adding.findByText('P3 adicionada. Escreva a próxima, ou feche.');
  expect(adding.getByRole('textbox', { name: /^Código/ })).toHaveProperty('value', 'P4');
  expect(document.activeElement).toBe(adding.getByRole('textbox', { name: /^Texto da Pergunta/ }));
  fireEvent.click(adding.getAllByRole('button', { name: 'Fechar' }).at(-1) as HTMLElement);
  fireEvent.change(screen.getByRole('textbox', { name: 'Apresentação (consentimento)', hidden: true }), {
    target: { value: 'Bom dia.' },
  });
  // Unsaved changes hide the button 'Confirmar'. Saving sends the version of the preparation that the person saw.
  expect(screen.queryByRole('button', { name: 'Confirmar', hidden: true })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar perguntas', hidden: true }));
  await waitFor(() => expect(changes(server)).toHaveLength(1));
  const { path, body } = changes(server)[0] as { path: string; body: Sent };
  expect([path, body.versao, body.apresentacao]).toEqual(['/perguntas', 4, 'Bom dia.']);
  expect(body.perguntas.map((one) => [one.de, one.codigo, one.texto])).toEqual([
    [1, 'P2', 'Em que bairro mora?'],
    [0, 'P1', 'Qual a sua idade?'],
    [null, 'P3', 'O que falta?'],
  ]);
});

it('where no question was recognised, offers to write one and to see the document', async () => {
  serve({ questionario: { ...base.questionario!, perguntas: [] } });
  open(`/auditoria/${ID}?aba=perguntas`);
  await screen.findByText('Nenhuma pergunta reconhecida');
  screen.getByRole('button', { name: 'Ver o documento' });
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar pergunta' }));
  const adding = within(await screen.findByRole('dialog'));
  expect(adding.getByRole('textbox', { name: /^Código/ })).toHaveProperty('value', 'P1');
});

it('keeps a draft over somebody else’s correction, and asks whose questions stand', async () => {
  const server = serve({});
  const client = open(`/auditoria/${ID}?aba=perguntas`);
  fireEvent.click(await screen.findByRole('button', { name: 'Remover P1' }));
  const perguntas = server.preparo.questionario?.perguntas ?? [];
  server.preparo = {
    ...server.preparo,
    versao: 5,
    questionario: { ...server.preparo.questionario!, perguntas: [perguntas[1]!] },
  };
  await act(() => client.refetchQueries());
  await screen.findByText(/Outra pessoa corrigiu as perguntas durante a sua edição/);
  expect(screen.getByRole('button', { name: 'Salvar perguntas' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Descartar minhas alterações' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar perguntas' })).toBeNull());
});
