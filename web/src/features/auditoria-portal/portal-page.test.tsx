import { PAPEIS_ARQUIVO, type PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import { session } from '../../lib/network/session.ts';
import PortalPage from './portal-page.tsx';

const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;
const PROJETO = '019a0000-0000-7000-8000-000000000001';
const PREPARO = '019a0000-0000-7000-8000-0000000000aa';
const page = { page: 1, limit: 10, total: 0, totalPages: 0, totalExato: true };
const FILES: Record<PapelArquivo, File> = {
  audio: new File(['som'], 'principal.mp3', { type: 'audio/mpeg' }),
  perguntas: new File(['1. Nome?'], 'questionario.docx'),
  planilha_respostas: new File(['a;b'], 'respostas.csv'),
  zip_audios: new File(['PK'], 'audios.zip'),
};
const projeto = (id: string, tipo: string, isActive = true) => ({
  id,
  nome: `Projeto ${id.at(-1)}`,
  tipo_projeto: tipo,
  isActive,
  exemplo: false,
});

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

/** A fake server for the form. It records the requests and answers the creation with `create`. */
function serve(options: { projetos?: object[]; create?: (asked: Asked) => Response } = {}) {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://escuta.test');
    const path = pathname.replace('/api/v1', '');
    const one = {
      method: init.method ?? 'GET',
      path,
      body: init.body ? JSON.parse(String(init.body)) : null,
    };
    asked.push(one);
    const projetos = options.projetos ?? [projeto(PROJETO, 'pesquisa')];
    if (path === '/projetos') {
      const tipo = searchParams.get('tipo');
      return Response.json({
        success: true,
        data: projetos.filter((each) => (each as { tipo_projeto: string }).tipo_projeto === tipo),
        pagination: page,
      });
    }
    if (path === `/projetos/${PROJETO}`)
      return Response.json({ success: true, data: projeto(PROJETO, 'pesquisa') });
    if (path === '/auditorias/preparos' && one.method === 'POST')
      return options.create?.(one) ?? created(one);
    if (path === '/auditorias/preparos') return Response.json({ success: true, data: [], pagination: page });
    if (path === '/envios') {
      return Response.json(
        { success: true, data: { estado: 'concluido', recebidas: 1, faltam: [] } },
        { status: 201 },
      );
    }
    return Response.json({ success: true, data: { estado: 'enviando', arquivos: [{ completo: false }] } });
  });
  return asked;
}

const created = ({ body }: Asked) =>
  Response.json(
    {
      success: true,
      data: {
        id: PREPARO,
        // An upload gets its id only with its first part.
        arquivos: (body as { arquivos: { papel: string }[] }).arquivos.map(({ papel }) => ({
          papel,
          envio_id: null,
          completo: false,
        })),
      },
    },
    { status: 201 },
  );

function open(user: { empresa_id?: string } = { empresa_id: 'e' }, projeto = PROJETO): void {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario', ...user } });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const router = createMemoryRouter(
    [
      { path: '/auditoria', element: <PortalPage /> },
      { path: '/auditoria/:preparoId', element: <p>Andamento</p> },
    ],
    { initialEntries: [`/auditoria?projeto=${projeto}`] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.spyOn(toast, 'error');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.end('outra-aba');
  session.acknowledgeEnd();
});

const pick = (papel: PapelArquivo, file = FILES[papel]) =>
  fireEvent.change(screen.getByTestId(`arquivo-${papel}`), { target: { files: [file] } });
const submit = () => screen.getByRole('button', { name: /^Envia/ });
const posts = (asked: Asked[]) =>
  asked.filter((one) => one.method === 'POST' && one.path === '/auditorias/preparos');

it('sends nothing without all four files, and says so in the words of the specification', async () => {
  const asked = serve();
  open();
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  for (const papel of PAPEIS_ARQUIVO.slice(1)) pick(papel);
  fireEvent.click(submit());
  await waitFor(() =>
    expect(toast.error).toHaveBeenCalledWith('Arquivos obrigatórios', {
      description: 'Por favor, anexe todos os quatro arquivos obrigatórios.',
    }),
  );
  expect(posts(asked)).toEqual([]);
  expect(screen.getByText('questionario.docx')).toBeDefined();
  // The toast goes away; the message at the field stays until the file is there.
  expect(screen.getAllByText('Anexe este arquivo.')).toHaveLength(1);
  const settled = vi.spyOn(toast, 'settled');
  pick('audio');
  expect(screen.queryByText('Anexe este arquivo.')).toBeNull();
  expect(settled).toHaveBeenCalledWith('Arquivos obrigatórios');
});

it('marks all that is missing at once: the project and each file', async () => {
  const asked = serve();
  open(undefined, '');
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  pick('perguntas');
  fireEvent.click(submit());
  await screen.findByText('Selecione um projeto.');
  expect(screen.getAllByText('Anexe este arquivo.')).toHaveLength(PAPEIS_ARQUIVO.length - 1);
  expect(posts(asked)).toEqual([]);
});

it('has the focus where another file is chosen once one was removed', async () => {
  serve();
  open();
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  pick('perguntas');
  const perguntas = within(screen.getByRole('group', { name: /^Perguntas/ }));
  fireEvent.click(perguntas.getByRole('button', { name: 'Remover o arquivo' }));
  expect(document.activeElement).toBe(perguntas.getByRole('button', { name: /^Arraste o questionário/ }));
});

it('refuses a file of another kind at its field, by its name', async () => {
  serve();
  open();
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  pick('planilha_respostas', new File(['x'], 'foto.png'));
  expect(screen.getByRole('alert').textContent).toBe(
    '“foto.png” não é aceito aqui: envie .xlsx, .xls ou .csv.',
  );
});

it('announces the four files once, sends them and goes to their page', async () => {
  const asked = serve();
  open();
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  for (const papel of PAPEIS_ARQUIVO) pick(papel);
  fireEvent.change(screen.getByLabelText('Observações'), { target: { value: ' Segunda onda ' } });
  fireEvent.click(submit());
  fireEvent.click(submit());
  await screen.findByText('Andamento');
  const sent = posts(asked);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    projeto_id: PROJETO,
    observacoes: 'Segunda onda',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    arquivos: PAPEIS_ARQUIVO.map((papel) => ({ papel, nome: FILES[papel].name, tamanho: FILES[papel].size })),
  });
  await waitFor(() =>
    expect(
      asked.filter(({ path }) => path === '/envios').map(({ body }) => (body as { papel: string }).papel),
    ).toEqual([...PAPEIS_ARQUIVO]),
  );
});

it('keeps what was chosen after a failure, and tries again as the same wish', async () => {
  let answer: (asked: Asked) => Response = () => Response.error();
  const asked = serve({ create: (one) => answer(one) });
  open();
  await screen.findByRole('form', { name: 'Enviar auditoria' });
  for (const papel of PAPEIS_ARQUIVO) pick(papel);
  answer = () => new Response('<html>', { status: 502 });
  fireEvent.click(submit());
  await waitFor(() =>
    expect(toast.error).toHaveBeenCalledWith('Erro no envio', {
      description: 'Ocorreu um erro ao enviar sua auditoria. Tente novamente.',
    }),
  );
  expect(screen.getByText('audios.zip')).toBeDefined();
  answer = () =>
    Response.json({ success: false, code: 'regra_violada', message: 'Projeto inativo.' }, { status: 422 });
  await waitFor(() => expect(submit()).toHaveProperty('disabled', false));
  fireEvent.click(submit());
  await waitFor(() =>
    expect(toast.error).toHaveBeenCalledWith('Erro no envio', { description: 'Projeto inativo.' }),
  );
  const ids = () => posts(asked).map(({ body }) => (body as { id: string }).id);
  const [first, second] = ids();
  expect(second).toBe(first);
  // After a refusal the next press sends a request with a new key.
  answer = created;
  await waitFor(() => expect(submit()).toHaveProperty('disabled', false));
  fireEvent.click(submit());
  await screen.findByText('Andamento');
  expect(ids()[2]).toMatch(/^[\da-f-]{36}$/);
  expect(ids()[2]).not.toBe(first);
});

it('says how to get a project where none is active', async () => {
  serve({ projetos: [projeto(PROJETO, 'pesquisa', false), projeto(PREPARO, 'call_center')] });
  open();
  await screen.findByText('Nenhum projeto para a auditoria');
  expect(screen.queryByRole('form')).toBeNull();
});

it('asks to reload where user or company is not known', async () => {
  serve();
  open({});
  await screen.findByText('Erro: Usuário ou empresa não encontrados. Por favor, recarregue a página.');
});
