// A document shown beside the questions read from it, and a model's reading of the lines left without a question.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DocumentoWire } from '@escuta/shared/contracts/surveys/documentos';
import type { LeituraIa } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import type {
  LinhaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { patchProcessingConfig } from '@escuta/shared/services/runs/processing-config';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import type { PedidoTexto } from '../../worker/src/engine/ai-client.ts';
import { makeSurvey } from '../../worker/src/portal/survey.ts';
import { lerQuestionario } from '../../worker/src/tasks/kinds/intake/ler-questionario.ts';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import type { TasksOptions } from '../../worker/src/tasks/tasks.ts';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let tasks: Loop | null = null;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  other = await createTenant(test.deps);
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
});
afterEach(async () => {
  await tasks?.stop(10_000);
  tasks = null;
});
afterAll(() => test.close());

const call = (method: Method, path: string, payload?: object, token = mine.tokens.gerente) =>
  test.app.inject({ method, url: `/api/v1${path}`, headers: bearer(token), ...(payload ? { payload } : {}) });
const linha = (texto: string, uso: LinhaLida['uso'], pergunta: number | null = null): LinhaLida => ({
  texto,
  uso,
  pergunta,
  lugar: null,
});
const LINHAS: LinhaLida[] = [
  linha('Pesquisa de bairro', 'usada'),
  linha('1. Mora aqui?', 'usada', 0),
  linha('1 Sim', 'usada', 0),
  linha('2 Não', 'duvidosa', 0),
  linha('99 NS/NR', 'deixada'),
  linha('Há quanto tempo mora no bairro?', 'deixada'),
];
const LIDO: QuestionarioLido = {
  titulo: 'Bairro',
  apresentacao: null,
  sobras: [],
  linhas: LINHAS,
  perguntas: [
    {
      codigo: 'P1',
      texto: 'Mora aqui?',
      tipo: 'escolha',
      obrigatoria: true,
      ler_opcoes: true,
      instrucao: null,
      minimo: null,
      maximo: null,
      unidade: null,
      opcoes: [
        { texto: 'Sim', valor: 1, especial: null },
        { texto: 'Não', valor: 2, especial: null },
      ],
      mostrar_se: null,
      avisos: [],
    },
  ],
};
const ANSWER: LeituraIa = {
  perguntas: [
    {
      linhas: [5],
      codigo: '',
      texto: 'há quanto tempo mora no bairro',
      tipo: 'texto',
      opcoes: [],
      instrucao: '',
    },
    { linhas: [5], codigo: '', texto: 'Qual é o seu bairro?', tipo: 'texto', opcoes: [], instrucao: '' },
  ],
  acrescimos: [{ linhas: [4], pergunta: 'P1', opcoes: [{ texto: 'NS/NR', codigo: '99' }], instrucao: '' }],
};

type CostRow = { item_id: string | null; etapa: string; usd: number };

/** Creates a preparation that waits for a person, and stores its document's bytes. @returns the preparation's id */
async function prepared(lido: QuestionarioLido = LIDO, estado = 'pronto'): Promise<string> {
  const id = randomUUID();
  const { empresaId } = projeto;
  const chave = `${empresaId}/preparos/${id}/${randomUUID()}`;
  await test.deps.store.put(chave, Readable.from([Buffer.from('Pesquisa de bairro')]), {
    contentType: 'text/plain',
  });
  await test.deps.prisma.auditoriaPreparo.create({
    data: {
      ...{ id, empresaId, projetoId: projeto.id, estado, colunas: [] },
      questionario: lido as object,
      expiraEm: new Date(Date.now() + 86_400_000),
      arquivos: {
        create: { papel: 'perguntas', empresaId, nome: 'bairro.txt', tamanho: 18n, chaveObjeto: chave },
      },
    },
  });
  return id;
}

/** Runs tasks with a fake model's answer. @returns the model's requests */
function withModel(
  answer: (n: number) => string | Error,
  options: Partial<TasksOptions> = {},
  meanwhile: () => Promise<unknown> = async () => undefined,
): PedidoTexto[] {
  const asked: PedidoTexto[] = [];
  const chat = async (request: PedidoTexto) => {
    asked.push(request);
    await meanwhile();
    const texto = answer(asked.length);
    if (texto instanceof Error) throw texto;
    const uso = { tokensEntrada: 1000, tokensSaida: 100 };
    return { texto, cortada: false, parametrosOmitidos: [], uso, latenciaMs: 5 };
  };
  const modelo = { rotulo: 'gpt-3.5-turbo', provedor: 'openai' as const, modelo: 'm', observacao: null };
  const price = {
    provedor: 'openai',
    modelo: 'm',
    precoUsd: '0.00001',
    vigenteDe: new Date(0),
    vigenteAte: null,
  };
  tasks = startTasks(test.deps, {
    ia: {
      of: () => ({ chat, transcribe: () => Promise.reject(new Error('nothing to hear')) }),
      catalog: {
        resolve: async () => ({ ok: true, modelo }),
        prices: async () => [{ ...price, unidade: 'token_entrada' }],
      } as unknown as TasksOptions['ia']['catalog'],
      demonstracao: false,
      onPaid: () => undefined,
    },
    ...options,
  });
  return asked;
}
const beside = async (path: string): Promise<DocumentoWire> => (await call('GET', path)).json().data;

it('shows the lines and the bytes of a preparation to its company alone, and says in the log who took them', async () => {
  const id = await prepared();
  const path = `/auditorias/preparos/${id}/documento`;
  const shown = await beside(path);
  expect(shown).toMatchObject({ nome: 'bairro.txt', tipo: 'texto', guardado: true, linhas: LINHAS });
  expect(shown.ia).toMatchObject({ situacao: 'pode', paginas: 1, lidas: 0 });
  // The preparation's own answer, which pages request every few seconds, omits the lines.
  const detail = (await call('GET', `/auditorias/preparos/${id}`)).json().data;
  expect(detail.questionario.linhas).toBeUndefined();
  const bytes = await call('GET', `${path}/arquivo`);
  expect([bytes.statusCode, bytes.body]).toEqual([200, 'Pesquisa de bairro']);
  const { rows } = await test.deps.db.query(`select tipo, alvo_tipo from acessos where alvo_id = $1::uuid`, [
    id,
  ]);
  expect(rows).toEqual([{ tipo: 'download', alvo_tipo: 'documento_questionario' }]);
  for (const end of ['', '/arquivo']) {
    expect((await call('GET', `${path}${end}`, undefined, other.tokens.gerente)).statusCode).toBe(404);
  }
  const key = await createApiKey(test.deps, mine.empresa);
  const byKey = await test.app.inject({
    method: 'POST',
    url: `/api/v1${path}/ia`,
    headers: { 'x-api-key': key },
  });
  expect(byKey.statusCode).toBe(403);
  const old = await prepared({ ...LIDO, linhas: undefined });
  expect((await beside(`/auditorias/preparos/${old}/documento`)).linhas).toBeNull();
  expect((await call('POST', `/auditorias/preparos/${old}/documento/ia`)).json().message).toContain(
    'leia o documento de novo',
  );
});

it('a model reads what was left once, its words are held against the document, and a person takes or discards them', async () => {
  const id = await prepared();
  const path = `/auditorias/preparos/${id}/documento`;
  const asked = withModel(() => JSON.stringify(ANSWER));
  const first = await call('POST', `${path}/ia`);
  expect(first.statusCode, first.body).toBe(202);
  const tarefa = await endOfTask(test, mine.tokens.gerente, first.json().data.tarefaId);
  expect(tarefa).toMatchObject({
    status: 'concluida',
    alvo: { tipo: 'preparo', id },
    resultado: { paginas: 1, propostas: 2, recusadas: 1, ilegiveis: 0 },
  });
  expect(asked).toHaveLength(1);
  const prompt = asked[0]?.mensagens.map(({ texto }) => texto).join('\n');
  expect(prompt).toContain('[4] deixada: 99 NS/NR');
  expect(prompt).toContain('[3] usada: 2 Não');
  const shown = await beside(path);
  expect(
    shown.propostas.map(({ nova, pergunta, opcoes }) => [
      nova?.texto ?? pergunta,
      opcoes.map((one) => one.valor),
    ]),
  ).toEqual([
    ['Há quanto tempo mora no bairro?', []],
    [0, [99]],
  ]);
  expect(shown.ia).toMatchObject({ situacao: 'nada', lidas: 1, recusadas: 1 });
  expect((await call('POST', `${path}/ia`)).statusCode).toBe(422);
  const { rows } = await test.deps.db.query('select custos from leituras_ia where preparo_id = $1::uuid', [
    id,
  ]);
  expect(rows[0].custos).toEqual([
    { unidade: 'token_entrada', quantidade: 1000, usd: '0.01000000' },
    { unidade: 'token_saida', quantidade: 100, usd: '0.00000000' },
  ]);
  // The reading is listed among the company's costs, although it belongs to no call.
  const lines = (await call('GET', '/relatorios/custos/linhas?etapa=leitura')).json();
  expect(lines.message).toBeUndefined();
  const paid = lines.data.map(({ item_id, etapa, usd }: CostRow) => [item_id, etapa, usd]);
  expect(paid.sort((a: CostRow['usd'][], b: CostRow['usd'][]) => Number(a[2]) - Number(b[2]))).toEqual([
    [null, 'leitura', 0],
    [null, 'leitura', 0.01],
  ]);
  expect(lines.pagination.total).toBe(2);

  const proposta = shown.propostas[0]?.id;
  const discarded = await call('PUT', `${path}/propostas/${proposta}`, { descartada: true });
  expect(discarded.json().data.propostas).toHaveLength(1);
  await call('PUT', `${path}/propostas/${proposta}`, { descartada: false });
  expect((await call('PUT', `${path}/propostas/9.0`, { descartada: true })).statusCode).toBe(404);

  // A line that a person assigned to a question gets no proposal.
  const { versao, questionario } = (await call('GET', `/auditorias/preparos/${id}`)).json().data;
  const [{ avisos: _, ...p1 }] = questionario.perguntas;
  const p2 = {
    ...p1,
    de: null,
    codigo: 'P2',
    texto: 'Há quanto tempo mora no bairro?',
    tipo: 'texto',
    opcoes: [],
    linhas: [5],
  };
  const saved = await call('PUT', `/auditorias/preparos/${id}/perguntas`, {
    ...{ versao, apresentacao: null },
    perguntas: [p2, { ...p1, de: 0, texto: 'O senhor mora aqui?' }],
  });
  expect(saved.statusCode, saved.body).toBe(202);
  const after = await beside(path);
  expect(after.linhas?.map(({ uso, pergunta }) => [uso, pergunta])).toEqual([
    ['usada', null],
    ['usada', 1],
    ['usada', 1],
    ['usada', 1],
    ['deixada', null],
    ['usada', 0],
  ]);
  expect(after.propostas.map(({ pergunta }) => pergunta)).toEqual([1]);
});

it('an answer that cannot be used is paid for once, and a worker that dies before it is kept asks with the same key', async () => {
  const id = await prepared();
  const path = `/auditorias/preparos/${id}/documento`;
  const asked = withModel((n) => (n === 1 ? new Error('the worker dies') : 'não é JSON'), { backoffMs: 1 });
  const tarefa = await endOfTask(
    test,
    mine.tokens.gerente,
    (await call('POST', `${path}/ia`)).json().data.tarefaId,
  );
  expect(tarefa).toMatchObject({
    status: 'concluida',
    resultado: { paginas: 1, propostas: 0, ilegiveis: 1 },
  });
  expect(asked).toHaveLength(2);
  expect(asked[1]?.chaveIdempotente).toBe(asked[0]?.chaveIdempotente);
  expect((await beside(path)).ia).toMatchObject({ situacao: 'nada', ilegiveis: 1 });
  // No line is left to read, so the answer does not say that no model is configured.
  test.deps.env.IA_MODO_DEMONSTRACAO = true;
  expect((await beside(path)).ia).toMatchObject({ situacao: 'nada' });
  test.deps.env.IA_MODO_DEMONSTRACAO = false;
});

it('asks no model in demonstration mode, beyond a day’s pages, or where a project is at its monthly limit', async () => {
  const id = await prepared();
  const path = `/auditorias/preparos/${id}/documento`;
  const refused = async (): Promise<[number, string]> => {
    const answer = await call('POST', `${path}/ia`);
    return [answer.statusCode, answer.json().message];
  };
  test.deps.env.IA_MODO_DEMONSTRACAO = true;
  expect(await refused()).toEqual([422, expect.stringContaining('modo demonstração')]);
  expect((await beside(path)).ia).toMatchObject({ situacao: 'desligada' });
  test.deps.env.IA_MODO_DEMONSTRACAO = false;
  await test.deps.db.query(
    `insert into leituras_ia (id, empresa_id, projeto_id, documento_hash, pagina, provedor, modelo, custos, latencia_ms)
      select gen_random_uuid(), $1, $2, 'x', n, 'openai', 'm', '[]', 1 from generate_series(1, 300) n`,
    [projeto.empresaId, projeto.id],
  );
  expect(await refused()).toEqual([429, expect.stringContaining('300 páginas em 24 horas')]);
  // The first request takes the last page of the day's limit, even before a model has read that page.
  await test.deps.db.query(
    `delete from leituras_ia where id in (select id from leituras_ia where documento_hash = 'x'
       limit (select count(*) - 299 from leituras_ia where empresa_id = $1))`,
    [projeto.empresaId],
  );
  const last = await call('POST', `/auditorias/preparos/${await prepared()}/documento/ia`);
  expect(last.statusCode, last.body).toBe(202);
  expect(await refused()).toEqual([429, expect.stringContaining('Já pediu 300')]);
  await test.deps.db.query('delete from tarefas where id = $1', [last.json().data.tarefaId]);
  await test.deps.db.query(`delete from leituras_ia where documento_hash = 'x'`);
  await test.deps.db.query('update projetos set teto_creditos_mes = 0 where id = $1', [projeto.id]);
  await test.deps.db.query(
    `insert into projeto_consumo_mes (projeto_id, empresa_id, mes, creditos, itens)
      values ($1, $2, date_trunc('month', escuta_dia(now()))::date, 1, 1)`,
    [projeto.id, projeto.empresaId],
  );
  expect(await refused()).toEqual([422, expect.stringContaining('limite deste projeto')]);
  await test.deps.db.query('update projetos set teto_creditos_mes = null where id = $1', [projeto.id]);
});

it('asks before each page whether the company still pays for it, also of a task that somebody lets go on', async () => {
  const { empresaId } = projeto;
  const onPage = (pagina: number) => ({ pagina, x: 0, y: 0, largura: 10, altura: 10 });
  const id = await prepared({
    ...LIDO,
    linhas: [...LINHAS, ...LINHAS].map((one, place) => ({
      ...one,
      lugar: onPage(place < LINHAS.length ? 1 : 2),
    })),
  });
  const switched = (isActive: boolean) =>
    patchProcessingConfig(test.deps.db, { empresaId, projetoId: null }, { isActive });
  const asked = withModel(
    () => JSON.stringify(ANSWER),
    {},
    () => switched(false),
  );
  const { tarefaId } = (await call('POST', `/auditorias/preparos/${id}/documento/ia`)).json().data;
  const off = await endOfTask(test, mine.tokens.gerente, tarefaId);
  expect([off.status, off.resultado, off.erro]).toEqual([
    'erro',
    expect.objectContaining({ paginas: 1 }),
    expect.stringContaining('processamento está desativado'),
  ]);
  await switched(true);
  const goOn = () => call('POST', `/tarefas/${tarefaId}/continuar`);
  await test.deps.db.query(
    `insert into leituras_ia (id, empresa_id, projeto_id, documento_hash, pagina, provedor, modelo, custos, latencia_ms)
      select gen_random_uuid(), $1, $2, 'x', n, 'openai', 'm', '[]', 1 from generate_series(1, 300) n`,
    [empresaId, projeto.id],
  );
  const tooMany = await goOn();
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([
    429,
    expect.stringContaining('300 páginas em 24 horas'),
  ]);
  // The reading was requested in time, but other readings use up the day's limit before its turn.
  await test.deps.db.query(
    `update tarefas set status = 'pendente', proxima_em = now(), terminada_em = null where id = $1`,
    [tarefaId],
  );
  tasks?.wake();
  const late = await endOfTask(test, mine.tokens.gerente, tarefaId);
  expect(late.erro).toContain('300 páginas em 24 horas');
  await test.deps.db.query(`delete from leituras_ia where documento_hash = 'x'`);
  expect(asked).toHaveLength(1);
  expect((await goOn()).statusCode).toBe(202);
  expect(await endOfTask(test, mine.tokens.gerente, tarefaId)).toMatchObject({
    status: 'concluida',
    resultado: { paginas: 2 },
  });
  expect(asked).toHaveLength(2);
  await switched(true);
});

it('a survey that the portal made has its document as long as the audit keeps the file', async () => {
  const preparoId = await prepared();
  withModel(() => JSON.stringify(ANSWER));
  const asked = await call('POST', `/auditorias/preparos/${preparoId}/documento/ia`);
  await endOfTask(test, mine.tokens.gerente, asked.json().data.tarefaId);
  const preparo = await test.deps.prisma.auditoriaPreparo.findUniqueOrThrow({
    where: { id: preparoId },
    include: { arquivos: true },
  });
  const [arquivo] = preparo.arquivos;
  const pesquisaId = await test.deps.db.transaction((tx) =>
    makeSurvey(tx, {
      ...{
        id: preparoId,
        empresaId: projeto.empresaId,
        projetoId: projeto.id,
        autorId: null,
        observacoes: null,
      },
      ...{
        automatico: false,
        versao: 0,
        questionario: LIDO,
        colunas: [],
        linhasSemGravacao: true,
        titulo: null,
      },
      ...{ creditosConfirmados: 0, confirmadoPor: null, auditoriaId: null, pesquisaId: null },
      arquivos: [
        {
          ...{ papel: 'perguntas', nome: 'bairro.txt', tamanho: 18, envioId: null, sha256: null, lido: true },
          chaveObjeto: arquivo?.chaveObjeto ?? '',
        },
      ],
    }),
  );
  const [{ id }] = (await call('GET', `/questionarios/pesquisa/${pesquisaId}`)).json().data;
  const path = `/questionarios/${id}/documento`;
  const kept = await beside(path);
  // A reading paid before the survey existed is kept and not repeated.
  expect(kept.ia).toMatchObject({ situacao: 'nada', lidas: 1 });
  expect(kept.propostas).toHaveLength(2);
  expect(kept).toMatchObject({ nome: 'bairro.txt', guardado: true });
  expect(kept.linhas?.map(({ pergunta }) => pergunta)).toEqual([null, 0, 0, 0, null, null]);
  expect((await call('GET', `${path}/arquivo`)).body).toBe('Pesquisa de bairro');
  await test.deps.db.query(`delete from auditoria_arquivos where chave_objeto = $1`, [arquivo?.chaveObjeto]);
  expect(await beside(path)).toMatchObject({ guardado: false, linhas: kept.linhas });
  expect((await call('GET', `${path}/arquivo`)).json().message).toContain('não está mais disponível');
});

it('keeps what was paid for, though its preparation went while the model answered', async () => {
  const id = await prepared();
  const asked = withModel(
    () => JSON.stringify(ANSWER),
    {},
    () => test.deps.db.query('delete from auditoria_preparos where id = $1', [id]),
  );
  const tarefa = (await call('POST', `/auditorias/preparos/${id}/documento/ia`)).json().data.tarefaId;
  await endOfTask(test, mine.tokens.gerente, tarefa);
  expect(asked).toHaveLength(1);
  const { rows } = await test.deps.db.query(
    'select preparo_id, custos from leituras_ia order by created_at desc limit 1',
  );
  expect(rows[0]).toMatchObject({ preparo_id: null, custos: [{ quantidade: 1000 }, { quantidade: 100 }] });
});

it('two presses at once get one task', async () => {
  const id = await prepared();
  const answers = await Promise.all(
    [1, 2].map(() => call('POST', `/auditorias/preparos/${id}/documento/ia`)),
  );
  const ids = answers.map((one) => one.json().data.tarefaId);
  expect(ids[0]).toBe(ids[1]);
});

/** Creates a questionnaire without questions. @returns its id */
async function newQuestionario(): Promise<string> {
  const pesquisa = (await call('POST', '/pesquisas', { titulo: randomUUID(), projeto_id: projeto.id })).json()
    .data;
  return (await call('POST', '/questionarios', { nome: 'Bairro', pesquisa_id: pesquisa.id })).json().data.id;
}
/** Uploads a document and lets a worker read it. @returns the task's id */
async function readInto(questionarioId: string): Promise<string> {
  const line = '----escuta';
  const head = `--${line}\r\nContent-Disposition: form-data; name="file"; filename="Bairro 2026.txt"\r\n\r\n`;
  const sent = await test.app.inject({
    method: 'POST',
    url: `/api/v1/questionarios/${questionarioId}/ler-arquivo`,
    headers: {
      authorization: `Bearer ${mine.tokens.gerente}`,
      'content-type': `multipart/form-data; boundary=${line}`,
    },
    payload: `${head}1. Mora aqui?\r\n--${line}--\r\n`,
  });
  return (await endOfTask(test, mine.tokens.gerente, sent.json().data.tarefaId)).id;
}
const includable = ({ texto, tipo, opcoes }: QuestionarioLido['perguntas'][number], de: number) => ({
  ...{ de, texto_pergunta: texto, tipo, campo_texto: true, ler_opcoes: true },
  respostas_definidas: opcoes.map((one) => ({ texto_resposta: one.texto, valor: one.valor })),
});

it('keeps a document that was read beside its questionnaire once its questions are in, and no longer', async () => {
  const id = await newQuestionario();
  const path = `/questionarios/${id}/documento`;
  withModel(() => JSON.stringify(ANSWER), {
    kinds: { ...TASK_KINDS, ler_questionario: lerQuestionario(undefined, async () => LIDO) },
  });
  const leitura = await readInto(id);
  // The document was read but its questions were not included, so the questionnaire has no document yet.
  expect(await beside(path)).toBeNull();
  const include = (leitura: string) =>
    call('POST', `/questionarios/${id}/perguntas`, {
      leitura,
      perguntas: LIDO.perguntas.map((one) => includable(one, 0)),
    });
  const [pergunta] = (await include(leitura)).json().data;
  const kept = await beside(path);
  expect(kept).toMatchObject({ nome: 'Bairro 2026.txt', guardado: true, perguntas_ids: [pergunta.id] });
  expect(kept.linhas?.[1]).toMatchObject({ uso: 'usada', pergunta: 0 });
  expect((await call('GET', `${path}/arquivo`)).body).toBe('1. Mora aqui?');

  const asked = await call('POST', `${path}/ia`);
  await endOfTask(test, mine.tokens.gerente, asked.json().data.tarefaId);
  const { propostas } = await beside(path);
  expect(propostas).toHaveLength(2);
  const one = `${path}/propostas/${propostas[0]?.id}`;
  const discarded = await call('PUT', one, { descartada: true });
  expect(discarded.json().data.propostas).toHaveLength(1);
  await call('PUT', one, { descartada: false });
  const given = await call('PUT', `${path}/linhas`, { linhas: [4, 5], pergunta_id: pergunta.id });
  expect(given.json().data.linhas.map(({ uso }: LinhaLida) => uso)).not.toContain('deixada');
  expect(given.json().data.propostas).toEqual([]);
  expect((await call('PUT', `${path}/linhas`, { linhas: [99], pergunta_id: null })).statusCode).toBe(400);
  expect((await call('PUT', `${path}/linhas`, { linhas: [1], pergunta_id: randomUUID() })).statusCode).toBe(
    404,
  );
  expect((await call('GET', path, undefined, other.tokens.gerente)).statusCode).toBe(404);

  // The lines of a deleted question become unused; a second document replaces the first, whose object is deleted.
  await call('DELETE', `/perguntas/${pergunta.id}`);
  expect((await beside(path)).linhas?.[1]).toMatchObject({ uso: 'deixada', pergunta: null });
  await include(await readInto(id));
  // The second document has equal lines, so the model's reading is not paid again.
  expect((await beside(path)).ia).toMatchObject({ situacao: 'nada', lidas: 1 });
  const objects = await test.deps.db.query(
    `select count(*) filter (where apagar_em <= now())::int as due, count(*) filter (where apagar_em > now())::int
      as kept
      from objetos_pendentes where starts_with(chave, $1::text || '/leituras/')`,
    [mine.empresa.id],
  );
  expect(objects.rows).toEqual([{ due: 1, kept: 0 }]);
});

it('questions that a reading gives later get their own lines, and those included before keep theirs', async () => {
  const id = await newQuestionario();
  const path = `/questionarios/${id}/documento`;
  const [p1] = LIDO.perguntas as [QuestionarioLido['perguntas'][number]];
  const p2 = {
    ...p1,
    codigo: 'P2',
    texto: 'Há quanto tempo mora no bairro?',
    tipo: 'texto' as const,
    opcoes: [],
  };
  const lido = {
    ...LIDO,
    perguntas: [p1, p2],
    linhas: LINHAS.map((one, place) => (place === 5 ? linha(one.texto, 'usada', 1) : one)),
  };
  withModel(() => JSON.stringify(ANSWER), {
    kinds: { ...TASK_KINDS, ler_questionario: lerQuestionario(undefined, async () => lido) },
  });
  // Questions added by hand come before those of the document.
  await call('POST', `/questionarios/${id}/perguntas`, {
    perguntas: [{ ...includable(p1, 0), de: undefined }],
  });
  const leitura = await readInto(id);
  const include = async (...perguntas: object[]) =>
    (await call('POST', `/questionarios/${id}/perguntas`, { leitura, perguntas })).json().data;
  const linesOf = async () => (await beside(path)).linhas?.map(({ pergunta }) => pergunta);
  const [, second] = await include(includable(p1, 0));
  expect(await linesOf()).toEqual([null, 1, 1, 1, null, null]);
  await call('PUT', `${path}/linhas`, { linhas: [4], pergunta_id: second.id });
  await include(includable(p2, 1));
  expect(await linesOf()).toEqual([null, 1, 1, 1, 1, 2]);
  // The same question is included again; the lines stay with the question that was included first.
  await include(includable(p1, 0));
  expect(await linesOf()).toEqual([null, 1, 1, 1, 1, 2]);
  // Line 0 goes to the question added by hand. After the first question read is deleted, the other two stay distinct.
  const [byHand] = (await call('GET', `/perguntas/questionario/${id}`)).json().data;
  await call('PUT', `${path}/linhas`, { linhas: [0], pergunta_id: byHand.id });
  await call('DELETE', `/perguntas/${second.id}`);
  expect(await linesOf()).toEqual([0, null, null, null, null, 1]);
  await include(includable(p1, 0));
  expect(await linesOf()).toEqual([0, 3, 3, 3, 3, 1]);
});
