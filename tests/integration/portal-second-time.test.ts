// An audit of the portal while other people are at it: what they change, delete or ask for again spoils nothing of it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import type { Tasks } from '../../worker/src/tasks/tasks.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import {
  analyse,
  arquivo,
  confirm,
  createReady,
  gravacoesOf,
  planilha,
  preparoOf,
  questionario,
  sendFile,
  sendPreparo,
  waitForState,
  wav,
} from '../support/portal.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let tasks: Tasks | null = null;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 1000 });
});
afterEach(async () => {
  await tasks?.stop(10_000);
  tasks = null;
});
afterAll(() => test.close());

const call = <T = unknown>(method: Method, path: string, payload?: object) =>
  callApi<T>(test, mine.tokens.gerente, method, path, payload);

const LINHAS = [
  'Q001;Ana Lima;;;;Sim;3;Luz',
  'Q002;João Souza;;;;Não;2;Água',
  'Q003;Rui Alves;;;;Sim;1;Praça',
];

async function ready(linhas = LINHAS, gravacoes = [{ nome: 'Q002.wav', linha: 3 as number | null }]) {
  const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
  return createReady(test.deps, projeto, linhas, gravacoes);
}

/** A worker whose making of audits stops behind its beginning: the survey is there, none of its interviews. */
function startHalfway(onBegun: () => Promise<void>): Tasks {
  const { criar_auditoria: kind } = TASK_KINDS;
  let first = true;
  return startTasks(test.deps, {
    kinds: {
      ...TASK_KINDS,
      criar_auditoria: {
        ...kind,
        step: async (context) => {
          if (first) {
            first = false;
            await onBegun();
          }
          return kind.step(context);
        },
      },
    },
  });
}

describe('enquanto a auditoria é criada', () => {
  it('quem muda o questionário no editor não troca as respostas de pergunta', async () => {
    const { prisma } = test.deps;
    const made = await ready();
    await confirm(test.deps, made);
    tasks = startHalfway(async () => {
      const { pesquisaId } = await preparoOf(test.deps, made.id);
      const [own] = await prisma.questionario.findMany({
        where: { pesquisaId: pesquisaId! },
        include: { perguntas: { orderBy: { ordem: 'asc' }, include: { respostasDefinidas: true } } },
      });
      const [p1, p2, p3] = own!.perguntas;
      // Turned round, an option of the first taken away, and another questionnaire beside it.
      await prisma.pergunta.update({ where: { id: p1!.id }, data: { ordem: 3 } });
      await prisma.pergunta.update({ where: { id: p3!.id }, data: { ordem: 1 } });
      await prisma.respostaDefinida.deleteMany({ where: { perguntaId: p1!.id, ordem: 1 } });
      await prisma.pergunta.update({ where: { id: p2!.id }, data: { excluidaEm: new Date() } });
      const added = await call('POST', `/pesquisas/${pesquisaId}/questionarios`, { nome: 'Outro' });
      expect(added.status, JSON.stringify(added.body)).toBe(201);
    });
    const { pesquisaId } = await waitForState(test.deps, made.id, 'auditando', 'concluido');
    const found = await prisma.entrevista.findMany({
      where: { pesquisaId: pesquisaId! },
      orderBy: { linhaPlanilha: 'asc' },
      include: { respostas: { include: { pergunta: true } }, versao: true },
    });
    const options = new Map(
      found
        .flatMap(
          ({ versao }) =>
            (versao!.conteudo as { perguntas: { opcoes: { id: string; texto: string }[] }[] }).perguntas,
        )
        .flatMap(({ opcoes }) => opcoes.map(({ id, texto }) => [id, texto])),
    );
    expect(
      found.map(({ respostas }) =>
        respostas
          .map(
            ({ pergunta, opcoes, textoResposta }) =>
              `${pergunta.codigo} ${opcoes.map((id) => options.get(id)).join() || textoResposta}`,
          )
          .toSorted(),
      ),
    ).toEqual([
      ['P1 Sim', 'P2 3', 'P3 Luz'],
      ['P1 Não', 'P2 2', 'P3 Água'],
      ['P1 Sim', 'P2 1', 'P3 Praça'],
    ]);
  });

  it('a pesquisa e o questionário dela não são excluídos', async () => {
    const made = await ready();
    await confirm(test.deps, made);
    const answers: unknown[] = [];
    tasks = startHalfway(async () => {
      const { pesquisaId } = await preparoOf(test.deps, made.id);
      const [own] = await test.deps.prisma.questionario.findMany({ where: { pesquisaId: pesquisaId! } });
      for (const path of [`/questionarios/${own!.id}`, `/pesquisas/${pesquisaId}`]) {
        const { status, body } = await call('DELETE', path);
        answers.push([status, (body as { message?: string }).message]);
      }
    });
    await waitForState(test.deps, made.id, 'auditando', 'concluido');
    expect(answers).toEqual([
      [
        409,
        'Este questionário está recebendo as entrevistas de uma planilha. Espere a auditoria ser criada.',
      ],
      [409, 'Esta pesquisa está recebendo as entrevistas de uma planilha. Espere a auditoria ser criada.'],
    ]);
    expect((await gravacoesOf(test.deps, made.id)).map(({ itemId }) => itemId !== null)).toEqual([true]);
  });
});

describe('enquanto é lida e conferida', () => {
  const files = (linhas: readonly string[], nomes: readonly string[], texto?: string) => ({
    audio: { nome: 'principal.wav', bytes: wav(1200, 300) },
    perguntas: questionario(texto),
    planilha_respostas: planilha(linhas),
    zip_audios: arquivo(
      nomes.map((nome, index) => ({ nome, dados: wav(1000 + index * 100, 500 + index * 50) })),
    ),
  });
  const send = async (given: ReturnType<typeof files>, automatico = false) => {
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
    return {
      ...(await sendPreparo(test.deps, projeto, given, { automatico })),
      empresaId: projeto.empresaId,
    };
  };

  it('um emoji onde um texto é cortado não para a leitura nem a criação', async () => {
    tasks = startTasks(test.deps);
    const long = `${'a'.repeat(79)}😀 fim`;
    const code = `${'Q'.repeat(254)}😀`;
    const { id, empresaId } = await send(files([`${code};${'n'.repeat(254)}😀;;;;Sim;3;${long}`], ['x.wav']));
    const preparo = await waitForState(test.deps, id, 'pronto', 'falhou');
    expect([preparo.estado, preparo.motivo]).toEqual(['pronto', null]);
    const [gravacao] = await gravacoesOf(test.deps, id);
    await test.deps.prisma.preparoGravacao.update({
      where: { id: gravacao!.id },
      data: { linhaN: 2, regra: 'pessoa', nome: `pasta/😀${'n'.repeat(254)}` },
    });
    await confirm(test.deps, { id, empresaId });
    const { pesquisaId } = await waitForState(test.deps, id, 'auditando', 'concluido');
    const [made] = await test.deps.prisma.entrevista.findMany({
      where: { pesquisaId: pesquisaId! },
      include: { itens: true },
    });
    expect([made!.codigoExterno, made!.nomeEntrevistado, made!.itens[0]!.arquivoNome]).toEqual([
      'Q'.repeat(254),
      'n'.repeat(254),
      'n'.repeat(254),
    ]);
  });

  it('o que se confirmaria sozinho e uma pessoa corrigiu espera que ela confirme', async () => {
    tasks = startTasks(test.deps);
    const { prisma } = test.deps;
    // Each recording finds its row once a person has said which column names the recordings.
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
    const given = {
      ...files([], []),
      audio: { nome: 'manhã.wav', bytes: wav(1200, 300) },
      planilha_respostas: planilha(
        ['tarde;Ana;;;;Sim;3;Luz', 'manhã;Rui;;;;Não;1;Água'],
        'Turno;Nome;Telefone;Entrevistador;Data;P1;P2;P3',
      ),
      zip_audios: arquivo([{ nome: 'tarde.wav', dados: wav(1000, 500) }]),
    };
    const { id } = await sendPreparo(test.deps, projeto, given, { automatico: true });
    const first = await waitForState(test.deps, id, 'pronto', 'falhou');
    expect([first.estado, first.motivo]).toEqual(['pronto', null]);
    const { status, body } = await call('PUT', `/auditorias/preparos/${id}/colunas`, {
      versao: first.versao,
      colunas: [{ n: 0, papel: 'arquivo', pergunta: null, opcao: null }],
    });
    expect(status, JSON.stringify(body)).toBe(202);
    await waitForState(test.deps, id, 'pronto', 'criando', 'auditando', 'concluido');
    const after = await preparoOf(test.deps, id);
    expect((await gravacoesOf(test.deps, id)).map(({ linhaN }) => linhaN)).toEqual([3, 2]);
    expect([after.estado, after.creditosConfirmados, after.avisos]).toEqual(['pronto', null, []]);
    expect(
      await prisma.tarefa.count({
        where: { tipo: 'criar_auditoria', parametros: { path: ['preparoId'], equals: id } },
      }),
    ).toBe(0);
  });

  it('uma gravação que uma pessoa soltou não volta sozinha à linha, e a coluna que ela ignorou continua ignorada', async () => {
    tasks = startTasks(test.deps);
    const { id, empresaId } = await send(
      files(['Q001;Ana;;;;Sim;3;Luz', 'Q002;Rui;;;;Não;1;Água'], ['Q001.wav', 'Q002.wav']),
    );
    await waitForState(test.deps, id, 'pronto');
    const url = `/auditorias/preparos/${id}`;
    const [, one] = await gravacoesOf(test.deps, id);
    expect(one).toMatchObject({ nome: 'Q001.wav', linhaN: 2 });
    expect((await call('PATCH', `${url}/gravacoes/${one!.id}`, { linha: null })).status).toBe(200);
    const { versao } = await preparoOf(test.deps, id);
    const ignored = { papel: 'ignorar', pergunta: null, opcao: null };
    expect((await call('PUT', `${url}/colunas`, { versao, colunas: [{ n: 7, ...ignored }] })).status).toBe(
      202,
    );
    await waitForState(test.deps, id, 'pronto');
    const lines = async () => (await gravacoesOf(test.deps, id)).map(({ nome, linhaN }) => [nome, linhaN]);
    expect(await lines()).toEqual([
      ['principal.wav', null],
      ['Q001.wav', null],
      ['Q002.wav', 3],
    ]);
    // Another questionnaire: what a person said of the column stands.
    await call('PUT', `${url}/arquivos/perguntas`, { nome: 'outro.txt', tamanho: 10 });
    await sendFile(test.deps, { id, empresaId }, 'perguntas', questionario());
    await analyse(test.deps, { id, empresaId });
    await waitForState(test.deps, id, 'pronto');
    const colunas = (await preparoOf(test.deps, id)).colunas as { papel: string; pergunta: number | null }[];
    expect(colunas.slice(5).map(({ papel, pergunta }) => [papel, pergunta])).toEqual([
      ['pergunta', 0],
      ['pergunta', 1],
      ['ignorar', null],
    ]);
    expect((await call('PATCH', `${url}/gravacoes/${one!.id}`, { linha: 2 })).status).toBe(200);
    expect((await lines())[1]).toEqual(['Q001.wav', 2]);
  });

  it('“Continuar” de uma leitura que parou lê de novo, e o que outra pessoa trocou fica com ela', async () => {
    tasks = startTasks(test.deps);
    const { id, empresaId } = await send(files(['Q001;Ana;;;;Sim;3;Luz'], ['Q001.wav'], 'sem perguntas'));
    const failed = await waitForState(test.deps, id, 'falhou');
    await expect
      .poll(
        async () => (await call<{ status: string }>('GET', `/tarefas/${failed.tarefaId}`)).body.data.status,
      )
      .toBe('erro');
    // As it is: the same reason again, and not a task that is done.
    const goOn = () => call<{ status: string }>('POST', `/tarefas/${failed.tarefaId}/continuar`);
    expect((await goOn()).status).toBe(202);
    expect((await endOfTask(test, mine.tokens.gerente, failed.tarefaId!)).status).toBe('erro');
    expect(await preparoOf(test.deps, id)).toMatchObject({ estado: 'falhou', motivoPapel: 'perguntas' });
    // The file is another one now: the task goes on with it.
    await sendFile(test.deps, { id, empresaId }, 'perguntas', questionario());
    expect((await goOn()).status).toBe(202);
    expect((await endOfTask(test, mine.tokens.gerente, failed.tarefaId!)).status).toBe('concluida');
    expect((await preparoOf(test.deps, id)).estado).toBe('pronto');
  });
});

describe('de quem a planilha fala', () => {
  it('uma entrevista sem gravação também se apaga, e a planilha com ela; o que se exclui não deixa o nome', async () => {
    const { prisma } = test.deps;
    const made = await ready(
      ['Q001;Ana Lima;;;;Sim;3;Luz', 'Q002;João Souza;;;;;;'],
      [{ nome: 'João Souza.wav', linha: 3 }],
    );
    await confirm(test.deps, made);
    // Nothing may be asked for: the recording's item waits, and can be deleted.
    await prisma.auditoriaPreparo.update({ where: { id: made.id }, data: { creditosConfirmados: 0 } });
    tasks = startTasks(test.deps);
    const { auditoriaId } = await waitForState(test.deps, made.id, 'auditando', 'concluido');
    const itens = await prisma.auditoriaItem.findMany({
      where: { auditoriaId: auditoriaId! },
      orderBy: { nomeEntrevistado: 'asc' },
    });
    expect(itens.map(({ nomeEntrevistado, arquivoNome }) => [nomeEntrevistado, arquivoNome])).toEqual([
      ['Ana Lima', null],
      ['João Souza', 'João Souza.wav'],
    ]);
    const kept = () => prisma.auditoriaArquivo.findMany({ where: { auditoriaId: auditoriaId! } });
    const sheet = (await kept()).find(({ papel }) => papel === 'planilha_respostas');
    expect((await call('DELETE', `/auditoria-item/${itens[1]!.id}`)).status).toBe(200);
    expect(await gravacoesOf(test.deps, made.id)).toEqual([]);
    expect(
      (await prisma.preparoLinha.findMany({ where: { preparoId: made.id } })).flatMap(
        ({ celulas }) => celulas,
      ),
    ).toEqual([]);
    expect(await kept()).toHaveLength(2);
    const erased = await call('POST', `/auditoria-item/${itens[0]!.id}/apagar-dados`, {
      motivo: 'pedido_do_titular',
      confirmar: true,
    });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect((await kept()).map(({ papel }) => papel)).toEqual(['perguntas']);
    await expect.poll(() => test.deps.store.head(sheet!.chaveObjeto).then(Boolean, () => false)).toBe(false);
  });
});
