// An audit of the portal while other people are at it: what they change, delete or ask for again spoils nothing of it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import type { Tasks } from '../../worker/src/tasks/tasks.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { confirm, createReady, gravacoesOf, preparoOf, waitForState } from '../support/portal.ts';
import { startTasks } from '../support/tasks.ts';

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
