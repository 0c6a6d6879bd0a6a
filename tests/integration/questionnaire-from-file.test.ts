// A questionnaire from a document: sent, read by a process of the worker, reviewed by a person, and added as a whole.
import { randomUUID } from 'node:crypto';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { lerQuestionario } from '../../worker/src/tasks/kinds/intake/ler-questionario.ts';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let pesquisaId: string;
let tasks: Loop;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
  pesquisaId = (await call('POST', '/pesquisas', { titulo: 'Saúde', projeto_id: projeto.id })).json().data.id;
  tasks = startTasks(test.deps);
});
afterAll(async () => {
  await tasks.stop(10_000);
  await test.close();
});

const call = (method: 'GET' | 'POST', url: string, payload?: object, token = mine.tokens.usuario) =>
  test.app.inject({ method, url: `/api/v1${url}`, headers: bearer(token), ...(payload ? { payload } : {}) });
const newQuestionario = async (): Promise<string> =>
  (await call('POST', '/questionarios', { nome: randomUUID(), pesquisa_id: pesquisaId })).json().data.id;

/** Uploads a document as a browser does. */
function send(
  questionarioId: string,
  body: Buffer | string,
  {
    nome = 'questionario.txt',
    campo = 'file',
    headers = bearer(mine.tokens.usuario) as Record<string, string>,
  } = {},
) {
  const line = '----escuta';
  const head = `--${line}\r\nContent-Disposition: form-data; name="${campo}"; filename="${nome}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return test.app.inject({
    method: 'POST',
    url: `/api/v1/questionarios/${questionarioId}/ler-arquivo`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${line}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from(`\r\n--${line}--\r\n`)]),
  });
}
/** Uploads a document and waits for the worker. @returns the ended task */
async function read(questionarioId: string, body: Buffer | string, nome?: string) {
  const sent = await send(questionarioId, body, nome ? { nome } : {});
  expect(sent.statusCode, sent.body).toBe(202);
  return endOfTask(test, mine.tokens.usuario, sent.json().data.tarefaId);
}
const waitingObjects = async (): Promise<number> =>
  (
    await test.deps.db.query(
      `select count(*)::int as n from objetos_pendentes where chave like '%/leituras/%' and apagar_em > now()`,
    )
  ).rows[0].n;

const DOCUMENT = `Bairros
1. Mora aqui? (RU)
1 - Sim
2 - Não (PULE PARA 3)
2. Há quantos anos?
3. O que falta? (RM)
( ) Luz ( ) Água ( ) Outro. Qual?`;

describe('reading a questionnaire from a file', () => {
  it('says what it recognised, does not change the questionnaire, and deletes the file', async () => {
    const id = await newQuestionario();
    const tarefa = await read(id, DOCUMENT);
    expect(tarefa).toMatchObject({
      tipo: 'ler_questionario',
      status: 'concluida',
      alvo: { tipo: 'questionario', id },
      resultado: { perguntas: 3, avisos: 0 },
    });
    const lido = (tarefa.resultado as { lido: QuestionarioLido }).lido;
    expect(lido.perguntas.map(({ codigo, tipo }) => `${codigo} ${tipo}`)).toEqual([
      'P1 escolha',
      'P2 numero',
      'P3 multipla',
    ]);
    expect((await call('GET', `/perguntas/questionario/${id}`)).json().data).toEqual([]);
    expect(await waitingObjects()).toBe(0);
    // A list of tasks does not contain whole questionnaires.
    const list = (await call('GET', '/tarefas?tipo=ler_questionario')).json();
    expect(list.data[0].resultado).toEqual({ perguntas: 3, avisos: 0 });
  });

  it('says why a file could not be read, and a later retry says that it is gone', async () => {
    const id = await newQuestionario();
    const broken = await read(id, '%PDF-1.7 quebrado', 'Questionário.PDF');
    expect([broken.status, broken.erro]).toEqual([
      'erro',
      'O PDF está danificado e não pôde ser aberto. Envie outra cópia.',
    ]);
    const nothing = await read(id, 'Um texto qualquer, sem perguntas.');
    expect(nothing.erro).toMatch(/^Nenhuma pergunta foi reconhecida/);
    // Deletes the unreadable file, as the sweeper does later.
    const { rows } = await test.deps.db.query(
      `select parametros ->> 'chave' as chave from tarefas where id = $1`,
      [broken.id],
    );
    await test.deps.store.delete(rows[0].chave);
    expect((await call('POST', `/tarefas/${broken.id}/continuar`)).statusCode).toBe(202);
    const again = await endOfTask(test, mine.tokens.usuario, broken.id);
    expect(again.erro).toBe('O arquivo já foi apagado. Envie-o de novo.');
  });

  it('waits for a storage that does not answer only for a time, and tries again', async () => {
    await tasks.stop(10_000);
    let asked = 0;
    const silent = Object.create(test.deps.store, {
      // Without `copyTo` the store behaves like S3: only a local store copies files without a request.
      copyTo: { value: undefined },
      get: {
        value: (chave: string) => {
          asked += 1;
          return asked === 1 ? new Promise<never>(() => {}) : test.deps.store.get(chave);
        },
      },
    });
    tasks = startTasks(test.deps, {
      store: silent,
      kinds: {
        ...TASK_KINDS,
        // The time limit is short (50 ms) for the first attempt, in which the storage never answers.
        get ler_questionario() {
          return lerQuestionario(asked === 0 ? 50 : undefined);
        },
      },
    });
    expect((await read(await newQuestionario(), DOCUMENT)).status).toBe('concluida');
    expect(asked).toBe(2);
  });

  it('refuses what is no document, what is too large, and people who may not', async () => {
    const id = await newQuestionario();
    const other = await createTenant(test.deps);
    const key = await createApiKey(test.deps, mine.empresa);
    const seen = [
      await send(id, 'x', { nome: 'a.exe' }),
      await send(id, 'x', { campo: 'outro' }),
      await send(id, Buffer.alloc(20 * 1024 * 1024 + 1, 'a')),
      await send(randomUUID(), 'x'),
      await send(id, 'x', { headers: bearer(other.tokens.gerente) as Record<string, string> }),
      await send(id, 'x', { headers: { 'x-api-key': key } as Record<string, string> }),
      await call('POST', `/questionarios/${id}/ler-arquivo`, {}),
    ].map((answer) => [answer.statusCode, answer.json().message]);
    expect(seen).toEqual([
      [400, 'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).'],
      [400, "Envie o arquivo no campo 'file'."],
      [413, 'O documento passa de 20 MB.'],
      [404, 'Questionário não encontrado.'],
      [404, 'Questionário não encontrado.'],
      [403, expect.any(String)],
      [415, 'Envie o arquivo como multipart/form-data.'],
    ]);
    expect(await waitingObjects()).toBe(0);
  });
});

describe('adding several questions', () => {
  const pergunta = (fields: object = {}) => ({
    texto_pergunta: 'Mora aqui?',
    tipo: 'texto',
    campo_texto: true,
    ler_opcoes: true,
    respostas_definidas: [],
    ...fields,
  });
  const sim = {
    tipo: 'escolha',
    respostas_definidas: [
      { texto_resposta: 'Sim', valor: 1 },
      { texto_resposta: 'Não', valor: 2 },
    ],
  };
  const include = (id: string, perguntas: object[], token?: string) =>
    call('POST', `/questionarios/${id}/perguntas`, { perguntas }, token);

  it('all enter, at the end, with free codes and conditions among them', async () => {
    const id = await newQuestionario();
    await call('POST', '/perguntas', { questionario_id: id, texto_pergunta: 'Já estava' });
    const answer = await include(id, [
      pergunta({ codigo: 'P1', ...sim }),
      pergunta({
        codigo: 'S2',
        tipo: 'numero',
        minimo: 0,
        unidade: 'anos',
        mostrar_se: { pergunta: 0, opcoes: [1] },
      }),
      pergunta({ codigo: 'S2' }),
    ]);
    expect(answer.statusCode, answer.body).toBe(201);
    const all = answer.json().data as PerguntaWire[];
    expect(all.map(({ codigo, ordem }) => [codigo, ordem])).toEqual([
      ['P1', 1],
      ['P2', 2],
      ['S2', 3],
      ['P4', 4],
    ]);
    expect(all[2]).toMatchObject({
      unidade: 'anos',
      condicao_quebrada: null,
      mostrar_se: { pergunta_id: all[1]!.id, opcoes: [all[1]!.respostas_definidas[1]!.id] },
    });
    expect((await call('GET', `/perguntas/questionario/${id}`)).json().data).toEqual(all);
  });

  it('none enters when one cannot, and the message says which', async () => {
    const id = await newQuestionario();
    const why = async (...perguntas: object[]) => {
      const answer = await include(id, perguntas);
      return [answer.statusCode, answer.json().message];
    };
    const nada = 'Nada foi incluído.';
    expect([
      await why(pergunta(), pergunta({ tipo: 'escolha' })),
      await why(pergunta({ respostas_definidas: sim.respostas_definidas })),
      await why(pergunta(sim), pergunta({ mostrar_se: { pergunta: 1, opcoes: [0] } })),
      await why(pergunta(sim), pergunta({ mostrar_se: { pergunta: 0, opcoes: [2] } })),
      await why(pergunta({ tipo: 'numero', minimo: 5, maximo: 1 })),
      await why(
        pergunta({
          ...sim,
          respostas_definidas: [...sim.respostas_definidas, { texto_resposta: 'sim', valor: 3 }],
        }),
      ),
      await why(...Array.from({ length: 300 }, () => pergunta())).then(([status]) => status),
      await why(pergunta()),
    ]).toEqual([
      [400, `P2: Inclua ao menos uma opção de resposta. ${nada}`],
      [400, `P1: Uma pergunta de texto livre não tem opções de resposta. ${nada}`],
      [400, `P2: A condição só pode usar opções de uma pergunta anterior. ${nada}`],
      [400, `P2: A condição só pode usar opções de uma pergunta anterior. ${nada}`],
      [400, `P1: O máximo não pode ser menor que o mínimo. ${nada}`],
      [400, `P1: Há duas opções com o texto “sim”: altere ou exclua uma delas. ${nada}`],
      201,
      [422, 'Um questionário pode ter até 300 perguntas.'],
    ]);
    expect((await include(id, [])).json().message).toBeTruthy();
    const other = await createTenant(test.deps);
    expect((await include(id, [pergunta()], other.tokens.gerente)).statusCode).toBe(404);
  });

  it('downloaded as XLSForm and read again are the same', async () => {
    const id = await newQuestionario();
    expect((await call('GET', `/questionarios/${id}/xlsform`)).statusCode).toBe(422);
    await include(id, [
      pergunta({ ...sim, codigo: 'F1', ler_opcoes: false }),
      pergunta({ tipo: 'numero', minimo: 16, unidade: 'anos', mostrar_se: { pergunta: 0, opcoes: [1] } }),
    ]);
    const file = await call('GET', `/questionarios/${id}/xlsform`);
    expect(file.headers['content-disposition']).toMatch(/filename="xlsform-.*\.xlsx"/);
    const tarefa = await read(await newQuestionario(), file.rawPayload, 'formulário.xlsx');
    const { perguntas } = (tarefa.resultado as { lido: QuestionarioLido }).lido;
    const { texto_pergunta: texto } = pergunta() as { texto_pergunta: string };
    const none = { instrucao: null, maximo: null, avisos: [] };
    expect(perguntas).toMatchObject([
      {
        ...none,
        codigo: 'F1',
        tipo: 'escolha',
        ler_opcoes: false,
        minimo: null,
        unidade: null,
        mostrar_se: null,
      },
      {
        ...none,
        ...{ codigo: 'P2', texto, tipo: 'numero', ler_opcoes: true, minimo: 16, unidade: 'anos' },
        mostrar_se: { pergunta: 0, opcoes: [1] },
      },
    ]);
    expect(perguntas[0]?.opcoes.map(({ texto, valor }) => [texto, valor])).toEqual(
      sim.respostas_definidas.map(({ texto_resposta, valor }) => [texto_resposta, valor]),
    );
    const other = await createTenant(test.deps);
    expect(
      (await call('GET', `/questionarios/${id}/xlsform`, undefined, other.tokens.gerente)).statusCode,
    ).toBe(404);
  });
});
