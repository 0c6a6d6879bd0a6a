// An audit of the portal with concurrent changes, deletions and repeated requests by other people.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { sweepIntakes } from '../../worker/src/intake/sweep-intakes.ts';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import {
  analyse,
  confirm,
  createReady,
  gravacoesOf,
  preparoOf,
  questionario,
  sendFile,
  sendPreparo,
  waitForState,
} from '../support/portal.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let tasks: Loop | null = null;
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

/** Starts a worker that stops after it has created the survey, and before it creates the interviews. */
function startHalfway(onBegun: () => Promise<void>): Loop {
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

describe('while the audit is created', () => {
  it('a change to the questionnaire in the editor does not move answers to other questions', async () => {
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
      // Reverses the questions, removes an option of the first, and adds another questionnaire.
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

  it('the survey and its questionnaire are not deleted', async () => {
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
        'Este questionário está recebendo as entrevistas de uma planilha. Aguarde a criação da auditoria antes de excluí-lo.',
      ],
      [
        409,
        'Esta pesquisa está recebendo as entrevistas de uma planilha. Aguarde a criação da auditoria antes de excluí-la.',
      ],
    ]);
    expect((await gravacoesOf(test.deps, made.id)).map(({ itemId }) => itemId !== null)).toEqual([true]);
  });
});

longo.describe('while it is read and reviewed', () => {
  it('an emoji where a text is cut stops neither the reading nor the creation', async () => {
    tasks = startTasks(test.deps);
    const linha = `${'Q'.repeat(254)}😀;${'n'.repeat(254)}😀;;;;Sim;3;${'a'.repeat(79)}😀 fim`;
    const made = await ready([linha], [{ nome: `pasta/😀${'n'.repeat(254)}`, linha: 2 }]);
    await test.deps.prisma.preparoGravacao.updateMany({
      where: { preparoId: made.id },
      data: { regra: 'pessoa' },
    });
    await analyse(test.deps, made);
    const read = await waitForState(test.deps, made.id, 'pronto', 'falhou');
    expect([read.estado, read.motivo]).toEqual(['pronto', null]);
    await confirm(test.deps, made);
    const { pesquisaId } = await waitForState(test.deps, made.id, 'auditando', 'concluido');
    const [one] = await test.deps.prisma.entrevista.findMany({
      where: { pesquisaId: pesquisaId! },
      include: { itens: true },
    });
    expect([one!.codigoExterno, one!.nomeEntrevistado, one!.itens[0]!.arquivoNome]).toEqual([
      'Q'.repeat(254),
      'n'.repeat(254),
      'n'.repeat(254),
    ]);
  });

  it("what would confirm itself and a person corrected waits for that person's confirmation", async () => {
    tasks = startTasks(test.deps);
    const { prisma } = test.deps;
    const made = await ready(['Q002;Ana;;;;Sim;3;Luz'], [{ nome: 'Q002.wav', linha: null }]);
    await prisma.auditoriaPreparo.update({ where: { id: made.id }, data: { automatico: true, versao: 0 } });
    const { status, body } = await call('PUT', `/auditorias/preparos/${made.id}/colunas`, {
      versao: 0,
      colunas: [{ n: 7, papel: 'ignorar', pergunta: null, opcao: null }],
    });
    expect(status, JSON.stringify(body)).toBe(202);
    const after = await waitForState(test.deps, made.id, 'pronto', 'criando', 'auditando', 'concluido');
    expect((await gravacoesOf(test.deps, made.id)).map(({ linhaN }) => linhaN)).toEqual([2]);
    expect([after.estado, after.creditosConfirmados]).toEqual(['pronto', null]);
  });

  it('a recording that a person released does not return to the row by itself', async () => {
    tasks = startTasks(test.deps);
    const made = await ready(
      ['Q001;Ana;;;;Sim;3;Luz', 'Q002;Rui;;;;Não;1;Água'],
      [
        { nome: 'Q001.wav', linha: 2 },
        { nome: 'Q002.wav', linha: 3 },
      ],
    );
    const url = `/auditorias/preparos/${made.id}`;
    const lines = async () => (await gravacoesOf(test.deps, made.id)).map(({ linhaN }) => linhaN);
    const [one] = await gravacoesOf(test.deps, made.id);
    expect((await call('PATCH', `${url}/gravacoes/${one!.id}`, { linha: null })).status).toBe(200);
    const { versao } = await preparoOf(test.deps, made.id);
    const colunas = [{ n: 7, papel: 'ignorar', pergunta: null, opcao: null }];
    expect((await call('PUT', `${url}/colunas`, { versao, colunas })).status).toBe(202);
    await waitForState(test.deps, made.id, 'pronto');
    expect(await lines()).toEqual([null, 3]);
    // A person matches the recording with row 2 again.
    expect((await call('PATCH', `${url}/gravacoes/${one!.id}`, { linha: 2 })).status).toBe(200);
    expect(await lines()).toEqual([2, 3]);
  });

  it('“Continuar” of a stopped reading reads again', async () => {
    tasks = startTasks(test.deps);
    const made = await ready();
    const file = { preparoId_papel: { preparoId: made.id, papel: 'perguntas' } };
    // Makes a file that is neither stored nor being uploaded.
    await test.deps.prisma.preparoArquivo.update({ where: file, data: { lidoEm: null, chaveObjeto: null } });
    const tarefaId = await analyse(test.deps, made);
    expect((await endOfTask(test, mine.tokens.gerente, tarefaId)).status).toBe('erro');
    const goOn = async () => {
      expect((await call('POST', `/tarefas/${tarefaId}/continuar`)).status).toBe(202);
      return (await endOfTask(test, mine.tokens.gerente, tarefaId)).status;
    };
    // A continued task with an unchanged file fails for the same reason.
    expect(await goOn()).toBe('erro');
    expect(await preparoOf(test.deps, made.id)).toMatchObject({ estado: 'falhou', motivoPapel: 'perguntas' });
    await test.deps.prisma.preparoArquivo.update({ where: file, data: { lidoEm: new Date() } });
    expect(await goOn()).toBe('concluida');
    expect((await preparoOf(test.deps, made.id)).estado).toBe('pronto');
  });
});

longo.describe('time', () => {
  it('a reading that always stops at the same point, without advance, ends as an error', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
    const file = { nome: 'x', bytes: Buffer.from('x') };
    const files = { audio: file, perguntas: file, planilha_respostas: file, zip_audios: file };
    const { id } = await sendPreparo(test.deps, projeto, files);
    let tries = 0;
    const { ler_auditoria: kind } = TASK_KINDS;
    tasks = startTasks(test.deps, {
      kinds: {
        ...TASK_KINDS,
        ler_auditoria: {
          ...kind,
          step: async ({ db: pool, save }) => {
            tries += 1;
            await save(pool, {});
            throw new Error('it never works');
          },
        },
      },
    });
    expect(await waitForState(test.deps, id, 'falhou')).toMatchObject({
      motivo: 'A tarefa parou várias vezes no mesmo ponto. A parte concluída é mantida; tente de novo.',
    });
    expect(tries).toBeLessThanOrEqual(6);
  });

  it('while parts arrive nobody gives up; without them the files go', async () => {
    const { prisma } = test.deps;
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
    const id = randomUUID();
    const past = new Date(Date.now() - 1000);
    await prisma.auditoriaPreparo.create({
      data: { id, empresaId: mine.empresa.id, projetoId: projeto.id, expiraEm: past },
    });
    await sendFile(test.deps, { id, empresaId: mine.empresa.id }, 'zip_audios', questionario());
    await sweepIntakes(test.deps.db, 'preparo');
    expect((await preparoOf(test.deps, id)).estado).toBe('enviando');
    await prisma.envio.updateMany({ where: { donoId: id }, data: { expiraEm: past } });
    await sweepIntakes(test.deps.db, 'preparo');
    expect((await preparoOf(test.deps, id)).estado).toBe('cancelado');
    expect(await prisma.envio.count({ where: { donoId: id } })).toBe(0);
  });
});

longo.describe('people in the sheet', () => {
  it('an interview without a recording is erased too, and the sheet with it; a deleted one does not leave its name', async () => {
    const { prisma } = test.deps;
    const made = await ready(
      ['Q001;Ana Lima;;;;Sim;3;Luz', 'Q002;João Souza;;;;;;'],
      [{ nome: 'João Souza.wav', linha: 3 }],
    );
    await confirm(test.deps, made);
    // No confirmed credits are left, so nothing is requested: the recording's item waits, and can be deleted.
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
    const papeis = async () => (await kept()).map(({ papel }) => papel).sort();
    expect(await papeis()).toEqual(['perguntas', 'planilha_respostas', 'zip_audios']);
    const erased = await call('POST', `/auditoria-item/${itens[0]!.id}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect(await papeis()).toEqual(['perguntas']);
    await expect.poll(() => test.deps.store.head(sheet!.chaveObjeto).then(Boolean, () => false)).toBe(false);
  });
});
