// The verification sample: each interview is drawn once and for all, assigned to a person other than its interviewer,
// and listened to or verified by a call. Also tests the AI's error rate.
import { readFileSync } from 'node:fs';
import type { ConfrontoWire, ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { updateCells } from '@escuta/shared/services/verdicts/interview-cells';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  drawnOf,
  NADA_VISTO,
  VERIFICACAO_PADRAO,
  withSeen,
} from '../../api/src/field/verification-sample.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createMembro, createTenant, signToken } from '../support/factories.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;
let agents: { ana: string; bruno: string };
let ana: { usuarioId: string; token: string };

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Ana', papel: 'gerente' });
  ana = { usuarioId: membro.usuarioId, token: signToken(test.deps, membro) };
  const [id = '', bruno = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Ana', usuarioId: membro.usuarioId },
    { nome: 'Bruno' },
  ]);
  agents = { ana: id, bruno };
});
afterAll(() => test.close());

beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 3);
});

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};
const of = () => `/pesquisas/${survey.pesquisaId}`;
const interview = (agenteId: string, n: number, letras = 'CCC') =>
  addAudited(
    test.deps.db,
    survey,
    Array.from({ length: n }, () => ({ letras, agenteId })),
  );
const draw = () => call<{ novas: number; sorteadas: number }>('POST', `${of()}/verificacao/sortear`);
const listOf = async (query = '', token?: string) =>
  (await call<VerificacaoWire[]>('GET', `${of()}/verificacoes?limit=100${query}`, undefined, token)).data;
const conclude = (row: VerificacaoWire | undefined, payload: object, token?: string) =>
  call<VerificacaoWire>(
    'POST',
    `/verificacoes/${row?.id}/concluir`,
    { visto: row?.versao, ...payload },
    token,
  );

describe('the draw', () => {
  it('takes of each interviewer what the stored seed says, and again only what came later', async () => {
    const byAna = await interview(agents.ana, 12);
    const byBruno = await interview(agents.bruno, 2);
    const first = (await draw()).data;
    const { rows } = await test.deps.db.query<{ semente: number }>(
      'select verificacao_semente as semente from pesquisas where id = $1',
      [survey.pesquisaId],
    );
    // Computes the sample independently, from the survey's seed.
    const counted = (all: AuditedIds[], before: readonly string[]) => {
      const ids = all.map(({ entrevistaId }) => entrevistaId);
      const sorteadas = ids.filter((id) => before.includes(id)).length;
      const open = ids.filter((id) => !before.includes(id));
      const seen = withSeen(NADA_VISTO, open, rows[0]?.semente as number, VERIFICACAO_PADRAO);
      return drawnOf(seen, { concluidas: ids.length, sorteadas }, VERIFICACAO_PADRAO).ids;
    };
    const drawnIds = async () => (await listOf()).map(({ entrevista }) => entrevista.id);
    const drawn = await drawnIds();
    expect(drawn.toSorted()).toEqual([...counted(byAna, []), ...counted(byBruno, [])].toSorted());
    expect(first).toEqual({ novas: drawn.length, sorteadas: drawn.length });
    expect((await draw()).data).toEqual({ novas: 0, sorteadas: drawn.length });
    const more = await interview(agents.ana, 28);
    const later = counted([...byAna, ...more], drawn);
    expect((await draw()).data).toEqual({ novas: later.length, sorteadas: drawn.length + later.length });
    expect((await drawnIds()).toSorted()).toEqual([...drawn, ...later].toSorted());
    // Each interview keeps the chance of its draw: 1 for Bruno's interviews, the rule's share (0.1) for the later 28.
    const expectChances = async () => {
      const { rows: kept } = await test.deps.db.query<{ id: string; chance: number }>(
        'select entrevista_id as id, chance from verificacoes where pesquisa_id = $1',
        [survey.pesquisaId],
      );
      const chanceOf = new Map(kept.map(({ id, chance }) => [id, chance]));
      for (const { entrevistaId } of byBruno) expect(chanceOf.get(entrevistaId)).toBe(1);
      for (const id of later) expect(chanceOf.get(id)).toBeCloseTo(0.1, 12);
      expect(kept.every(({ chance }) => chance > 0 && chance <= 1)).toBe(true);
    };
    await expectChances();
    // An older version stored no chance of a draw: the migration computes the same chances.
    await test.deps.db.query('update verificacoes set chance = null where pesquisa_id = $1', [
      survey.pesquisaId,
    ]);
    await test.deps.db.query(
      readFileSync('prisma/upgrade/20261207400002_chance_do_sorteio_migrar/migration.sql', 'utf8'),
    );
    await expectChances();
    // Nobody sees the seed, not even readers of the log.
    const admin = mine.tokens.admin;
    const log = await call<{ recurso_id: string; detalhes: object }[]>(
      'GET',
      '/admin/registros?acao=verificacao_sorteada&limit=100',
      undefined,
      admin,
    );
    const [last] = log.data.filter(({ recurso_id }) => recurso_id === survey.pesquisaId);
    expect(last?.detalhes).toEqual({ novas: later.length, percentual: 10, minimo: 3 });
  });

  longo.test('of two people at the same time is one only', async () => {
    await interview(agents.ana, 3);
    const both = await Promise.all([draw(), draw()]);
    expect(both.map(({ data }) => data.novas).sort()).toEqual([0, 3]);
  });

  longo.test("follows the survey's rule, which only managers see and change, as they saw it", async () => {
    await interview(agents.bruno, 10);
    const url = `${of()}/verificacao`;
    expect((await call('GET', url)).data).toMatchObject({ percentual: 10, minimo: 3, sorteadas: 0 });
    expect((await call('GET', url, undefined, mine.tokens.usuario)).status).toBe(403);
    expect((await call('GET', url, undefined, other.tokens.gerente)).status).toBe(404);
    const antes = { percentual: 10, minimo: 3 };
    expect((await call('PUT', url, { percentual: 100, minimo: 0, antes })).status).toBe(200);
    expect((await call('PUT', url, { percentual: 80, minimo: 0, antes })).status).toBe(409);
    expect((await call('PUT', url, { percentual: 101, minimo: 0 })).status).toBe(400);
    expect((await draw()).data.novas).toBe(10);
  });
});

describe('the verifier', () => {
  it('is its receiver or a manager, never the interviewer', async () => {
    await interview(agents.ana, 1);
    await interview(agents.bruno, 1);
    await draw();
    const all = (await listOf()).map(({ id }) => id);
    const give = (usuario_id: string | null, verificacoes = all, token?: string) =>
      call<{ atribuidas: number; recusadas: { motivo: string }[] }>(
        'POST',
        `${of()}/verificacoes/atribuir`,
        { verificacoes, usuario_id },
        token,
      );
    // Interviewers may not assign the verification of their own interviews, not even to another person.
    expect((await give(mine.usuario.usuarioId, all, ana.token)).data).toEqual({
      atribuidas: 1,
      recusadas: [
        expect.objectContaining({
          motivo: 'Você fez esta entrevista: outra pessoa precisa atribuir a verificação.',
        }),
      ],
    });
    expect((await give(other.gerente.usuarioId)).status).toBe(404);
    expect((await give(ana.usuarioId)).data).toEqual({
      atribuidas: 1,
      recusadas: [expect.objectContaining({ motivo: 'Esta pessoa fez a entrevista: selecione outra.' })],
    });
    expect(await listOf('', mine.tokens.usuario)).toEqual([]);
    const [own] = await listOf(`&agente_id=${agents.ana}`);
    const [theirs] = await listOf(`&agente_id=${agents.bruno}`);
    const refused = await conclude(own, { modo: 'ouvida' }, ana.token);
    expect([refused.status, refused.message]).toEqual([
      403,
      'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.',
    ]);
    expect((await conclude(theirs, { modo: 'ouvida' }, mine.tokens.usuario)).status).toBe(403);
    expect((await conclude(theirs, { modo: 'ouvida' }, other.tokens.gerente)).status).toBe(404);

    await give(mine.usuario.usuarioId);
    const [given] = (await listOf('', mine.tokens.usuario)).filter(({ id }) => id === theirs?.id);
    expect((await conclude(given, { modo: 'recontato' }, mine.tokens.usuario)).message).toBe(
      'Selecione o resultado.',
    );
    // The call was unanswered: the verification stays open.
    const tried = await conclude(given, { modo: 'recontato', resultado: 'sem_contato' }, mine.tokens.usuario);
    expect(tried.data).toMatchObject({
      resultado: 'sem_contato',
      responsavel: { id: mine.usuario.usuarioId },
    });
    expect((await listOf('&estado=pendente')).map(({ id }) => id)).toContain(given?.id);
    expect((await conclude(given, { modo: 'ouvida' }, mine.tokens.usuario)).status).toBe(409);
    const done = await conclude(
      tried.data,
      { modo: 'recontato', resultado: 'nao_entrevistado', nota: 'Diz que não.' },
      mine.tokens.usuario,
    );
    const same = { modo: 'recontato', resultado: 'nao_entrevistado', nota: 'Diz que não.' };
    expect((await conclude(tried.data, same, mine.tokens.usuario)).data).toEqual(done.data);
    expect(done.data).toMatchObject({
      resultado: 'nao_entrevistado',
      nota: 'Diz que não.',
      modo: 'recontato',
    });
    expect((await listOf('&estado=feita')).map(({ id }) => id)).toEqual([given?.id]);
    expect((await give(ana.usuarioId, [given?.id as string])).data.recusadas).toMatchObject([
      { motivo: 'Esta entrevista já foi verificada.' },
    ]);
  });
});

it('an interview that a call denied is not erased by its interviewer', async () => {
  const [ids] = (await interview(agents.ana, 1)) as [AuditedIds];
  await test.deps.db.query('delete from confrontos where entrevista_id = $1', [ids.entrevistaId]);
  await draw();
  const [row] = await listOf();
  await conclude(row, { modo: 'recontato', resultado: 'nao_entrevistado' });
  const erase = (token?: string) =>
    call('POST', `/auditoria-item/${ids.itemId}/apagar-dados`, { motivo: 'pedido_do_titular' }, token);
  const refused = await erase(ana.token);
  expect([refused.status, refused.message]).toEqual([
    403,
    'Você fez esta entrevista, e há um sinal, um recontato ou uma decisão sobre ela: outra pessoa precisa apagar os dados.',
  ]);
  expect((await listOf())[0]?.entrevista.item_id).toBe(ids.itemId);
  expect((await erase()).status).toBe(200);
});

longo.test('when the data are erased, the result stays, and the note goes', async () => {
  const [ids] = (await interview(agents.bruno, 1)) as [AuditedIds];
  await draw();
  const [row] = await listOf();
  await conclude(row, { modo: 'recontato', resultado: 'confirmada', nota: 'Falei com a vizinha.' });
  const erased = await call('POST', `/auditoria-item/${ids.itemId}/apagar-dados`, {
    motivo: 'pedido_do_titular',
  });
  expect(erased.status).toBe(200);
  const [after] = await listOf();
  expect(after).toMatchObject({
    resultado: 'confirmada',
    nota: null,
    entrevista: { nome: '', item_id: null },
  });
});

longo.test(
  'with the data erased, nothing more is verified, drawn or written of it; open work does not wait',
  async () => {
    const [one, two] = (await interview(agents.bruno, 2)) as [AuditedIds, AuditedIds];
    await draw();
    const erase = ({ itemId }: AuditedIds) =>
      call('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
    const [row] = (await listOf()).filter(({ entrevista }) => entrevista.id === one.entrevistaId);
    await erase(one);
    const nota = { modo: 'recontato', resultado: 'confirmada', nota: 'Maria de Souza, 11 98765-4321' };
    const review = { para: 'rejeitada', motivo: 'Maria de Souza mentiu', visto: 0 };
    const said = [
      await conclude(row, nota),
      await call('PUT', `/entrevistas/${one.entrevistaId}/revisao`, review),
    ];
    expect(said.map(({ status, message }) => [status, message])).toEqual([
      [409, 'Os dados desta entrevista foram apagados.'],
      [409, 'Os dados desta entrevista foram apagados.'],
    ]);
    expect((await listOf()).map(({ entrevista }) => entrevista.id)).toEqual([two.entrevistaId]);
    const board = async () =>
      (await call<Quadro>('GET', `${of()}/quadro`)).data.entrevistadores.map(
        ({ verificacao }) => verificacao,
      );
    expect(await board()).toEqual([{ devidas: 1, sorteadas: 1, feitas: 0 }]);
    await erase(two);
    await interview(agents.ana, 1);
    expect((await draw()).data).toEqual({ novas: 1, sorteadas: 1 });
  },
);

describe("the AI's error rate", () => {
  const rate = async (query = '') =>
    (await call<ResultadosDaPesquisa>('GET', `${of()}/resultados${query}`)).data.verificacao;
  const cellAt = async (ids: AuditedIds, n: number) =>
    (
      await call<ConfrontoWire>(
        'GET',
        `/entrevistas/${ids.entrevistaId}/confrontos/${survey.perguntas[n]?.id}`,
      )
    ).data;

  it('comes from those heard whole: what the person changed, over all cells; what was left is right', async () => {
    const [first, second] = (await interview(agents.bruno, 2, 'CDX')) as [AuditedIds, AuditedIds];
    await draw();
    expect(await rate()).toEqual({ entrevistas: 0, reauditadas: 0, taxa: null, amostraPequena: true });
    const rows = await listOf();
    const cell = await cellAt(first, 1);
    await call('PUT', `/confrontos/${cell.id}/revisao`, {
      veredito: 'confere',
      motivo: 'ouvi_diferente',
      visto_em: cell.updated_at,
    });
    for (const row of rows) expect((await conclude(row, { modo: 'ouvida' })).status).toBe(200);
    // A person gave another verdict on one of four applicable cells.
    expect(await rate()).toMatchObject({ entrevistas: 2, taxa: { n: 1, d: 4 }, amostraPequena: true });
    expect(await rate('?agente_id=sem')).toMatchObject({ entrevistas: 0 });

    // After a correction of the transcript the rules give another verdict than the AI gave: this is an error of the AI.
    const wrong = await cellAt(second, 1);
    const { rows: stored } = await test.deps.db.query('select * from confrontos where id = $1', [wrong.id]);
    const columns = { ...stored[0], veredito: 'confere' };
    await updateCells(test.deps.db, { empresaId: mine.empresa.id, execucaoId: second.execucaoId }, [
      { columns, quotes: [] } as unknown as Parameters<typeof updateCells>[2][number],
    ]);
    expect(await rate()).toMatchObject({ entrevistas: 2, taxa: { n: 2, d: 4 } });
  });

  longo.test(
    'of one audited again, with other verdicts, nobody heard anything: it does not count until heard again',
    async () => {
      const [ids] = (await interview(agents.bruno, 1, 'CDC')) as [AuditedIds];
      await draw();
      const [row] = await listOf();
      await conclude(row, { modo: 'ouvida' });
      await test.deps.db.query(
        `update confrontos set veredito = 'nao_perguntada' where entrevista_id = $1 and ordem = 1`,
        [ids.entrevistaId],
      );
      expect(await rate()).toMatchObject({ entrevistas: 0, reauditadas: 1, taxa: null });
      const [again] = await listOf();
      expect(again?.reauditada).toBe(true);
      await conclude(again, { modo: 'ouvida' });
      expect(await rate()).toMatchObject({ entrevistas: 1, reauditadas: 0, taxa: { n: 0, d: 3 } });
    },
  );

  longo.test('without an audit there is nothing to hear; by calling again, there is', async () => {
    const [ids] = (await interview(agents.bruno, 1)) as [AuditedIds];
    await test.deps.db.query('delete from entrevista_matriz where entrevista_id = $1', [ids.entrevistaId]);
    await draw();
    const [row] = await listOf();
    expect((await conclude(row, { modo: 'ouvida' })).status).toBe(422);
    expect((await conclude(row, { modo: 'recontato', resultado: 'confirmada' })).status).toBe(200);
  });
});
