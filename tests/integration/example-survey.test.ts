// The example survey: audited interviews with sound, free of charge, in a project of their own.
import { randomUUID } from 'node:crypto';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { ConfrontoWire, Mapa } from '@escuta/shared/contracts/surveys/confrontos';
import { PAPEIS_ARQUIVO } from '@escuta/shared/domain/audit-preparation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTotais } from '../../api/src/features/admin/repo.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createEmpresa, createMembro, createTenant, signToken } from '../support/factories.ts';
import { balanceOf } from '../support/pipeline.ts';
import { isStored, rowsThatName } from '../support/stored-rows.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 3 });
});

const call = <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) =>
  callApi<T>(test, token, method, path, payload);
type Made = { projeto_id: string; pesquisa_id: string; criado: boolean };
const make = (token?: string) => call<Made>('POST', '/projetos/exemplo/pesquisa', undefined, token);
const made = async (): Promise<Made> => {
  const { status, body } = await make();
  expect(status, body.message).toBe(200);
  return body.data;
};
const mapOf = async ({ pesquisa_id }: Made): Promise<Mapa> =>
  (await call<Mapa>('GET', `/pesquisas/${pesquisa_id}/mapa`)).body.data;

const NOMES = {
  audio: 'a.mp3',
  perguntas: 'p.docx',
  planilha_respostas: 'r.xlsx',
  zip_audios: 'g.zip',
} as const;

/** Ids of the requests that list the company's projects, surveys and actions, where the example appears by its name. */
const LISTS = [
  ...['listProjetos', 'listProjectsWithTemplates', 'listPesquisas', 'listTestableCalls'],
  ...['listAuditorias', 'listTodasAuditorias'],
  ...['listRegistros', 'listRegistrosDaEmpresa', 'getDashboard', 'getAdminStats'],
];

/** Sends all JSON requests that need only a session. @returns the answers without times and access log, which vary */
async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id, path, method, kind } of ALL_CONTRACTS) {
    if (method !== 'GET' || kind !== 'json' || path.includes('{') || id === 'listAcessos') continue;
    const answer = await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${mine.tokens.admin}` },
    });
    if (answer.statusCode === 200)
      found.set(id, answer.body.replace(/\d{4}-\d\d-\d\d[T ][\d:.]+[\dZ+:-]*/g, 'em'));
  }
  return found;
}

describe('the example survey', () => {
  it('is one only, also when two people ask for it at the same time, and beside the example call', async () => {
    const all = await Promise.all([make(), make(), make(mine.tokens.usuario)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.data.pesquisa_id)).size).toBe(1);
    expect(all.filter(({ body }) => body.data.criado)).toHaveLength(1);
    expect((await call('POST', '/projetos/exemplo')).body.data).toMatchObject({ criado: true });
    expect((await make()).body.data).toMatchObject({ ...all[0]?.body.data, criado: false });
    // Concurrent requests that created no example leave no objects, and no object of the example is due for deletion.
    expect(await test.deps.prisma.objetoPendente.count({ where: { empresaId: mine.empresa.id } })).toBe(0);

    const other = await createTenant(test.deps);
    const { pesquisa_id } = await made();
    const seen = await call('GET', `/pesquisas/${pesquisa_id}`, undefined, other.tokens.gerente);
    expect(seen.status).toBe(404);
  });

  it('has interviews of a working morning of São Paulo, not of the click', async () => {
    const { projeto_id: projetoId } = await made();
    const items = await test.deps.prisma.auditoriaItem.findMany({
      where: { projetoId },
      orderBy: { callStartTime: 'asc' },
    });
    const starts = items.map(({ callStartTime }) => callStartTime ?? new Date(0));
    expect(starts.map((at) => at.toISOString().slice(11, 16))).toEqual(['13:14', '13:54']);
    expect(starts.every((at) => at < new Date() && at.getUTCDay() >= 1 && at.getUTCDay() <= 5)).toBe(true);
  });

  it('shows a divergence, a doubt and matching answers, with quotes and seconds within the sound', async () => {
    const survey = await made();
    const map = await mapOf(survey);
    expect(map.linhas.map(({ nome, c }) => [nome, c])).toEqual([
      ['Josué Albuquerque', 'CINCRCCC'],
      ['Edvaldo Barros', 'CDCCCCCC'],
    ]);
    const kinds = await test.deps.prisma.pergunta.findMany({
      where: { questionario: { pesquisaId: survey.pesquisa_id } },
      orderBy: { ordem: 'asc' },
    });
    expect(kinds.map(({ tipo }) => tipo)).toEqual([
      ...['escolha', 'escala', 'escala', 'escolha', 'numero', 'multipla', 'numero', 'texto'],
    ]);
    // P2 and P3 are items of one battery, published with the draft's rules.
    const stems = kinds.map(({ regras }) => (regras as { bateria?: { id: string } } | null)?.bateria?.id);
    expect([stems[1] === stems[2], stems[1] !== undefined, stems[0]]).toEqual([true, true, undefined]);
    const { body } = await call('GET', `/questionarios/pesquisa/${survey.pesquisa_id}`);
    expect(body.data).toMatchObject([{ publicada: { numero: 1 }, alterado: false, total_entrevistas: 2 }]);

    for (const { id, item } of map.linhas) {
      const cells = (await call<ConfrontoWire[]>('GET', `/entrevistas/${id}/confrontos`)).body.data;
      const proofs = cells.flatMap(({ evidencias }) => evidencias).filter(({ verificada }) => verificada);
      expect(proofs.length).toBeGreaterThan(10);
      for (const { citacao, trecho } of proofs) {
        expect(citacao).not.toBe('');
        expect(trecho?.inicio_ms).toBeGreaterThanOrEqual(0);
        expect(trecho?.fim_ms).toBeGreaterThan(trecho?.inicio_ms as number);
        expect(trecho?.fim_ms).toBeLessThan(62_000);
      }
      const headers = { authorization: `Bearer ${mine.tokens.gerente}` };
      const read = (url: string) => test.app.inject({ method: 'GET', url: `/api/v1${url}`, headers });
      const sound = await read(`/auditoria-item/${item}/download`);
      expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/mpeg']);
      expect(sound.rawPayload.length).toBeGreaterThan(100_000);
      expect((await read(`/auditoria-item/${item}/picos`)).rawPayload.subarray(0, 4).toString()).toBe('EPK1');
      const dossier = await read(`/auditoria-resultado/${item}/exportar?formato=json`);
      expect(dossier.body).toContain('Pesquisa de exemplo');
      expect((await call('GET', `/auditoria-items/${item}/resultados`)).status).toBe(200);
    }
  });

  it('takes no credits, leaves no costs, queues nothing and makes no interviewer', async () => {
    const before = await test.deps.prisma.agente.count({ where: { empresaId: mine.empresa.id } });
    await made();
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 3, soma: 3 });
    const where = { empresaId: mine.empresa.id };
    const { prisma } = test.deps;
    expect(await prisma.creditoLancamento.count({ where })).toBe(1);
    expect(await prisma.linhaCusto.count({ where })).toBe(0);
    expect(await prisma.chamadaProvedor.count({ where })).toBe(0);
    expect(await prisma.outboxMensagem.count({ where })).toBe(0);
    expect(await prisma.agente.count({ where })).toBe(before);
  });

  it('changes no answer of the company but the lists that name it, and no figure', async () => {
    const totals = () => readTotais(test.deps.db, { kind: 'instalacao' });
    const figures = async () => {
      const {
        projetosAtivos: _,
        atividadeRecente: __,
        ...rest
      } = (await call<Record<string, unknown>>('GET', '/dashboard')).body.data;
      return [rest, await totals()];
    };
    const [before, counted] = [await answers(), await figures()];
    await made();
    const after = await answers();
    const changed = [...after].filter(([id, body]) => body !== before.get(id));
    expect(changed.map(([id]) => id).filter((id) => !LISTS.includes(id))).toEqual([]);
    expect(after.size).toBeGreaterThan(40);
    expect(await figures()).toEqual(counted);
  });

  it('opens no way into the field, and takes no interviews, questionnaires, surveys and audits', async () => {
    // In a company without a survey of its own nobody collects interviews.
    const empresa = await createEmpresa(test.deps);
    const gerente = signToken(test.deps, await createMembro(test.deps, empresa, { papel: 'gerente' }));
    const ask = <T>(method: Method, path: string, payload?: object) =>
      call<T>(method, path, payload, gerente);
    const { projeto_id, pesquisa_id } = (await make(gerente)).body.data;
    expect((await ask('GET', '/campo/questionarios')).body.data).toEqual([]);
    expect((await ask('GET', '/users/profile')).body.data).toMatchObject({ coleta: false });
    const [questionario] = (
      await ask<{ id: string; fechado: string }[]>('GET', `/questionarios/pesquisa/${pesquisa_id}`)
    ).body.data;
    expect(questionario?.fechado).toContain('A pesquisa de exemplo não recebe entrevistas');
    const refused = await Promise.all([
      ask('POST', '/entrevistas/iniciar', { questionario_id: questionario?.id, nome_entrevistado: 'Ana' }),
      ask('POST', `/campo/questionarios/${questionario?.id}/baixar`),
      ask('POST', '/questionarios', { pesquisa_id, nome: 'Meu' }),
      ask('POST', `/questionarios/${questionario?.id}/duplicar`, {}),
      ask('POST', '/pesquisas', { projeto_id, titulo: 'Minha' }),
      ask('POST', '/auditorias/preparos', {
        ...{ id: randomUUID(), projeto_id },
        arquivos: PAPEIS_ARQUIVO.map((papel) => ({ papel, nome: NOMES[papel], tamanho: 10 })),
      }),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [422, 'regra_violada']),
    );
    expect(refused.every(({ body }) => /exemplo não recebe/.test(body.message))).toBe(true);
    expect(await test.deps.prisma.entrevista.count({ where: { empresaId: empresa.id } })).toBe(2);
    expect(await test.deps.prisma.pesquisa.count({ where: { empresaId: empresa.id } })).toBe(1);
  });

  it('is deleted by a manager without leaving anything, also after people worked in it, and can be made again', async () => {
    const survey = await made();
    const { prisma } = test.deps;
    const where = { projetoId: survey.projeto_id };
    const items = await prisma.auditoriaItem.findMany({ where });
    const interviews = await prisma.entrevista.findMany({ where });
    const results = await prisma.auditoriaResultado.findMany({ where });
    const keys = [
      ...items.map(({ arquivoPath }) => arquivoPath),
      ...results.map(({ picosPath }) => picosPath),
    ] as string[];
    const stored = () => Promise.all(keys.map((key) => isStored(test.deps, key)));
    expect(await stored()).toEqual([true, true, true, true]);
    // A person judges a cell, that is, the AI's verdict on one question of an interview.
    const [interview] = interviews;
    const [cell] = (await call<ConfrontoWire[]>('GET', `/entrevistas/${interview?.id}/confrontos`)).body.data;
    const judged = await call('PUT', `/confrontos/${cell?.id}/revisao`, {
      ...{ visto_em: cell?.updated_at, veredito: 'diverge', motivo: 'ouvi_diferente' },
    });
    expect(judged.status, judged.body.message).toBe(200);

    const ids = [survey.projeto_id, survey.pesquisa_id, ...items.map(({ id }) => id)];
    ids.push(...interviews.map(({ id }) => id));
    expect(Object.keys(await rowsThatName(test.deps, ids)).length).toBeGreaterThan(15);
    expect(
      (await call('DELETE', `/projetos/${survey.projeto_id}`, undefined, mine.tokens.usuario)).status,
    ).toBe(403);
    const answer = await call('DELETE', `/projetos/${survey.projeto_id}`);
    expect(answer.status, answer.body.message).toBe(200);
    await expect.poll(stored).toEqual([false, false, false, false]);
    // The logs keep who made, read and deleted the example; the rules' queue keeps its rows until a worker drops them.
    const left = Object.keys(await rowsThatName(test.deps, ids));
    expect(left.sort()).toEqual(['acessos', 'registros_acesso', 'regra_fila']);

    const again = await made();
    expect([again.criado, again.pesquisa_id === survey.pesquisa_id]).toEqual([true, false]);
  });

  it.each([
    ['a survey', 'outras pesquisas'],
    ['an interview', 'entrevistas feitas por pessoas da empresa'],
  ])('is not deleted with %s that a server of the version before took into it', async (what, words) => {
    const survey = await made();
    const { prisma } = test.deps;
    const empresaId = mine.empresa.id;
    const where = { projetoId: survey.projeto_id };
    if (what === 'a survey') {
      await prisma.pesquisa.create({ data: { ...where, empresaId, titulo: 'Da empresa' } });
    } else {
      const model = await prisma.entrevista.findFirstOrThrow({ where });
      await prisma.entrevista.create({
        data: {
          ...{ ...where, empresaId, pesquisaId: survey.pesquisa_id, questionarioId: model.questionarioId },
          ...{ questionarioVersaoId: model.questionarioVersaoId, usuarioId: mine.usuario.usuarioId },
          nomeEntrevistado: 'Ana',
        },
      });
    }
    const before = await prisma.entrevista.count({ where });
    const refused = await call('DELETE', `/projetos/${survey.projeto_id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflito']);
    expect(refused.body.message).toContain(words);
    expect(await prisma.entrevista.count({ where })).toBe(before);
    expect((await mapOf(survey)).linhas).toHaveLength(2);
  });

  it('has an interview erased like any other, and goes as a whole afterwards', async () => {
    const survey = await made();
    const [line] = (await mapOf(survey)).linhas;
    const item = await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: line?.item ?? '' } });
    const erased = await call('POST', `/auditoria-item/${item.id}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status, erased.body.message).toBe(200);
    await expect.poll(() => isStored(test.deps, item.arquivoPath as string)).toBe(false);
    expect((await mapOf(survey)).linhas).toHaveLength(1);
    expect((await call('DELETE', `/projetos/${survey.projeto_id}`)).status).toBe(200);
  });

  it('keeps nobody from deleting an empty company', async () => {
    const empresa = await createEmpresa(test.deps);
    const membro = await createMembro(test.deps, empresa, { papel: 'gerente' });
    const gerente = signToken(test.deps, membro);
    await make(gerente);
    await call('POST', '/projetos/exemplo', undefined, gerente);
    const path = `/empresas/${empresa.id}`;
    const full = await call('DELETE', path, undefined, mine.tokens.admin);
    expect([full.status, full.body.dados]).toMatchObject([409, { usuarios: 1, projetos: 0, pesquisas: 0 }]);
    // Nothing was deleted by the refusal.
    expect(await test.deps.prisma.projeto.count({ where: { empresaId: empresa.id } })).toBe(2);
    await test.deps.prisma.membro.delete({ where: { id: membro.id } });
    expect((await call('DELETE', path, undefined, mine.tokens.admin)).status).toBe(200);
  });
});
