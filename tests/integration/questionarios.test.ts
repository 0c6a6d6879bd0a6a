import { randomUUID } from 'node:crypto';
import type { PerguntaWire, QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { CONSENTIMENTO_PADRAO } from '@escuta/shared/domain/interview/device/consent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let pesquisaId: string;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
  pesquisaId = (await done('POST', '/pesquisas', { titulo: 'Saúde', projeto_id: projeto.id })).id;
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, payload?: object, token = mine.tokens.usuario) =>
  test.app.inject({ method, url: `/api/v1${url}`, headers: bearer(token), ...(payload ? { payload } : {}) });
const done = async (method: Method, url: string, payload?: object, token?: string) => {
  const answer = await call(method, url, payload, token);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
};

let names = 0;
const newQuestionario = async () => {
  names += 1;
  const { id } = await done('POST', '/questionarios', { nome: `Q${names}`, pesquisa_id: pesquisaId });
  return id as string;
};
const opcoes = (...texts: string[]) =>
  texts.map((texto_resposta, index) => ({ texto_resposta, valor: index + 1 }));
const newPergunta = (questionario_id: string, fields: object = {}): Promise<PerguntaWire> =>
  done('POST', '/perguntas', { questionario_id, texto_pergunta: 'O que achou?', ...fields });
const choice = (questionario_id: string, fields: object = {}) =>
  newPergunta(questionario_id, {
    texto_pergunta: 'Está satisfeito?',
    multipla_escolha: true,
    respostas_definidas: opcoes('Sim', 'Não'),
    ...fields,
  });
const codesOf = async (id: string) =>
  (await done('GET', `/perguntas/questionario/${id}`)).map((one: PerguntaWire) => one.codigo);

describe('questionnaires', () => {
  it('are born in a survey, with a name, and are listed from newest to oldest', async () => {
    const blank = await call('POST', '/questionarios', { nome: '  ', pesquisa_id: pesquisaId });
    expect([blank.statusCode, blank.json().message]).toEqual([400, 'Nome do questionário é obrigatório.']);
    const without = await call('POST', '/questionarios', { pesquisa_id: pesquisaId });
    expect(without.json().message).toBe('Nome do questionário é obrigatório.');
    const made = await done('POST', '/questionarios', {
      nome: ' Domicílio ',
      descricao: 'Porta a porta',
      pesquisa_id: pesquisaId,
    });
    expect(made).toMatchObject({
      nome: 'Domicílio',
      descricao: 'Porta a porta',
      pesquisa_id: pesquisaId,
      pesquisa: { titulo: 'Saúde', ativo: true },
      ativo: true,
      total_perguntas: 0,
      total_entrevistas: 0,
      versao: null,
    });
    const newer = await newQuestionario();
    await choice(newer);
    const list = await done('GET', `/questionarios/pesquisa/${pesquisaId}`);
    expect(list.map((one: { id: string }) => one.id)).toEqual([newer, made.id]);
    expect(list[0].total_perguntas).toBe(1);
  });

  longo.test(
    'name and description by all, activation and deactivation by managers; the later saver sees what changed',
    async () => {
      const id = await newQuestionario();
      const antes = { nome: `Q${names}`, descricao: null, ativo: true };
      expect(await done('PUT', `/questionarios/${id}`, { nome: 'Um', antes })).toMatchObject({ nome: 'Um' });
      const late = await call('PUT', `/questionarios/${id}`, { nome: 'Outro', descricao: 'X', antes });
      expect([late.statusCode, late.json().errors]).toEqual([
        409,
        [{ campo: 'nome', mensagem: expect.any(String), atual: 'Um' }],
      ]);
      const refused = await call('PUT', `/questionarios/${id}`, { ativo: false });
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'Só gerentes e administradores podem ativar ou inativar questionários.',
      ]);
      const off = await done('PUT', `/questionarios/${id}`, { ativo: false }, mine.tokens.gerente);
      expect(off).toMatchObject({ nome: 'Um', descricao: null, ativo: false });
    },
  );

  it('only managers delete, and never one with interviews', async () => {
    const id = await newQuestionario();
    await choice(id);
    expect((await call('DELETE', `/questionarios/${id}`)).statusCode).toBe(403);
    await done('DELETE', `/questionarios/${id}`, undefined, mine.tokens.gerente);
    expect((await call('GET', `/questionarios/${id}`)).statusCode).toBe(404);
    const held = await call(
      'DELETE',
      `/questionarios/${mine.questionario.id}`,
      undefined,
      mine.tokens.gerente,
    );
    expect([held.statusCode, held.json().message]).toEqual([409, expect.stringContaining('tem entrevistas')]);
    expect((await call('GET', `/questionarios/${mine.questionario.id}`)).statusCode).toBe(200);
  });

  longo.test(
    'the copy has the same questions with ids of its own, and the conditions point to those of the copy',
    async () => {
      const id = await newQuestionario();
      const first = await choice(id);
      await newPergunta(id, {
        texto_pergunta: 'Por quê?',
        mostrar_se: { pergunta_id: first.id, opcoes: [first.respostas_definidas[1]?.id] },
      });
      const copy = await done('POST', `/questionarios/${id}/duplicar`, {});
      expect(copy).toMatchObject({ nome: `Q${names} (cópia)`, pesquisa_id: pesquisaId, total_perguntas: 2 });
      const [a, b] = (await done('GET', `/perguntas/questionario/${copy.id}`)) as PerguntaWire[];
      expect(a).toMatchObject({ codigo: 'P1', texto_pergunta: 'Está satisfeito?', ordem: 1 });
      expect(a?.id).not.toBe(first.id);
      expect(a?.respostas_definidas.map((one) => one.texto_resposta)).toEqual(['Sim', 'Não']);
      expect(b?.mostrar_se).toEqual({ pergunta_id: a?.id, opcoes: [a?.respostas_definidas[1]?.id] });
      expect(b?.condicao_quebrada).toBeNull();
      const other = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
      const outra = await done('POST', '/pesquisas', { titulo: 'Outra', projeto_id: other.id });
      const there = await done('POST', `/questionarios/${id}/duplicar`, {
        nome: 'Lá',
        pesquisa_id: outra.id,
      });
      expect(there).toMatchObject({ nome: 'Lá', pesquisa_id: outra.id, pesquisa: { titulo: 'Outra' } });
    },
  );

  it('the copy shows no image that is deleted at the same time', async () => {
    const id = await newQuestionario();
    const first = await choice(id);
    const { db, prisma } = test.deps;
    const { id: imagem } = await prisma.questionarioImagem.create({
      data: {
        ...{ id: randomUUID(), empresaId: mine.empresa.id, questionarioId: id, nome: 'a.png' },
        ...{ tipo: 'image/png', tamanho: 1, chaveObjeto: `${mine.empresa.id}/${randomUUID()}` },
      },
    });
    await done('PUT', `/perguntas/${first.id}`, { regras: { cartao: { id: imagem, descricao: 'Marcas' } } });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let ended = false;
    const copying = await db.transaction(async (tx) => {
      // Does what the API does when a person removes a card and deletes its image.
      await tx.query('select from questionarios where id = $1 for no key update', [id]);
      await tx.query('update perguntas set regras = null where id = $1', [first.id]);
      await tx.query('delete from questionario_imagens where id = $1', [imagem]);
      const copy = done('POST', `/questionarios/${id}/duplicar`, {}).finally(() => {
        ended = true;
      });
      await expect
        .poll(async () => ended || (await db.query(waiting)).rowCount, { timeout: 30_000 })
        .toBeTruthy();
      return { copy };
    });
    const copy = await copying.copy;
    const [shown] = (await done('GET', `/perguntas/questionario/${copy.id}`)) as PerguntaWire[];
    expect([shown?.texto_pergunta, shown?.regras]).toEqual(['Está satisfeito?', null]);
    expect(await prisma.questionarioImagem.count({ where: { questionarioId: copy.id } })).toBe(0);
  });

  longo.test('a survey has at most 200, and the list shows all', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const { id } = await done('POST', '/pesquisas', { titulo: 'Cheia', projeto_id: projeto.id });
    await test.deps.prisma.questionario.createMany({
      data: Array.from({ length: 200 }, (_, i) => ({
        empresaId: mine.empresa.id,
        pesquisaId: id,
        nome: `Q${i}`,
      })),
    });
    const over = await call('POST', '/questionarios', { nome: 'Mais um', pesquisa_id: id });
    expect([over.statusCode, over.json().message]).toEqual([
      422,
      expect.stringContaining('até 200 questionários'),
    ]);
    expect(await done('GET', `/questionarios/pesquisa/${id}`)).toHaveLength(200);
  });
});

describe('questions', () => {
  it("what comes from the specification's form: multiple choice, required, order at the end, free code", async () => {
    const id = await newQuestionario();
    const text = await newPergunta(id);
    expect(text).toMatchObject({
      codigo: 'P1',
      tipo: 'texto',
      multipla_escolha: false,
      campo_texto: true,
      ler_opcoes: true,
      observada: false,
      ordem: 1,
      ativo: true,
      mostrar_se: null,
      condicao_quebrada: null,
      respostas_definidas: [],
    });
    const second = await choice(id, { campo_texto: false });
    expect(second).toMatchObject({
      codigo: 'P2',
      tipo: 'escolha',
      multipla_escolha: true,
      campo_texto: false,
      ordem: 2,
    });
    expect(second.respostas_definidas).toMatchObject([
      { texto_resposta: 'Sim', valor: 1, ordem: 1, sinonimos: [], especial: null },
      { texto_resposta: 'Não', valor: 2, ordem: 2 },
    ]);
    const first = await newPergunta(id, {
      ordem: 1,
      codigo: 'FILTRO',
      tipo: 'numero',
      minimo: 16,
      maximo: 120,
      unidade: 'anos',
      instrucao: 'Não insista',
    });
    expect(first).toMatchObject({ ordem: 1, tipo: 'numero', minimo: 16, maximo: 120, unidade: 'anos' });
    expect(await codesOf(id)).toEqual(['FILTRO', 'P1', 'P2']);
    expect((await newPergunta(id)).codigo).toBe('P4');
    const blank = await call('POST', '/perguntas', { questionario_id: id, texto_pergunta: ' ' });
    expect([blank.statusCode, blank.json().message]).toEqual([400, 'Texto da pergunta é obrigatório.']);
  });

  it('refuses with a clear text what cannot be asked, and nothing changes', async () => {
    const id = await newQuestionario();
    const first = await choice(id);
    const refused = async (fields: object, status: number, message: string) => {
      const answer = await call('POST', '/perguntas', {
        questionario_id: id,
        texto_pergunta: 'Outra?',
        ...fields,
      });
      expect([answer.statusCode, answer.json().message], JSON.stringify(fields)).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    };
    await refused({ multipla_escolha: true }, 400, 'ao menos uma opção');
    await refused({ tipo: 'multipla', respostas_definidas: [] }, 400, 'ao menos uma opção');
    await refused({ multipla_escolha: true, respostas_definidas: opcoes('Sim', ' ') }, 400, 'texto da opção');
    await refused({ multipla_escolha: true, respostas_definidas: opcoes('Sim', 'SIM') }, 400, 'duas opções');
    await refused({ respostas_definidas: opcoes('Sim') }, 400, 'não tem opções');
    await refused({ tipo: 'numero', minimo: 9, maximo: 1 }, 400, 'menor que o mínimo');
    await refused({ codigo: 'P1' }, 409, 'código P1');
    const foreign = first.respostas_definidas[0]?.id;
    await refused(
      { multipla_escolha: true, respostas_definidas: [{ id: foreign, texto_resposta: 'Sim', valor: 1 }] },
      404,
      'não é desta pergunta',
    );
    const here = first.respostas_definidas.map((one) => one.id);
    await refused({ mostrar_se: { pergunta_id: randomUUID(), opcoes: here } }, 400, 'pergunta anterior');
    await refused({ mostrar_se: { pergunta_id: first.id, opcoes: [randomUUID()] } }, 400, 'não tem');
    await refused(
      { ordem: 1, mostrar_se: { pergunta_id: first.id, opcoes: here } },
      400,
      'pergunta anterior',
    );
    expect(await codesOf(id)).toEqual(['P1']);
  });

  it('a change keeps the ids of the options that bring them; the others go, the new ones enter', async () => {
    const id = await newQuestionario();
    const made = await choice(id, { respostas_definidas: opcoes('Sim', 'Não', 'Talvez') });
    const [sim, nao] = made.respostas_definidas;
    const changed: PerguntaWire = await done('PUT', `/perguntas/${made.id}`, {
      texto_pergunta: 'Ficou satisfeito?',
      respostas_definidas: [
        { id: nao?.id, texto_resposta: 'De jeito nenhum', valor: 2, sinonimos: ['nem um pouco'] },
        { id: sim?.id, texto_resposta: 'Sim', valor: 1 },
        { texto_resposta: 'Não sabe', valor: 98, especial: 'nao_sabe' },
      ],
    });
    expect(changed.respostas_definidas).toMatchObject([
      { id: nao?.id, texto_resposta: 'De jeito nenhum', ordem: 1, sinonimos: ['nem um pouco'] },
      { id: sim?.id, texto_resposta: 'Sim', ordem: 2 },
      { texto_resposta: 'Não sabe', valor: 98, ordem: 3, especial: 'nao_sabe' },
    ]);
    expect(await done('GET', `/perguntas/${made.id}`)).toEqual(changed);
    const kept: PerguntaWire = await done('PUT', `/perguntas/${made.id}`, { campo_texto: false });
    expect(kept.respostas_definidas).toEqual(changed.respostas_definidas);
    const foreign = (await choice(id)).respostas_definidas[0];
    const refused = await call('PUT', `/perguntas/${made.id}`, {
      respostas_definidas: [{ id: foreign?.id, texto_resposta: 'Minha', valor: 1 }],
    });
    expect(refused.statusCode).toBe(404);
    const none = await call('PUT', `/perguntas/${made.id}`, { respostas_definidas: [] });
    expect([none.statusCode, none.json().message]).toEqual([400, 'Inclua ao menos uma opção de resposta.']);
    expect(await done('GET', `/perguntas/${made.id}`)).toEqual(kept);
    const text: PerguntaWire = await done('PUT', `/perguntas/${made.id}`, { multipla_escolha: false });
    expect(text).toMatchObject({ tipo: 'texto', multipla_escolha: false, respostas_definidas: [] });
  });

  longo.test(
    'multipla_escolha does not undo a more precise kind; ordem takes the question to its place',
    async () => {
      const id = await newQuestionario();
      const several = await choice(id, { tipo: 'multipla', multipla_escolha: undefined });
      expect(await done('PUT', `/perguntas/${several.id}`, { multipla_escolha: true })).toMatchObject({
        tipo: 'multipla',
      });
      await newPergunta(id);
      await newPergunta(id);
      await done('PUT', `/perguntas/${several.id}`, { ordem: 300 });
      expect(await codesOf(id)).toEqual(['P2', 'P3', 'P1']);
      await done('PUT', `/perguntas/${several.id}`, { ordem: 2 });
      expect(await codesOf(id)).toEqual(['P2', 'P1', 'P3']);
    },
  );

  it('two people at the same question: the later saver sees the field that the other changed, options too', async () => {
    const id = await newQuestionario();
    const seen = await choice(id);
    const { texto_pergunta, respostas_definidas } = seen;
    const antes = { texto_pergunta, respostas_definidas };
    const extra = [...respostas_definidas, { texto_resposta: 'Talvez', valor: 3 }];
    await done('PUT', `/perguntas/${seen.id}`, { respostas_definidas: extra, antes });
    const late = await call('PUT', `/perguntas/${seen.id}`, {
      respostas_definidas: respostas_definidas.slice(0, 1),
      antes,
    });
    expect(late.statusCode).toBe(409);
    expect(late.json().errors).toMatchObject([
      { campo: 'respostas_definidas', atual: [{ texto_resposta: 'Sim' }, {}, { texto_resposta: 'Talvez' }] },
    ]);
    // A change of another field is no conflict.
    await done('PUT', `/perguntas/${seen.id}`, { instrucao: 'Leia devagar', antes: { texto_pergunta } });
    expect((await done('GET', `/perguntas/${seen.id}`)).respostas_definidas).toHaveLength(3);
  });

  longo.test('two questions created at the same time have places and codes of their own', async () => {
    const id = await newQuestionario();
    const made = await Promise.all(Array.from({ length: 6 }, () => newPergunta(id)));
    expect(made.map(({ codigo }) => codigo).sort()).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6']);
    expect(made.map(({ ordem }) => ordem).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  longo.test('a questionnaire has at most 300', async () => {
    const id = await newQuestionario();
    await test.deps.prisma.pergunta.createMany({
      data: Array.from({ length: 300 }, (_, i) => ({
        empresaId: mine.empresa.id,
        questionarioId: id,
        codigo: `P${i + 1}`,
        textoPergunta: 'E?',
        ordem: i + 1,
      })),
    });
    const over = await call('POST', '/perguntas', { questionario_id: id, texto_pergunta: 'Mais uma?' });
    expect([over.statusCode, over.json().message]).toEqual([
      422,
      expect.stringContaining('até 300 perguntas'),
    ]);
  });
});

longo.describe('order and conditions', () => {
  it("puts all in another order; ids that are not all of the questionnaire's change nothing", async () => {
    const id = await newQuestionario();
    const [a, b, c] = [await choice(id), await newPergunta(id), await newPergunta(id)];
    const put = (perguntas: string[]) => call('PUT', `/questionarios/${id}/ordem`, { perguntas });
    const moved = await put([c.id, a.id, b.id]);
    expect(moved.json().data.map((one: PerguntaWire) => [one.codigo, one.ordem])).toEqual([
      ['P3', 1],
      ['P1', 2],
      ['P2', 3],
    ]);
    expect((await put([a.id, b.id])).statusCode).toBe(409);
    expect((await put([a.id, b.id, randomUUID()])).statusCode).toBe(409);
    expect((await put([a.id, b.id, c.id, mine.pergunta.id])).statusCode).toBe(409);
    expect((await put([a.id, a.id, b.id])).statusCode).toBe(400);
    // Another person has added a question meanwhile.
    await newPergunta(id);
    expect((await put([a.id, b.id, c.id])).json().message).toContain('mudaram depois');
    expect(await codesOf(id)).toEqual(['P3', 'P1', 'P2', 'P4']);
  });

  it('what breaks a condition is accepted and said', async () => {
    const id = await newQuestionario();
    const filter = await choice(id);
    const [sim, nao] = filter.respostas_definidas;
    const after = await newPergunta(id, { mostrar_se: { pergunta_id: filter.id, opcoes: [nao?.id] } });
    expect(after.condicao_quebrada).toBeNull();
    const broken = async () => (await done('GET', `/perguntas/${after.id}`)).condicao_quebrada;
    const put = (perguntas: string[]) => done('PUT', `/questionarios/${id}/ordem`, { perguntas });
    await put([after.id, filter.id]);
    expect(await broken()).toBe('pergunta_depois');
    await put([filter.id, after.id]);
    expect(await broken()).toBeNull();
    await done('PUT', `/perguntas/${filter.id}`, { respostas_definidas: [sim] });
    expect(await broken()).toBe('opcao_ausente');
    await done('DELETE', `/perguntas/${filter.id}`);
    expect(await broken()).toBe('pergunta_ausente');
    // Other fields of a question with a broken condition can still be changed; a new condition must be valid.
    expect((await done('PUT', `/perguntas/${after.id}`, { campo_texto: false })).campo_texto).toBe(false);
    await done('PUT', `/perguntas/${after.id}`, { mostrar_se: null });
    expect(await broken()).toBeNull();
  });

  it('an inactive question is not asked: those that depend on it say that it is missing', async () => {
    const id = await newQuestionario();
    const filter = await choice(id);
    const after = await newPergunta(id, {
      mostrar_se: { pergunta_id: filter.id, opcoes: [filter.respostas_definidas[0]?.id] },
    });
    await done('PUT', `/perguntas/${filter.id}`, { ativo: false });
    expect((await done('GET', `/perguntas/${after.id}`)).condicao_quebrada).toBe('pergunta_ausente');
    // `total_perguntas` counts only active questions.
    expect(await done('GET', `/questionarios/${id}`)).toMatchObject({
      total_perguntas: 1,
      fechado: expect.stringContaining('A condição da pergunta P2 não pode ser atendida'),
    });
  });
});

describe('versions', () => {
  const read = (id: string): Promise<QuestionarioDetalhe> => done('GET', `/questionarios/${id}`);
  const publish = async (id: string, token?: string): Promise<QuestionarioDetalhe> => {
    const { rascunho } = (await read(id)).publicacao;
    return done('POST', `/questionarios/${id}/publicar`, { rascunho }, token);
  };
  const refused = async (id: string, rascunho: string) => {
    const answer = await call('POST', `/questionarios/${id}/publicar`, { rascunho });
    return [answer.statusCode, answer.json().message];
  };
  const begin = (id: string) =>
    done('POST', '/entrevistas/iniciar', { questionario_id: id, nome_entrevistado: 'Ana' });
  const take = (id: string) => done('POST', `/campo/questionarios/${id}/baixar`);

  it('the first interview publishes version 1; later changes reach interviews and devices when they are published', async () => {
    const id = await newQuestionario();
    const a = await choice(id);
    expect(await read(id)).toMatchObject({ publicada: null, alterado: false, publicacao: { versao: 1 } });
    const first = await begin(id);
    expect(first.versao).toBe(1);
    expect(await read(id)).toMatchObject({
      publicada: { numero: 1, por: 'Pessoa de Teste' },
      alterado: false,
      fechado: null,
    });
    await done('PUT', `/perguntas/${a.id}`, { texto_pergunta: 'Outra?' });
    expect(await read(id)).toMatchObject({ versao: 1, alterado: true, publicacao: { versao: 2 } });
    for (const taken of [await begin(id), await take(id)])
      expect(taken.questoes[0].texto_pergunta).toBe('Está satisfeito?');
    const published = await publish(id, mine.tokens.gerente);
    expect(published).toMatchObject({ publicada: { numero: 2 }, alterado: false, mudancas: { versao: 2 } });
    const taken = await take(id);
    expect(taken.versao).toMatchObject({ numero: 2, publicada_em: published.publicada?.em });
    expect(taken.questoes[0].texto_pergunta).toBe('Outra?');
    expect((await begin(id)).versao).toBe(2);
    expect((await done('GET', `/entrevistas/${first.id}`)).questoes[0].texto_pergunta).toBe(
      'Está satisfeito?',
    );
    const { detalhes } = await test.deps.prisma.registroAcesso.findFirstOrThrow({
      where: { recursoId: id, acao: 'questionario_publicado' },
    });
    expect(detalhes).toMatchObject({ antes: { versao: 1 }, depois: { versao: 2 } });
  });

  it('a device that looks at a draft publishes nothing; its first interview does', async () => {
    const id = await newQuestionario();
    await choice(id);
    const offered = async () =>
      (await done('GET', '/campo/questionarios')).find((one: { id: string }) => one.id === id)?.publicado;
    expect(await offered()).toBe(false);
    const refused = await call('POST', `/campo/questionarios/${id}/baixar`);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'regra_violada']);
    expect(refused.json().message).toContain('ainda é um rascunho');
    const seen = await done('POST', `/campo/questionarios/${id}/baixar`, { para: 'mostrar' });
    expect([seen.versao, seen.questoes[0].texto_pergunta]).toEqual([null, 'Está satisfeito?']);
    expect((await read(id)).publicada).toBeNull();
    expect((await done('POST', `/campo/questionarios/${id}/baixar`, { para: 'iniciar' })).versao.numero).toBe(
      1,
    );
    expect(await read(id)).toMatchObject({ publicada: { numero: 1, por: 'Pessoa de Teste' } });
    expect([await offered(), (await take(id)).versao.numero]).toEqual([true, 1]);
  });

  it('a version that a server of the version before makes is published as it is made, after all others', async () => {
    const id = await newQuestionario();
    const a = await choice(id);
    await begin(id);
    await done('PUT', `/perguntas/${a.id}`, { texto_pergunta: 'Outra?' });
    // Simulates that the clock now runs an hour behind the clock of the previous publication.
    await test.deps.db.query(
      `update questionario_versoes set publicada_em = now() + interval '1 hour' where questionario_id = $1`,
      [id],
    );
    await test.deps.db.query(
      `insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo, criada_por)
       select $2, empresa_id, id, 2, (select jsonb_set(v.conteudo, '{perguntas,0,texto}', '"Outra?"')
         from questionario_versoes v where v.questionario_id = q.id), $3 from questionarios q where id = $1`,
      [id, randomUUID(), mine.gerente.usuarioId],
    );
    expect(await read(id)).toMatchObject({
      publicada: { numero: 2, por: 'Pessoa de Teste' },
      alterado: false,
    });
    const next = await begin(id);
    expect([next.versao, next.questoes[0].texto_pergunta]).toEqual([2, 'Outra?']);
  });

  it('people publish the draft that they have seen, once', async () => {
    const id = await newQuestionario();
    const a = await choice(id);
    const { rascunho } = (await read(id)).publicacao;
    await done('PUT', `/perguntas/${a.id}`, { texto_pergunta: 'Outra?' });
    expect(await refused(id, rascunho)).toEqual([409, expect.stringContaining('mudou depois')]);
    const seen = (await read(id)).publicacao.rascunho;
    const both = await Promise.all([refused(id, seen), refused(id, seen)]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(await refused(id, seen)).toEqual([
      409,
      expect.stringContaining('é igual à versão 1, já publicada'),
    ]);
    expect(await test.deps.prisma.questionarioVersao.count({ where: { questionarioId: id } })).toBe(1);
  });

  it('a draft that cannot be asked is not published, and keeps nobody from interviews with the published version', async () => {
    const id = await newQuestionario();
    const nothing = 'Este questionário ainda não possui perguntas configuradas.';
    const empty = await read(id);
    expect(empty).toMatchObject({ fechado: nothing, publicacao: { impedimento: nothing } });
    expect(await refused(id, empty.publicacao.rascunho)).toEqual([422, nothing]);
    const a = await choice(id);
    await publish(id);
    await done('DELETE', `/perguntas/${a.id}`);
    const now = await read(id);
    expect(now).toMatchObject({ fechado: null, alterado: true, publicacao: { impedimento: nothing } });
    expect(await refused(id, now.publicacao.rascunho)).toEqual([422, nothing]);
    expect((await begin(id)).questoes).toHaveLength(1);
  });

  it('the questionnaire says what changed since its version, and nothing when it is again as it was', async () => {
    const id = await newQuestionario();
    const [a, b] = [await choice(id), await newPergunta(id)];
    const changes = async () => (await done('GET', `/questionarios/${id}`)).mudancas;
    const nothing = {
      consentimento: null,
      sem_gravacao: null,
      novas: [],
      alteradas: [],
      removidas: [],
      reordenadas: false,
    };
    expect(await changes()).toEqual({ versao: null, ...nothing });
    expect((await publish(id)).publicada?.numero).toBe(1);
    expect(await changes()).toEqual({ versao: 1, ...nothing });
    const [sim] = a.respostas_definidas;
    await done('PUT', `/perguntas/${a.id}`, {
      texto_pergunta: 'Outra?',
      campo_texto: false,
      respostas_definidas: [{ ...sim, texto_resposta: 'Claro' }, ...opcoes('Talvez')],
    });
    const c = await newPergunta(id);
    await done('DELETE', `/perguntas/${b.id}`);
    expect(await changes()).toEqual({
      versao: 1,
      consentimento: null,
      sem_gravacao: null,
      novas: [c.id],
      alteradas: [
        {
          id: a.id,
          texto_antes: 'Está satisfeito?',
          campos: [{ campo: 'obrigatoria', antes: 'sim', agora: 'não' }],
          opcoes: {
            novas: ['Talvez'],
            removidas: ['Não'],
            renomeadas: [{ antes: 'Sim', agora: 'Claro' }],
            ajustadas: [],
            reordenadas: false,
          },
        },
      ],
      removidas: [{ id: b.id, codigo: 'P2', texto: 'O que achou?' }],
      reordenadas: false,
    });
    // The code P2 belongs to a question of version 1, so the new question gets another code.
    expect(c.codigo).toBe('P3');
    expect(await publish(id)).toMatchObject({ versao: 2, publicada: { numero: 2 } });
    // Codes of questions that were asked are not used again.
    expect((await newPergunta(id)).codigo).toBe('P4');
    // If a question becomes one that the interviewer observes, the next publication is a new version.
    expect(await done('PUT', `/perguntas/${c.id}`, { observada: true })).toMatchObject({ observada: true });
    await publish(id);
    const { questoes } = await take(id);
    expect(questoes.filter((one: PerguntaWire) => one.observada).map((one: PerguntaWire) => one.id)).toEqual([
      c.id,
    ]);
    const [mudou] = ((await done('GET', `/questionarios/${id}`)).perguntas as PerguntaWire[]).filter(
      (one) => one.observada,
    );
    expect(mudou?.id).toBe(c.id);
  });

  it('consent belongs to the questionnaire and the version: another text is another version, and the copy takes it along', async () => {
    const id = await newQuestionario();
    await choice(id);
    expect(await done('GET', `/questionarios/${id}`)).toMatchObject({
      consentimento: null,
      sem_gravacao: true,
    });
    await publish(id);
    expect((await take(id)).consentimento).toBe(CONSENTIMENTO_PADRAO);
    const texto = 'O senhor aceita que eu grave?';
    await done('PUT', `/questionarios/${id}`, { consentimento: texto, sem_gravacao: false });
    const stale = await call('PUT', `/questionarios/${id}`, {
      consentimento: 'Outro?',
      antes: { consentimento: null },
    });
    expect(stale.statusCode).toBe(409);
    expect(await done('GET', `/questionarios/${id}`)).toMatchObject({
      consentimento: texto,
      sem_gravacao: false,
      mudancas: {
        versao: 1,
        consentimento: { antes: CONSENTIMENTO_PADRAO, agora: texto },
        sem_gravacao: { antes: 'sim', agora: 'não' },
        alteradas: [],
      },
    });
    expect((await publish(id)).publicada?.numero).toBe(2);
    expect((await take(id)).consentimento).toBe(texto);
    expect(await done('POST', `/questionarios/${id}/duplicar`, {})).toMatchObject({
      consentimento: texto,
      sem_gravacao: false,
    });
    await done('PUT', `/questionarios/${id}`, { consentimento: '', sem_gravacao: true });
    expect((await publish(id)).publicada?.numero).toBe(1);
    const made = await done('POST', '/questionarios', {
      nome: 'Com consentimento',
      pesquisa_id: pesquisaId,
      consentimento: texto,
      sem_gravacao: false,
    });
    expect(made).toMatchObject({ consentimento: texto, sem_gravacao: false });
  });

  longo.test('back to what it was, the existing version counts', async () => {
    const id = await newQuestionario();
    const a = await choice(id);
    await publish(id);
    await done('PUT', `/perguntas/${a.id}`, { texto_pergunta: 'Outra?' });
    expect((await publish(id)).publicada?.numero).toBe(2);
    await done('PUT', `/perguntas/${a.id}`, { texto_pergunta: 'Está satisfeito?' });
    expect((await read(id)).publicacao.versao).toBe(1);
    expect((await publish(id)).publicada?.numero).toBe(1);
    expect((await take(id)).versao.numero).toBe(1);
    expect((await done('GET', `/questionarios/${id}`)).mudancas).toMatchObject({ versao: 1, alteradas: [] });
  });
});

it('another company neither sees nor changes anything; the key reads', async () => {
  const id = await newQuestionario();
  const pergunta = await choice(id);
  const other = await createTenant(test.deps);
  const theirs = other.tokens.gerente;
  for (const [method, url, body] of [
    ['GET', `/questionarios/${id}`, undefined],
    ['PUT', `/questionarios/${id}`, { nome: 'X' }],
    ['DELETE', `/questionarios/${id}`, undefined],
    ['POST', `/questionarios/${id}/duplicar`, {}],
    ['PUT', `/questionarios/${id}/ordem`, { perguntas: [pergunta.id] }],
    ['GET', `/questionarios/pesquisa/${pesquisaId}`, undefined],
    ['POST', '/questionarios', { nome: 'X', pesquisa_id: pesquisaId }],
    ['GET', `/perguntas/questionario/${id}`, undefined],
    ['GET', `/perguntas/${pergunta.id}`, undefined],
    ['PUT', `/perguntas/${pergunta.id}`, { texto_pergunta: 'X' }],
    ['DELETE', `/perguntas/${pergunta.id}`, undefined],
    ['POST', '/perguntas', { texto_pergunta: 'X', questionario_id: id }],
  ] as const) {
    expect((await call(method, url, body, theirs)).statusCode, url).toBe(404);
  }
  // An administrator may copy a questionnaire within a company, but not into another company.
  const across = await call(
    'POST',
    `/questionarios/${id}/duplicar`,
    { pesquisa_id: other.pesquisa.id },
    mine.tokens.admin,
  );
  expect(across.statusCode).toBe(404);
  const chave = await createApiKey(test.deps, mine.empresa);
  expect((await call('GET', `/questionarios/${id}`, undefined, chave)).json().data.perguntas).toHaveLength(1);
  expect((await call('DELETE', `/perguntas/${pergunta.id}`, undefined, chave)).statusCode).toBe(403);
});

describe('rules of a question', () => {
  it('are kept, said in the changes, copied, and refused by name where they fit no kind', async () => {
    const id = await newQuestionario();
    const idade = await newPergunta(id, {
      tipo: 'numero',
      regras: { inteiro: true, encerra: { faixa: { de: null, ate: 15 }, mensagem: 'Obrigado.' } },
    });
    const bateria = { id: randomUUID(), texto: 'Como avalia cada um?' };
    const item = (texto_pergunta: string) =>
      choice(id, { texto_pergunta, regras: { bateria, rodizio: 'sorteio' } });
    await item('A luz');
    await item('A água');
    const refused = async (fields: object, message: string) => {
      const answer = await call('POST', '/perguntas', {
        questionario_id: id,
        texto_pergunta: 'X',
        ...fields,
      });
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(message)]);
    };
    await refused({ regras: { inteiro: true } }, 'Só perguntas de número');
    await refused({ regras: { rodizio: 'sorteio' } }, 'duas opções');
    await refused(
      {
        multipla_escolha: true,
        respostas_definidas: opcoes('A', 'B'),
        regras: { encerra: { faixa: { de: 1, ate: null }, mensagem: null } },
      },
      'por um intervalo',
    );
    await refused(
      { regras: { cartao: { id: randomUUID(), descricao: 'Cartão' } } },
      'não é deste questionário',
    );
    // A change of the question's type drops the rules that do not fit the new type.
    const texto = await done('PUT', `/perguntas/${idade.id}`, { tipo: 'texto' });
    expect(texto.regras).toBeNull();
    const copy = await done('POST', `/questionarios/${id}/duplicar`, {}, mine.tokens.gerente);
    const copied = (await done('GET', `/perguntas/questionario/${copy.id}`)) as PerguntaWire[];
    const [, a, b] = copied.map(({ regras }) => regras?.bateria);
    expect(a).toMatchObject({ texto: bateria.texto });
    expect([a?.id === b?.id, a?.id === bateria.id]).toEqual([true, false]);
    // If an item's options differ from those of the other items, the battery is broken, and no interview can begin.
    await done('PUT', `/perguntas/${copied[2]?.id}`, { respostas_definidas: opcoes('Bom', 'Ruim') });
    expect((await done('GET', `/questionarios/${copy.id}`)).fechado).toContain('mesmas respostas');
  });

  it('a card shows an image of the questionnaire, which is kept as long as something names it', async () => {
    const id = await newQuestionario();
    const png = Buffer.from('\x89PNG\r\n\x1a\nfigura', 'latin1');
    const send = (bytes: Buffer, nome = 'a.png') => {
      const body = Buffer.concat([
        Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="file"; filename="${nome}"\r\ncontent-type: image/png\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n--x--\r\n'),
      ]);
      const headers = {
        ...bearer(mine.tokens.gerente),
        'content-type': 'multipart/form-data; boundary=x',
      };
      return test.app.inject({
        method: 'POST',
        url: `/api/v1/questionarios/${id}/imagens`,
        headers,
        payload: body,
      });
    };
    expect((await send(Buffer.from('<svg/>'))).json().message).toContain('PNG, JPEG ou WebP');
    expect((await send(Buffer.alloc(2 * 1024 * 1024 + 1))).statusCode).toBe(413);
    // Cutting a long name splits no character.
    expect((await send(png, `${'😀'.repeat(140)}.png`)).statusCode).toBe(201);
    const imagem = (await send(png)).json().data;
    expect(imagem).toMatchObject({ nome: 'a.png', tipo: 'image/png', tamanho: png.length });
    const url = `/questionarios/${id}/imagens/${imagem.id}`;
    const shown = await call('GET', url);
    expect([shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      'image/png',
      'private, max-age=31536000, immutable',
    ]);
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect((await call('GET', `/campo/imagens/${imagem.id}`)).statusCode).toBe(200);
    const other = await createTenant(test.deps);
    expect((await call('GET', url, undefined, other.tokens.gerente)).statusCode).toBe(404);
    expect(
      (await call('GET', `/campo/imagens/${imagem.id}`, undefined, other.tokens.usuario)).statusCode,
    ).toBe(404);
    const pergunta = await choice(id, { regras: { cartao: { id: imagem.id, descricao: 'As marcas' } } });
    expect((await call('DELETE', url, undefined, mine.tokens.gerente)).json().message).toContain(
      'cartão de P1',
    );
    const copy = await done('POST', `/questionarios/${id}/duplicar`, {}, mine.tokens.gerente);
    const [theirs] = await done('GET', `/questionarios/${copy.id}/imagens`);
    expect((await done('GET', `/perguntas/questionario/${copy.id}`))[0].regras.cartao.id).toBe(theirs.id);
    await done('PUT', `/perguntas/${pergunta.id}`, { regras: null });
    const objects = () =>
      test.deps.db.query(`select chave from objetos_pendentes where chave like '%/imagens/%'`);
    expect((await call('DELETE', url, undefined, mine.tokens.gerente)).statusCode).toBe(200);
    // The image is not deleted, because the copied questionnaire still uses it.
    expect((await objects()).rows).toEqual([]);
    expect((await call('GET', `/questionarios/${copy.id}/imagens/${theirs.id}`)).statusCode).toBe(200);
    await done('DELETE', `/questionarios/${copy.id}`, undefined, mine.tokens.gerente);
    expect((await objects()).rows).toHaveLength(1);
  });
});
