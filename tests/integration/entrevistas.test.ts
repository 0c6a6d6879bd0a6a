import { randomUUID } from 'node:crypto';
import type { EntrevistaWire } from '@escuta/shared/contracts/surveys/entrevistas';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { ORDENS_ENTREVISTA } from '@escuta/shared/domain/filters/lists/orders';
import { MOTIVOS_APAGAMENTO } from '@escuta/shared/domain/log/erasure';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let pesquisaId: string;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
  pesquisaId = (await done('POST', '/pesquisas', { titulo: 'Saúde', projeto_id: projeto.id })).id;
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Headers = Record<string, string>;
const call = (
  method: Method,
  url: string,
  payload?: object,
  token = mine.tokens.usuario,
  headers: Headers = {},
) =>
  test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...bearer(token), ...headers },
    ...(payload ? { payload } : {}),
  });
const done = async (method: Method, url: string, payload?: object, token?: string, headers?: Headers) => {
  const answer = await call(method, url, payload, token, headers);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
};

const newPergunta = (questionario_id: string, fields: object): Promise<PerguntaWire> =>
  done('POST', '/perguntas', { questionario_id, ...fields });

/** Creates a questionnaire: satisfied? (yes, no); if no, why? (required text); visits (multiple choice, optional). */
async function newQuestionario() {
  const { id } = await done('POST', '/questionarios', { nome: 'Domicílio', pesquisa_id: pesquisaId });
  const satisfeito = await newPergunta(id, {
    texto_pergunta: 'Está satisfeito?',
    multipla_escolha: true,
    respostas_definidas: [
      { texto_resposta: 'Sim', valor: 1 },
      { texto_resposta: 'Não', valor: 2 },
    ],
  });
  const [sim, nao] = satisfeito.respostas_definidas.map((one) => one.id) as [string, string];
  const porque = await newPergunta(id, {
    texto_pergunta: 'Por quê?',
    mostrar_se: { pergunta_id: satisfeito.id, opcoes: [nao] },
  });
  const visitas = await newPergunta(id, {
    texto_pergunta: 'Quais visitou?',
    tipo: 'multipla',
    campo_texto: false,
    respostas_definidas: [
      { texto_resposta: 'Posto', valor: 1 },
      { texto_resposta: 'Escola', valor: 2 },
    ],
  });
  return { id: id as string, satisfeito, porque, visitas, sim, nao };
}
let q: Awaited<ReturnType<typeof newQuestionario>>;
beforeEach(async () => {
  q = await newQuestionario();
});

const begin = (fields: object = {}, token?: string, headers?: Headers): Promise<EntrevistaWire> =>
  done(
    'POST',
    '/entrevistas/iniciar',
    { questionario_id: q.id, nome_entrevistado: 'Ana', ...fields },
    token,
    headers,
  );
const say = (entrevista_id: string, pergunta_id: string, answer: object, token?: string) =>
  call('POST', '/entrevistas/respostas', { entrevista_id, pergunta_id, ...answer }, token);
const chose = (resposta_definida_id: string) => ({ resposta_definida_id, texto_resposta: null });
const typed = (texto_resposta: string) => ({ resposta_definida_id: null, texto_resposta });
const eventsOf = (entrevistaId: string) =>
  test.deps.prisma.entrevistaEvento.findMany({ where: { entrevistaId }, orderBy: { seq: 'asc' } });
const kinds = async (entrevistaId: string) =>
  (await eventsOf(entrevistaId)).map(({ seq, tipo }) => `${seq} ${tipo}`);
const versions = () => test.deps.prisma.questionarioVersao.count({ where: { questionarioId: q.id } });

describe('starting', () => {
  it('refuses a phone that is none at its field, and begins nothing', async () => {
    const before = await versions();
    const refused = await call('POST', '/entrevistas/iniciar', {
      questionario_id: q.id,
      nome_entrevistado: 'Ana',
      telefone_entrevistado: 'abc',
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([
      { campo: 'telefone_entrevistado', mensagem: 'Informe um telefone, como (11) 98765-4321.' },
    ]);
    expect(await versions()).toBe(before);
  });

  it('freezes the version and makes the item that the recording will have', async () => {
    const entrevista = await begin({
      user_id: mine.usuario.usuarioId,
      nome_entrevistado: '  Ana Lima ',
      telefone_entrevistado: '(11) 98765-4321',
    });
    expect(entrevista).toMatchObject({
      nome_entrevistado: 'Ana Lima',
      telefone_entrevistado: '(11) 98765-4321',
      concluida: false,
      situacao: 'em_andamento',
      aguardando_aparelho: false,
      gravacao: 'esperada',
      pesquisa_id: pesquisaId,
      pesquisa_titulo: 'Saúde',
      projeto_id: projeto.id,
      questionario_id: q.id,
      versao: 1,
      respondidas: 0,
      perguntas: 3,
      entrevistador: { nome: 'Pessoa de Teste' },
      item: { status: 'pendente', arquivo_nome: null },
      respostas: [],
    });
    expect(entrevista.questoes.map(({ codigo, mostrar_se }) => [codigo, mostrar_se])).toEqual([
      ['P1', null],
      ['P2', { pergunta_id: q.satisfeito.id, opcoes: [q.nao] }],
      ['P3', null],
    ]);
    const item = await test.deps.prisma.auditoriaItem.findUniqueOrThrow({
      where: { id: entrevista.item?.id as string },
      include: { auditoria: true },
    });
    expect(item).toMatchObject({
      tipoItem: 'entrevista',
      projetoId: projeto.id,
      entrevistaId: entrevista.id,
      questionarioId: q.id,
      pesquisaId,
      nomeEntrevistado: 'Ana Lima',
      numeroDestino: '(11) 98765-4321',
      criadoPor: mine.usuario.usuarioId,
      auditoria: { padrao: true, projetoId: projeto.id },
    });
    expect(await kinds(entrevista.id)).toEqual(['1 iniciada']);
    expect(await done('GET', `/entrevistas/${entrevista.id}`)).toEqual(entrevista);
  });

  longo.test('asks for the name, and belongs to the person signed in', async () => {
    const blank = await call('POST', '/entrevistas/iniciar', {
      questionario_id: q.id,
      nome_entrevistado: ' ',
    });
    expect([blank.statusCode, blank.json().message]).toEqual([
      400,
      'Por favor, informe o nome do entrevistado.',
    ]);
    const other = await call('POST', '/entrevistas/iniciar', {
      questionario_id: q.id,
      nome_entrevistado: 'Ana',
      user_id: mine.gerente.usuarioId,
    });
    expect([other.statusCode, other.json().message]).toEqual([
      404,
      expect.stringContaining('sua própria conta'),
    ]);
    expect(await test.deps.prisma.entrevista.count({ where: { questionarioId: q.id } })).toBe(0);
    expect(await versions()).toBe(0);
  });

  it('the same Idempotency-Key is the same interview, at the same time and later; with other data it is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const twice = await Promise.all([begin({}, undefined, key), begin({}, undefined, key)]);
    expect(twice[0].id).toBe(twice[1].id);
    expect((await begin({}, undefined, key)).id).toBe(twice[0].id);
    expect(await test.deps.prisma.entrevista.count({ where: { questionarioId: q.id } })).toBe(1);
    expect(await kinds(twice[0].id)).toEqual(['1 iniciada']);
    for (const [fields, token] of [
      [{ nome_entrevistado: 'Bia' }, mine.tokens.usuario],
      [{}, mine.tokens.gerente],
    ] as const) {
      const body = { questionario_id: q.id, nome_entrevistado: 'Ana', ...fields };
      const refused = await call('POST', '/entrevistas/iniciar', body, token, key);
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        expect.stringContaining('já foi iniciada'),
      ]);
    }
    // This idempotency key already belongs to an interview, so a request for another questionnaire is refused.
    const elsewhere = await newQuestionario();
    const body = { questionario_id: elsewhere.id, nome_entrevistado: 'Ana' };
    expect((await call('POST', '/entrevistas/iniciar', body, undefined, key)).statusCode).toBe(409);
    expect(await test.deps.prisma.entrevista.count({ where: { questionarioId: elsewhere.id } })).toBe(0);
    expect((await begin()).id).not.toBe(twice[0].id);
    // After the questionnaire is closed, a repetition of the earlier request still gets the same interview.
    await done('PUT', `/questionarios/${q.id}`, { ativo: false }, mine.tokens.gerente);
    expect((await begin({}, undefined, key)).id).toBe(twice[0].id);
  });

  longo.test('two started at the same time make one version and one interviewer', async () => {
    const membro = await createMembro(test.deps, mine.empresa, { nome: 'Rita Campos' });
    const token = signToken(test.deps, membro);
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) => begin({ nome_entrevistado: `N${index}` }, token)),
    );
    expect(new Set(all.map(({ versao }) => versao))).toEqual(new Set([1]));
    expect(await versions()).toBe(1);
    expect(new Set(all.map(({ entrevistador }) => entrevistador?.id)).size).toBe(1);
    expect(all[0]?.entrevistador?.nome).toBe('Rita Campos');
    expect(await test.deps.prisma.agente.count({ where: { usuarioId: membro.usuarioId } })).toBe(1);
  });

  longo.test('an interviewer merged into another is that other', async () => {
    const { prisma } = test.deps;
    const empresaId = mine.empresa.id;
    const membro = await createMembro(test.deps, mine.empresa);
    const one = await prisma.agente.create({ data: { empresaId, nome: 'Rita' } });
    await prisma.agente.create({
      data: { empresaId, nome: 'R. Campos', usuarioId: membro.usuarioId, fundidoEmId: one.id },
    });
    expect((await begin({}, signToken(test.deps, membro))).entrevistador).toEqual({
      id: one.id,
      nome: 'Rita',
    });
  });

  it('says clearly why it cannot, and nothing stays', async () => {
    // The questionnaire states why it accepts no new interview, both in its own answer and in its survey's list.
    const fechado = async () => {
      const one = await done('GET', `/questionarios/${q.id}`);
      const list = await done('GET', `/questionarios/pesquisa/${pesquisaId}`);
      const listed = list.find(({ id }: { id: string }) => id === q.id);
      expect(listed.fechado).toBe(one.fechado);
      return one.fechado as string | null;
    };
    expect(await fechado()).toBeNull();
    const refused = async (message: string) => {
      const answer = await call('POST', '/entrevistas/iniciar', {
        questionario_id: q.id,
        nome_entrevistado: 'A',
      });
      expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining(message)]);
      expect(await fechado()).toBe(answer.json().message);
    };
    const { gerente } = mine.tokens;
    await done('PUT', `/questionarios/${q.id}`, { ativo: false }, gerente);
    await refused('Este questionário está inativo');
    await done('PUT', `/questionarios/${q.id}`, { ativo: true }, gerente);
    await done('PATCH', `/pesquisas/${pesquisaId}`, { ativo: false }, gerente);
    await refused('Esta pesquisa está inativa');
    await done('PATCH', `/pesquisas/${pesquisaId}`, { ativo: true }, gerente);
    await done('PATCH', `/projetos/${projeto.id}`, { isActive: false }, gerente);
    await refused('projeto desta pesquisa está inativo');
    await done('PATCH', `/projetos/${projeto.id}`, { isActive: true }, gerente);
    await done('PUT', `/questionarios/${q.id}/ordem`, {
      perguntas: [q.porque.id, q.satisfeito.id, q.visitas.id],
    });
    await refused('A condição da pergunta P2 não pode ser atendida');
    for (const { id } of [q.porque, q.satisfeito, q.visitas]) await done('DELETE', `/perguntas/${id}`);
    await refused('ainda não possui perguntas');
    expect(await versions()).toBe(0);
    expect(await test.deps.prisma.entrevista.count({ where: { questionarioId: q.id } })).toBe(0);
  });

  longo.test('there are no interviews in a call-center project', async () => {
    const answer = await call('POST', '/entrevistas/iniciar', {
      questionario_id: mine.questionario.id,
      nome_entrevistado: 'A',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('call center')]);
  });
});

describe('the list', () => {
  it('has an order for each column, and refuses another', async () => {
    const { id } = await done('POST', '/pesquisas', { titulo: 'Ordem', projeto_id: projeto.id });
    const form = await done('POST', '/questionarios', { nome: 'Um', pesquisa_id: id });
    await newPergunta(form.id, { texto_pergunta: 'E?' });
    for (const nome_entrevistado of ['Bia', 'Ana', 'Caio']) {
      await begin({ questionario_id: form.id, nome_entrevistado });
    }
    const names = async (query: string) =>
      (await done('GET', `/pesquisas/${id}/entrevistas?${query}`)).map(
        (one: { nome_entrevistado: string }) => one.nome_entrevistado,
      );
    expect(await names('')).toEqual(['Caio', 'Ana', 'Bia']);
    expect(await names('ordem=antiga')).toEqual(['Bia', 'Ana', 'Caio']);
    expect(await names('ordem=entrevistado')).toEqual(['Ana', 'Bia', 'Caio']);
    expect(await names('ordem=entrevistado_z&limit=2')).toEqual(['Caio', 'Bia']);
    expect(await names('ordem=entrevistado_z&limit=2&page=2')).toEqual(['Ana']);
    for (const ordem of ORDENS_ENTREVISTA) expect(await names(`ordem=${ordem}`)).toHaveLength(3);
    expect((await call('GET', `/pesquisas/${id}/entrevistas?ordem=telefone`)).statusCode).toBe(400);
  });
});

describe('versions', () => {
  it('a change published after the first interview is version 2, and the first keeps its own', async () => {
    const first = await begin();
    await say(first.id, q.satisfeito.id, chose(q.sim));
    await done('PUT', `/perguntas/${q.satisfeito.id}`, {
      texto_pergunta: 'Ficou contente?',
      respostas_definidas: [{ texto_resposta: 'Muito', valor: 1 }],
    });
    await done('DELETE', `/perguntas/${q.visitas.id}`);
    await done('PUT', `/perguntas/${q.porque.id}`, { mostrar_se: null });
    const { publicacao } = await done('GET', `/questionarios/${q.id}`);
    await done('POST', `/questionarios/${q.id}/publicar`, { rascunho: publicacao.rascunho });
    const second = await begin();
    expect([first.versao, second.versao]).toEqual([1, 2]);
    expect(second.questoes.map(({ texto_pergunta }) => texto_pergunta)).toEqual([
      'Ficou contente?',
      'Por quê?',
    ]);
    const again: EntrevistaWire = await done('GET', `/entrevistas/${first.id}`);
    expect(again.questoes).toEqual(first.questoes);
    // Questions and options of the interview's version can still be answered; others cannot.
    expect(
      (await say(first.id, q.visitas.id, { opcoes: q.visitas.respostas_definidas.map((o) => o.id) }))
        .statusCode,
    ).toBe(200);
    expect((await say(first.id, q.satisfeito.id, chose(q.sim))).statusCode).toBe(200);
    expect((await say(second.id, q.satisfeito.id, chose(q.sim))).statusCode).toBe(404);
    const added = await newPergunta(q.id, { texto_pergunta: 'Mais uma?' });
    expect((await say(first.id, added.id, typed('x'))).statusCode).toBe(404);
    expect((await done('PATCH', `/entrevistas/${first.id}/finalizar`)).concluida).toBe(true);
    const held = await call('DELETE', `/questionarios/${q.id}`, undefined, mine.tokens.gerente);
    expect(held.statusCode).toBe(409);
  });
});

describe('answers', () => {
  it('a new one replaces, the former stays in the log; the same one is no event', async () => {
    const { id } = await begin();
    const first = await say(id, q.satisfeito.id, chose(q.nao));
    expect(first.json().data).toEqual({
      pergunta_id: q.satisfeito.id,
      resposta_definida_id: q.nao,
      opcoes: [q.nao],
      texto_resposta: null,
      planilha: null,
      updated_at: expect.any(String),
    });
    await say(id, q.satisfeito.id, chose(q.nao));
    await say(id, q.satisfeito.id, chose(q.sim));
    await say(id, q.satisfeito.id, { opcoes: [q.sim] });
    const events = await eventsOf(id);
    expect(
      events.map(({ seq, tipo, valor, valorAnterior }) => ({ seq, tipo, valor, valorAnterior })),
    ).toEqual([
      { seq: 1, tipo: 'iniciada', valor: null, valorAnterior: null },
      { seq: 2, tipo: 'resposta_alterada', valor: { opcoes: [q.nao], texto: null }, valorAnterior: null },
      {
        seq: 3,
        tipo: 'resposta_alterada',
        valor: { opcoes: [q.sim], texto: null },
        valorAnterior: { opcoes: [q.nao], texto: null },
      },
    ]);
    const { respostas, respondidas } = (await done('GET', `/entrevistas/${id}`)) as EntrevistaWire;
    expect(respostas.map(({ opcoes }) => opcoes)).toEqual([[q.sim]]);
    expect(respondidas).toBe(1);
    const row = await test.deps.prisma.resposta.findFirstOrThrow({ where: { entrevistaId: id } });
    expect(row.ultimaSeq).toBe(3);
  });

  longo.test(
    'a required one left blank is refused; an optional one left blank erases the answer',
    async () => {
      const { id } = await begin();
      for (const blank of [{}, { texto_resposta: '   ' }, { opcoes: [] }]) {
        const refused = await say(id, q.satisfeito.id, blank);
        expect([refused.statusCode, refused.json().message]).toEqual([
          400,
          'Esta pergunta é obrigatória. Por favor, forneça uma resposta.',
        ]);
      }
      const both = q.visitas.respostas_definidas.map((one) => one.id);
      expect((await say(id, q.visitas.id, { opcoes: [...both].reverse() })).json().data.opcoes).toEqual(both);
      expect((await say(id, q.visitas.id, { opcoes: [] })).json().data).toMatchObject({
        opcoes: [],
        texto_resposta: null,
      });
      expect((await done('GET', `/entrevistas/${id}`)).respondidas).toBe(0);
      expect(await kinds(id)).toEqual(['1 iniciada', '2 resposta_alterada', '3 resposta_alterada']);
    },
  );

  longo.test(
    'options of another question, and answers that do not fit theirs, are refused and nothing changes',
    async () => {
      const { id } = await begin();
      const foreign = q.visitas.respostas_definidas[0]?.id as string;
      expect((await say(id, q.satisfeito.id, chose(foreign))).statusCode).toBe(404);
      expect((await say(id, q.satisfeito.id, { opcoes: [q.sim, q.nao] })).json().message).toBe(
        'Selecione uma só opção.',
      );
      expect((await say(id, q.satisfeito.id, typed('sim'))).json().message).toBe('Selecione uma das opções.');
      expect((await say(id, randomUUID(), typed('sim'))).statusCode).toBe(404);
      expect((await say(randomUUID(), q.porque.id, typed('sim'))).statusCode).toBe(404);
      expect(await kinds(id)).toEqual(['1 iniciada']);
    },
  );

  longo.test('many at the same time are numbered without gaps', async () => {
    const { id } = await begin();
    const texts = Array.from({ length: 8 }, (_, index) => `motivo ${index}`);
    await Promise.all(texts.map((text) => say(id, q.porque.id, typed(text))));
    const events = await eventsOf(id);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { respostas } = (await done('GET', `/entrevistas/${id}`)) as EntrevistaWire;
    expect(events.at(-1)?.valor).toEqual({ opcoes: [], texto: respostas[0]?.texto_resposta });
  });

  longo.test('are for the interviewer, and for managers', async () => {
    const { id } = await begin();
    const colega = signToken(test.deps, await createMembro(test.deps, mine.empresa));
    const refused = await say(id, q.satisfeito.id, chose(q.sim), colega);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringContaining('só o entrevistador'),
    ]);
    expect((await call('PATCH', `/entrevistas/${id}/finalizar`, undefined, colega)).statusCode).toBe(403);
    expect((await call('GET', `/entrevistas/${id}`, undefined, colega)).statusCode).toBe(200);
    expect((await say(id, q.satisfeito.id, chose(q.sim), mine.tokens.gerente)).statusCode).toBe(200);
    expect((await eventsOf(id)).at(-1)?.usuarioId).toBe(mine.gerente.usuarioId);
  });
});

describe('completing and interrupting', () => {
  it('asks for the required ones that apply, by the name of the first one missing', async () => {
    const { id } = await begin();
    const finish = (body?: object) => call('PATCH', `/entrevistas/${id}/finalizar`, body);
    const none = await finish();
    expect([none.statusCode, none.json().message, none.json().dados]).toEqual([
      422,
      'Resposta obrigatória: a pergunta P1 (“Está satisfeito?”) está sem resposta.',
      { pergunta_id: q.satisfeito.id, codigo: 'P1' },
    ]);
    await say(id, q.satisfeito.id, chose(q.nao));
    expect((await finish()).json().message).toContain('a pergunta P2');
    // P2 is answered, then hidden by a condition: its answer stays stored, and the interview can end.
    await say(id, q.porque.id, typed('demora'));
    await say(id, q.satisfeito.id, chose(q.sim));
    const over = await finish({ gravacao: 'recusada' });
    expect(over.json().data).toMatchObject({
      concluida: true,
      situacao: 'concluida',
      gravacao: 'recusada',
      concluida_em: expect.any(String),
      respostas: expect.arrayContaining([expect.objectContaining({ texto_resposta: 'demora' })]),
    });
    // A second request to end the interview changes nothing.
    expect((await finish({ gravacao: 'esperada' })).json().data).toEqual(over.json().data);
    expect((await kinds(id)).filter((one) => one.endsWith('finalizada'))).toHaveLength(1);
    const late = await say(id, q.satisfeito.id, chose(q.nao));
    expect([late.statusCode, late.json().message]).toEqual([409, 'Esta entrevista já foi finalizada.']);
    const stop = await call('PATCH', `/entrevistas/${id}/interromper`, { motivo: 'x' }, mine.tokens.gerente);
    expect([stop.statusCode, stop.json().message]).toEqual([409, 'Esta entrevista já foi finalizada.']);
  });

  it('an answer that ends the interview makes one that counts apart, and nothing more is missing or taken', async () => {
    const [sim, nao] = q.satisfeito.respostas_definidas;
    const respostas_definidas = [sim, { ...nao, regras: { encerra: true } }].map((one) => ({
      ...one,
      ordem: undefined,
    }));
    await done('PUT', `/perguntas/${q.satisfeito.id}`, { respostas_definidas });
    const { id } = await begin();
    await say(id, q.satisfeito.id, chose(q.nao));
    const finish = () => call('PATCH', `/entrevistas/${id}/finalizar`);
    const over = (await finish()).json().data;
    expect(over).toMatchObject({ situacao: 'interrompida', desfecho: 'filtro', motivo: 'Fora do perfil.' });
    expect((await finish()).json().data).toEqual(over);
    expect((await kinds(id)).filter((one) => one.endsWith('encerrada'))).toHaveLength(1);
    const late = await say(id, q.satisfeito.id, chose(q.sim));
    expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('fora do perfil')]);
    const mine = (await call('GET', '/campo/entrevistas')).json().data as { id: string }[];
    expect(mine.find((one) => one.id === id)).toMatchObject({ situacao: 'interrompida', desfecho: 'filtro' });
  });

  longo.test('what does not apply is not missing', async () => {
    const { id } = await begin();
    await say(id, q.satisfeito.id, chose(q.sim));
    expect((await done('PATCH', `/entrevistas/${id}/finalizar`)).situacao).toBe('concluida');
  });

  it('managers interrupt; what arrives later resumes it', async () => {
    const { id } = await begin();
    const asUser = await call('PATCH', `/entrevistas/${id}/interromper`, { motivo: 'Desistiu' });
    expect([asUser.statusCode, asUser.json().message]).toEqual([
      403,
      'Só gerentes e administradores podem interromper entrevistas.',
    ]);
    const stop = (motivo: string) =>
      call('PATCH', `/entrevistas/${id}/interromper`, { motivo }, mine.tokens.gerente);
    expect((await stop(' ')).json().message).toBe('Informe o motivo.');
    expect((await stop('Desistiu')).json().data).toMatchObject({
      situacao: 'interrompida',
      motivo: 'Desistiu',
    });
    expect((await stop('Outra vez')).json().data.motivo).toBe('Desistiu');
    const { estatisticas } = await done('GET', `/pesquisas/${pesquisaId}`);
    expect(estatisticas.interrompidas).toBe(1);
    await say(id, q.satisfeito.id, chose(q.sim));
    expect(await done('GET', `/entrevistas/${id}`)).toMatchObject({ situacao: 'em_andamento', motivo: null });
    await stop('De novo');
    expect((await done('PATCH', `/entrevistas/${id}/finalizar`)).situacao).toBe('concluida');
    expect(await kinds(id)).toEqual([
      '1 iniciada',
      '2 interrompida',
      '3 retomada',
      '4 resposta_alterada',
      '5 interrompida',
      '6 retomada',
      '7 finalizada',
    ]);
    const actions = await test.deps.prisma.registroAcesso.count({
      where: { acao: 'entrevista_interrompida', recursoId: id },
    });
    expect(actions).toBe(2);
  });

  longo.test('without news of the device, waits and counts as in progress', async () => {
    const { id } = await begin();
    await test.deps.prisma.entrevista.update({
      where: { id },
      data: { ultimoContatoEm: new Date(Date.now() - 11 * 60_000) },
    });
    expect(await done('GET', `/entrevistas/${id}`)).toMatchObject({
      situacao: 'em_andamento',
      aguardando_aparelho: true,
    });
    await say(id, q.satisfeito.id, chose(q.sim));
    expect((await done('GET', `/entrevistas/${id}`)).aguardando_aparelho).toBe(false);
  });

  it('an arriving recording is news of the device: it resumes an interrupted one, and does not change an ended one', async () => {
    const upload = async ({ item }: EntrevistaWire, nome: string) => {
      const form = new FormData();
      form.append('file', new Blob([`ID3${nome}`], { type: 'audio/mpeg' }), `${nome}.mp3`);
      const body = new Response(form);
      const answer = await test.app.inject({
        method: 'POST',
        url: `/api/v1/auditoria-item/${item?.id}/upload`,
        headers: { ...bearer(mine.tokens.usuario), 'content-type': body.headers.get('content-type') ?? '' },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    };
    const silent = (id: string) =>
      test.deps.prisma.entrevista.update({
        where: { id },
        data: { ultimoContatoEm: new Date(Date.now() - 11 * 60_000) },
      });
    const entrevista = await begin();
    const { id } = entrevista;
    await silent(id);
    await upload(entrevista, 'primeira');
    expect(await done('GET', `/entrevistas/${id}`)).toMatchObject({
      situacao: 'em_andamento',
      aguardando_aparelho: false,
    });
    await call('PATCH', `/entrevistas/${id}/interromper`, { motivo: 'Sumiu' }, mine.tokens.gerente);
    await silent(id);
    await upload(entrevista, 'segunda');
    expect(await done('GET', `/entrevistas/${id}`)).toMatchObject({
      situacao: 'em_andamento',
      motivo: null,
      aguardando_aparelho: false,
    });
    await say(id, q.satisfeito.id, chose(q.sim));
    const over = await done('PATCH', `/entrevistas/${id}/finalizar`);
    await upload(entrevista, 'terceira');
    const after = await done('GET', `/entrevistas/${id}`);
    expect([after.situacao, after.concluida_em]).toEqual(['concluida', over.concluida_em]);
    expect(await kinds(id)).toEqual([
      '1 iniciada',
      '2 gravacao_recebida',
      '3 interrompida',
      '4 retomada',
      '5 gravacao_recebida',
      '6 resposta_alterada',
      '7 finalizada',
      '8 gravacao_recebida',
    ]);
    expect((await eventsOf(id)).at(1)?.usuarioId).toBe(mine.usuario.usuarioId);
  });

  longo.test('an erased one receives nothing more', async () => {
    const entrevista = await begin();
    await say(entrevista.id, q.satisfeito.id, chose(q.sim));
    const erased = await call(
      'POST',
      `/auditoria-item/${entrevista.item?.id}/apagar-dados`,
      { motivo: MOTIVOS_APAGAMENTO[0] },
      mine.tokens.gerente,
    );
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    expect((await say(entrevista.id, q.satisfeito.id, chose(q.nao))).statusCode).toBe(409);
    expect(await done('GET', `/entrevistas/${entrevista.id}`)).toMatchObject({
      nome_entrevistado: '',
      respostas: [],
    });
    expect(await eventsOf(entrevista.id)).toEqual([]);
  });
});

it('another company neither sees nor changes anything; the key reads and does not write; the administrator reaches it', async () => {
  const { id } = await begin();
  const other = await createTenant(test.deps);
  const theirs = other.tokens.gerente;
  for (const [method, url, body] of [
    ['GET', `/entrevistas/${id}`, undefined],
    ['POST', '/entrevistas/iniciar', { questionario_id: q.id, nome_entrevistado: 'A' }],
    ['POST', '/entrevistas/respostas', { entrevista_id: id, pergunta_id: q.satisfeito.id, ...chose(q.sim) }],
    ['PATCH', `/entrevistas/${id}/finalizar`, {}],
    ['PATCH', `/entrevistas/${id}/interromper`, { motivo: 'x' }],
  ] as const) {
    expect((await call(method, url, body, theirs)).statusCode, url).toBe(404);
  }
  expect(await kinds(id)).toEqual(['1 iniciada']);
  const chave = await createApiKey(test.deps, mine.empresa);
  const own = await Promise.all(
    [mine.tokens.usuario, mine.tokens.gerente, chave].map(async (token) => {
      const answer = await call('GET', `/entrevistas/${id}`, undefined, token);
      return [answer.statusCode, answer.json().data.propria];
    }),
  );
  expect(own).toEqual([
    [200, true],
    [200, false],
    [200, false],
  ]);
  expect((await say(id, q.satisfeito.id, chose(q.sim), chave)).statusCode).toBe(403);
  // An interview begun by an account of another company belongs to the questionnaire's company.
  const across = await begin({}, other.tokens.admin);
  const row = await test.deps.prisma.entrevista.findUniqueOrThrow({ where: { id: across.id } });
  expect(row.empresaId).toBe(mine.empresa.id);
});
