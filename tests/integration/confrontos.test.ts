// The heat map, its cells, verdicts on them and corrections of transcripts, over HTTP with real rows.

import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import type { ResultadoDaAuditoria } from '@escuta/shared/contracts/surveys/auditoria-resultados';
import type {
  CelulaWire,
  ConfrontoWire,
  Mapa,
  ResultadosDaPesquisa,
} from '@escuta/shared/contracts/surveys/confrontos';
import type { EntrevistaWire } from '@escuta/shared/contracts/surveys/entrevistas';
import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/verdicts/matrix';
import { MOTIVOS_REVISAO } from '@escuta/shared/domain/interview/verdicts/review';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createApiKey, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let theirs: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;
/** Interviewers: Ana has an account, Bruno has none; 'Bru' is an alias of Bruno. */
let ana: { token: string; usuarioId: string };
let agents: { ana: string; bruno: string; bru: string };
let rows: AuditedIds[];

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Ana Entrevistadora' });
  ana = { token: signToken(test.deps, membro), usuarioId: membro.usuarioId };
  survey = await newSurvey(4);
  const [idAna = '', bruno = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Ana', usuarioId: ana.usuarioId },
    { nome: 'Bruno' },
  ]);
  const [bru = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'Bru', fundidoEmId: bruno }]);
  agents = { ana: idAna, bruno, bru };
  rows = await addAudited(test.deps.db, survey, [
    { letras: 'CDNX', nome: 'Primeira', agenteId: bruno, marcas: { 0: ['leitura_maior'] } },
    { letras: 'CCRU', nome: 'Segunda', agenteId: bru, arquivoPath: 'gravacao-2' },
    { letras: 'ICCC', nome: 'Terceira', agenteId: idAna, usuarioId: ana.usuarioId },
  ]);
});
afterAll(() => test.close());

const newSurvey = (perguntas: number) => createOwnSurvey(test.deps, mine.empresa, perguntas);

const call = <T>(method: Method, path: string, token: string, payload?: object) =>
  callApi<T>(test, token, method, path, payload);
const mapOf = async (url: string, token = mine.tokens.usuario) => {
  const { status, body } = await call<Mapa>('GET', url, token);
  expect(status, body.message).toBe(200);
  return body.data;
};
const cellsOf = async ({ entrevistaId }: Pick<AuditedIds, 'entrevistaId'>) =>
  (await call<ConfrontoWire[]>('GET', `/entrevistas/${entrevistaId}/confrontos`, mine.tokens.usuario)).body
    .data;
const cellAt = async (ids: Pick<AuditedIds, 'entrevistaId'>, place: number) =>
  (await cellsOf(ids))[place] as ConfrontoWire;
const review = (cell: ConfrontoWire, body: object, token = mine.tokens.usuario) =>
  call<ConfrontoWire>('PUT', `/confrontos/${cell.id}/revisao`, token, { visto_em: cell.updated_at, ...body });

describe('the map', () => {
  it('says, letter by letter, what a recount of the cells says', async () => {
    const map = await mapOf(`/pesquisas/${survey.pesquisaId}/mapa`);
    expect(map.total).toBe(3);
    expect(map.linhas.map(({ nome, c }) => [nome, c])).toEqual([
      ['Terceira', 'ICCC'],
      ['Segunda', 'CCRU'],
      ['Primeira', 'CDNX'],
    ]);
    expect(map.linhas.at(-1)?.m).toBe('m---');
    expect(map.versoes).toHaveLength(1);
    expect(map.versoes[0]?.perguntas.map(({ codigo }) => codigo)).toEqual(['P1', 'P2', 'P3', 'P4']);
    // 'Bru' and Bruno count as one interviewer.
    expect(map.entrevistadores).toEqual([
      { id: agents.ana, nome: 'Ana' },
      { id: agents.bruno, nome: 'Bruno' },
    ]);
    for (const line of map.linhas) {
      const cells = await cellsOf({ entrevistaId: line.id });
      expect(cells.map(({ veredito }) => LETRA_DO_VEREDITO[veredito]).join('')).toBe(line.c);
      expect(cells.map(({ veredito_ia }) => LETRA_DO_VEREDITO[veredito_ia]).join('')).toBe(line.ia);
    }
  });

  it('names an item of a battery with the words before it, as do figures, answers and the panel of a cell', async () => {
    const own = await newSurvey(2);
    const [ids] = await addAudited(test.deps.db, own, [{ letras: 'CC', nome: 'Ana' }]);
    const { rows } = await test.deps.db.query<{ texto: string }>(
      `update questionario_versoes set conteudo = jsonb_set(conteudo, '{perguntas,1,bateria}',
         '{"id": "019a0000-0000-7000-8000-000000000001", "texto": "De 0 a 10, que nota dá"}')
       where id = $1 returning conteudo -> 'perguntas' -> 1 ->> 'texto' as texto`,
      [own.versaoId],
    );
    const whole = `De 0 a 10, que nota dá ${rows[0]?.texto}`;
    const map = await mapOf(`/pesquisas/${own.pesquisaId}/mapa`);
    expect(map.versoes[0]?.perguntas[1]?.texto).toBe(whole);
    const read = async <T>(path: string) => (await call<T>('GET', path, mine.tokens.usuario)).body.data;
    const figures = await read<ResultadosDaPesquisa>(`/pesquisas/${own.pesquisaId}/resultados`);
    expect(figures.perguntas[1]?.texto).toBe(whole);
    const [result] = await read<ResultadoDaAuditoria[]>(`/auditorias/${own.auditoriaId}/resultados`);
    expect(result?.respostas_coletadas[1]?.texto_pergunta).toBe(whole);
    const cell = await read<CelulaWire>(
      `/entrevistas/${ids?.entrevistaId}/confrontos/${own.perguntas[1]?.id}`,
    );
    expect(cell.pergunta.texto).toBe(whole);
  });

  longo.test('of an audit is that of its interviews', async () => {
    expect(await mapOf(`/auditorias/${survey.auditoriaId}/mapa`)).toMatchObject({ total: 3 });
    const empty = await mapOf(`/auditorias/${mine.auditoria.id}/mapa`);
    expect(empty).toMatchObject({ total: 0, linhas: [], versoes: [], entrevistadores: [] });
  });

  it('filters by interviewer, with the names merged into him, by questionnaire and by days', async () => {
    const names = async (query: string) =>
      (await mapOf(`/pesquisas/${survey.pesquisaId}/mapa?${query}`)).linhas.map(({ nome }) => nome);
    expect(await names(`agente_id=${agents.bruno}`)).toEqual(['Segunda', 'Primeira']);
    expect(await names(`questionario_id=${survey.questionarioId}`)).toHaveLength(3);
    expect(await names(`questionario_id=${agents.ana}`)).toEqual([]);
    expect(await names('de=2100-01-01')).toEqual([]);
    expect(await names('ate=2100-01-01')).toHaveLength(3);
  });

  longo.test(
    'keeps apart those without an interviewer and the versions, and says to which it can be cut',
    async () => {
      const own = await newSurvey(2);
      await addAudited(test.deps.db, own, [
        { letras: 'CC', nome: 'De ninguém' },
        { letras: 'CC', nome: 'De Bru', agenteId: agents.bru },
      ]);
      const url = `/pesquisas/${own.pesquisaId}/mapa`;
      const names = async (query: string) => (await mapOf(`${url}?${query}`)).linhas.map(({ nome }) => nome);
      expect(await names('agente_id=sem')).toEqual(['De ninguém']);
      expect(await names(`agente_id=${agents.bruno}`)).toEqual(['De Bru']);
      expect(await names(`versao_id=${own.versaoId}`)).toHaveLength(2);
      expect(await names(`versao_id=${survey.versaoId}`)).toEqual([]);
      const filtros = {
        versoes: [
          {
            id: own.versaoId,
            questionario_id: own.questionarioId,
            questionario_nome: 'Questionário',
            numero: 1,
          },
        ],
        entrevistadores: [{ id: agents.bruno, nome: 'Bruno' }],
        sem_entrevistador: true,
      };
      expect((await mapOf(url)).filtros).toEqual(filtros);
      // The values offered as filters do not depend on the filters in use.
      expect((await mapOf(`${url}?agente_id=sem&de=2100-01-01`)).filtros).toEqual(filtros);
      expect((await mapOf(`${url}?desde=2100-01-01T00:00:00Z`)).filtros).toBeNull();
      const { status } = await call('GET', `${url}?agente_id=outro`, mine.tokens.usuario);
      expect(status).toBe(400);
      const results = await call<{ entrevistas: { auditadas: number } }>(
        'GET',
        `/pesquisas/${own.pesquisaId}/resultados?agente_id=sem`,
        mine.tokens.usuario,
      );
      expect(results.body.data.entrevistas.auditadas).toBe(1);
    },
  );

  longo.test('tells the viewer which interviews are his', async () => {
    const own = async (token: string) =>
      (await mapOf(`/pesquisas/${survey.pesquisaId}/mapa`, token)).linhas
        .filter(({ propria }) => propria)
        .map(({ nome }) => nome);
    expect(await own(ana.token)).toEqual(['Terceira']);
    expect(await own(mine.tokens.gerente)).toEqual([]);
    expect(await own(await createApiKey(test.deps, mine.empresa))).toEqual([]);
  });

  longo.test('with `desde` has only the rows that changed, and the total of all', async () => {
    const own = await newSurvey(2);
    const [first, second] = await addAudited(test.deps.db, own, [{ letras: 'CC' }, { letras: 'DD' }]);
    await test.deps.db.query(
      `update entrevista_matriz set updated_at = now() - interval '1 day' where entrevista_id = any ($1)`,
      [[first?.entrevistaId, second?.entrevistaId]],
    );
    const map = await mapOf(`/pesquisas/${own.pesquisaId}/mapa`);
    const since = `/pesquisas/${own.pesquisaId}/mapa?desde=${encodeURIComponent(map.ate)}`;
    expect(await mapOf(since)).toMatchObject({ total: 2, linhas: [] });
    await review(await cellAt(second as AuditedIds, 0), { veredito: 'confere', motivo: 'ouvi_diferente' });
    const changes = await mapOf(since);
    expect(changes.total).toBe(2);
    expect(changes.linhas.map(({ id, c, ia, m }) => [id, c, ia, m])).toEqual([
      [second?.entrevistaId, 'CD', 'DD', 'p-'],
    ]);
  });

  longo.test("is not another company's: 404", async () => {
    const cell = await cellAt(rows[0] as AuditedIds, 0);
    const [{ entrevistaId, itemId }] = rows as [AuditedIds];
    for (const [method, url, payload] of [
      ['GET', `/pesquisas/${survey.pesquisaId}/mapa`],
      ['GET', `/auditorias/${survey.auditoriaId}/mapa`],
      ['GET', `/pesquisas/${survey.pesquisaId}/resultados`],
      ['GET', `/entrevistas/${entrevistaId}/confrontos`],
      ['GET', `/entrevistas/${entrevistaId}/confrontos/${cell.pergunta_id}`],
      ['PUT', `/confrontos/${cell.id}/revisao`, { veredito: 'confere', visto_em: cell.updated_at }],
      ['DELETE', `/confrontos/${cell.id}/revisao`],
      ['PUT', `/auditoria-item/${itemId}/sentencas/0`, { texto: 'x' }],
      ['DELETE', `/auditoria-item/${itemId}/sentencas/0/correcao`],
      ['POST', `/auditoria-item/${itemId}/trocar-vozes`, { visto: 'x' }],
    ] as const) {
      const { status, body } = await call(method, url, theirs.tokens.gerente, payload);
      expect([status, body.code], url).toEqual([404, 'nao_encontrado']);
    }
  });
});

describe('a cell', () => {
  it('shows question, proofs, sentences of the stretch and the signed recording', async () => {
    const [, second] = rows as [AuditedIds, AuditedIds];
    const { body } = await call<CelulaWire>(
      'GET',
      `/entrevistas/${second.entrevistaId}/confrontos/${survey.perguntas[1]?.id}`,
      mine.tokens.usuario,
    );
    const cell = body.data;
    expect(cell.pergunta).toMatchObject({ codigo: 'P2', texto: survey.perguntas[1]?.texto });
    expect(cell.pergunta.opcoes.map(({ texto }) => texto)).toEqual(['Sim', 'Não', 'Talvez']);
    expect(cell.entrevista).toMatchObject({ nome: 'Segunda', entrevistador: 'Bruno', propria: false });
    expect(cell.ouvir).toEqual({ inicio_ms: 8000, fim_ms: 15_000 });
    // The excerpt has P2 and its neighbours, without the interview's end.
    expect(cell.sentencas.map(({ ordem }) => ordem)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(cell.sentencas[2]).toMatchObject({
      falante: 'entrevistador',
      texto_original: null,
      inicio_ms: 8000,
    });
    expect(cell.evidencias.map(({ sobre }) => sobre)).toEqual(['leitura', 'resposta']);
    expect(cell.audioUrl).toMatch(new RegExp(`/auditoria-item/${second.itemId}/download\\?`));
    expect(cell.historico).toEqual([]);
  });

  it("unrecognised, shows the sheet's text, and does not count for the interviewer until someone decides", async () => {
    const own = await newSurvey(2);
    const made = await addAudited(test.deps.db, own, [{ letras: 'RC', agenteId: agents.bruno }]);
    const [ids] = made as [AuditedIds];
    const [first, second] = own.perguntas.map(({ id }) => id) as [string, string];
    await test.deps.db.query(
      `update confrontos set planilha = 'nao_reconhecida', motivo = 'planilha_nao_entendida', leitura_provada = true,
         digitado = null where entrevista_id = $1 and pergunta_id = $2`,
      [ids.entrevistaId, first],
    );
    await test.deps.db.query('delete from respostas where entrevista_id = $1', [ids.entrevistaId]);
    await test.deps.db.query(
      `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, celula_estado, celula)
       values (gen_random_uuid(), $1, $2, $3, 'nao_reconhecida', 'talvez')`,
      [mine.empresa.id, ids.entrevistaId, first],
    );
    const [cell, other] = (await cellsOf(ids)) as [ConfrontoWire, ConfrontoWire];
    expect([cell.pergunta_id, other.pergunta_id]).toEqual([first, second]);
    expect(cell).toMatchObject({
      veredito: 'a_revisar',
      motivo: 'A resposta da planilha não foi entendida: compare a fala com o texto da célula.',
      digitado: null,
      planilha: { situacao: 'nao_reconhecida', celula: 'talvez' },
    });
    expect(other.planilha).toBeNull();
    const read = async <T>(path: string) => (await call<T>('GET', path, mine.tokens.gerente)).body.data;
    const quality = async () =>
      (await read<ResultadosDaPesquisa>(`/pesquisas/${own.pesquisaId}/resultados`)).entrevistadores[0];
    expect(await quality()).toMatchObject({ entrevistas: 1, falhasProprias: { n: 0, d: 1 } });
    const { perguntas } = await read<Distribuicao>(`/pesquisas/${own.pesquisaId}/distribuicao`);
    expect(perguntas.map(({ ilegiveis, respondidas }) => [ilegiveis, respondidas.todas])).toEqual([
      [1, 0],
      [0, 0],
    ]);
    const [result] = await read<ResultadoDaAuditoria[]>(`/auditorias/${own.auditoriaId}/resultados`);
    expect(
      result?.respostas_coletadas.map(({ planilha, texto_resposta }) => [planilha, texto_resposta]),
    ).toEqual([
      [{ situacao: 'nao_reconhecida', celula: 'talvez' }, null],
      [null, other.digitado],
    ]);
    expect((await read<EntrevistaWire>(`/entrevistas/${ids.entrevistaId}`)).respostas).toMatchObject([
      { pergunta_id: first, opcoes: [], planilha: { situacao: 'nao_reconhecida', celula: 'talvez' } },
    ]);

    const motivo = MOTIVOS_REVISAO[0];
    expect((await review(cell, { veredito: 'diverge', motivo })).status).toBe(200);
    expect(await quality()).toMatchObject({ falhasProprias: { n: 1, d: 2 } });
  });

  longo.test('without a recording has no sound, and tells its interviewer that it is his', async () => {
    const [, , third] = rows as [AuditedIds, AuditedIds, AuditedIds];
    const url = `/entrevistas/${third.entrevistaId}/confrontos/${survey.perguntas[0]?.id}`;
    const { body } = await call<CelulaWire>('GET', url, ana.token);
    expect(body.data).toMatchObject({ audioUrl: null, entrevista: { propria: true, entrevistador: 'Ana' } });
  });

  longo.test('left to a person, says why in words', async () => {
    const cell = await cellAt(rows[1] as AuditedIds, 2);
    expect(cell.veredito).toBe('a_revisar');
    expect(cell.motivo).toBe('A citação da resposta não está no trecho, ou a fala é de outra pessoa.');
  });
});

describe("people's verdicts", () => {
  let own: AuditedSurvey;
  let ids: AuditedIds;
  beforeAll(async () => {
    own = await newSurvey(3);
    [ids] = (await addAudited(test.deps.db, own, [{ letras: 'DRC' }])) as [AuditedIds];
  });
  const rowOf = async () => (await mapOf(`/pesquisas/${own.pesquisaId}/mapa`)).linhas[0];

  it("change the cell and the map's row, and keep the AI's and the earlier ones", async () => {
    const before = await cellAt(ids, 0);
    const changed = await review(before, {
      veredito: 'confere',
      motivo: 'digitacao_equivalente',
      observacao: 'mesma coisa',
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      veredito: 'confere',
      veredito_ia: 'diverge',
      revisao: { veredito: 'confere', motivo: 'digitacao_equivalente', observacao: 'mesma coisa' },
    });
    expect(await rowOf()).toMatchObject({ c: 'CRC', ia: 'DRC', m: 'p--' });
    // A repeated request gives the same verdict, though the cell has changed since it was seen.
    const retried = await review(before, {
      veredito: 'confere',
      motivo: 'digitacao_equivalente',
      observacao: 'mesma coisa',
    });
    expect([retried.status, retried.body.data.revisao]).toEqual([200, changed.body.data.revisao]);

    // Another person gives the opposite verdict without a reason, and the first verdict becomes history. To replace
    // another person's verdict, a request must name it.
    const first = changed.body.data;
    const unseen = await review(first, { veredito: 'diverge' }, mine.tokens.gerente);
    expect([unseen.status, unseen.body.message]).toEqual([
      409,
      'Pessoa de Teste já deu o veredito desta resposta: Confere. Confirme para substituir esse veredito pelo seu.',
    ]);
    const nowhere = { veredito: 'diverge', substitui: first.id };
    expect((await review(first, nowhere, mine.tokens.gerente)).status).toBe(404);
    expect((await cellAt(ids, 0)).revisao).toEqual(first.revisao);
    const seen = { veredito: 'diverge', substitui: first.revisao?.id };
    const confirmed = await review(first, seen, mine.tokens.gerente);
    expect(confirmed.body.data.revisao).toMatchObject({ veredito: 'diverge', motivo: null });
    expect(await rowOf()).toMatchObject({ c: 'DRC', m: 'p--' });
    const url = `/entrevistas/${ids.entrevistaId}/confrontos/${before.pergunta_id}`;
    const { historico } = (await call<CelulaWire>('GET', url, mine.tokens.usuario)).body.data;
    expect(historico).toMatchObject([
      { veredito: 'confere', motivo: 'digitacao_equivalente', desfeita_em: null },
    ]);
  });

  longo.test("undone, let the AI's count again", async () => {
    const cell = await cellAt(ids, 1);
    await review(cell, { veredito: 'nao_perguntada', motivo: 'ouvi_diferente' });
    const undone = await call<ConfrontoWire>('DELETE', `/confrontos/${cell.id}/revisao`, mine.tokens.usuario);
    expect(undone.body.data).toMatchObject({ veredito: 'a_revisar', revisao: null });
    expect((await rowOf())?.c[1]).toBe('R');
    const again = await call('DELETE', `/confrontos/${cell.id}/revisao`, mine.tokens.usuario);
    expect([again.status, again.body.message]).toEqual([409, 'Esta resposta não tem revisão para desfazer.']);
    const url = `/entrevistas/${ids.entrevistaId}/confrontos/${cell.pergunta_id}`;
    const { historico } = (await call<CelulaWire>('GET', url, mine.tokens.usuario)).body.data;
    expect(historico).toMatchObject([{ veredito: 'nao_perguntada', desfeita_em: expect.any(String) }]);
  });

  longo.test("different from the AI's, ask for a reason", async () => {
    const refused = await review(await cellAt(ids, 2), { veredito: 'diverge' });
    expect([refused.status, refused.body.message]).toEqual([422, 'Selecione o motivo.']);
    expect(await cellAt(ids, 2)).toMatchObject({ veredito: 'confere', revisao: null });
  });

  longo.test('on what another person changed meanwhile are refused, and nothing changes', async () => {
    const seen = await cellAt(ids, 2);
    await review(seen, { veredito: 'confere' }, mine.tokens.gerente);
    const late = await review(seen, { veredito: 'diverge', motivo: 'ouvi_diferente' });
    expect([late.status, late.body.code]).toEqual([409, 'conflito']);
    const stale = await call(
      'DELETE',
      `/confrontos/${seen.id}/revisao?visto_em=${encodeURIComponent(seen.updated_at)}`,
      mine.tokens.usuario,
    );
    expect(stale.status).toBe(409);
    expect(await cellAt(ids, 2)).toMatchObject({ veredito: 'confere', revisao: { veredito: 'confere' } });
  });

  longo.test('on an analysis that another replaced are refused', async () => {
    const cell = await cellAt(ids, 0);
    await test.deps.db.query('update confrontos set vigente = false where id = $1', [cell.id]);
    const late = await review(cell, { veredito: 'diverge' });
    expect(late.status).toBe(409);
    expect(late.body.dados).toEqual({ substituido: true });
    await test.deps.db.query('update confrontos set vigente = true where id = $1', [cell.id]);
  });

  it('of two people at the same time, in cells of the same interview, both stand in the row', async () => {
    const fresh = await newSurvey(6);
    const [row] = (await addAudited(test.deps.db, fresh, [{ letras: 'DDDDDD' }])) as [AuditedIds];
    const cells = await cellsOf(row);
    const answers = await Promise.all(
      cells.map((cell, n) =>
        review(
          cell,
          { veredito: 'confere', motivo: 'outro' },
          n % 2 ? mine.tokens.gerente : mine.tokens.usuario,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(cells.map(() => 200));
    expect((await mapOf(`/pesquisas/${fresh.pesquisaId}/mapa`)).linhas[0]).toMatchObject({
      c: 'CCCCCC',
      m: 'pppppp',
    });
  });

  longo.test("stand in the log of actions, with the AI's", async () => {
    const { rows: logged } = await test.deps.db.query<{ acao: string; detalhes: { vereditoIa?: string } }>(
      `select acao, detalhes from registros_acesso where recurso = 'confronto' and detalhes ->> 'entrevistaId' = $1
        order by id`,
      [ids.entrevistaId],
    );
    expect(logged.map(({ acao }) => acao)).toContain('confronto_revisao_desfeita');
    expect(logged[0]).toMatchObject({
      acao: 'confronto_revisado',
      detalhes: { vereditoIa: 'diverge', veredito: 'confere' },
    });
  });
});

describe('the corrected transcript', () => {
  let own: AuditedSurvey;
  let ids: AuditedIds;
  beforeAll(async () => {
    own = await newSurvey(2);
    [ids] = (await addAudited(test.deps.db, own, [{ letras: 'CC', arquivoPath: 'g' }])) as [AuditedIds];
  });
  type Corrigida = { sentenca: CelulaWire['sentencas'][number]; recalculando: boolean };
  const correct = (body: object, ordem = 1) =>
    call<Corrigida>('PUT', `/auditoria-item/${ids.itemId}/sentencas/${ordem}`, mine.tokens.usuario, body);
  const wishes = async () =>
    (
      await test.deps.db.query('select 1 from entrevistas where id = $1 and rejulgar_em is not null', [
        ids.entrevistaId,
      ])
    ).rowCount;

  it('says the text and the speaker, keeps the original and asks for the verdicts anew', async () => {
    expect(await wishes()).toBe(0);
    const text = await correct({ texto: 'Não, discordo.' });
    expect(text.body.data).toMatchObject({
      sentenca: {
        ordem: 1,
        texto: 'Não, discordo.',
        texto_original: 'Sim, concordo.',
        falante: 'entrevistado',
        falante_original: null,
      },
      recalculando: true,
    });
    expect(await wishes()).toBe(1);
    // An earlier correction of the text stays if a new correction changes only the speaker.
    const voice = await correct({ falante: 'entrevistador' });
    expect(voice.body.data.sentenca).toMatchObject({
      texto: 'Não, discordo.',
      falante: 'entrevistador',
      falante_original: 'entrevistado',
      papel_origem: 'pessoa',
    });
    const back = await call<Corrigida>(
      'DELETE',
      `/auditoria-item/${ids.itemId}/sentencas/1/correcao`,
      mine.tokens.usuario,
    );
    expect(back.body.data.sentenca).toMatchObject({
      texto: 'Sim, concordo.',
      texto_original: null,
      falante: 'entrevistado',
    });
    const { rowCount } = await test.deps.db.query('select 1 from sentenca_correcoes where item_id = $1', [
      ids.itemId,
    ]);
    expect(rowCount).toBe(2);
  });

  longo.test(
    "goes only over the sentence that the person saw: another person's or another analysis's stays as it is",
    async () => {
      const seen = { texto: 'Sim, concordo.', falante: 'entrevistado' };
      const first = await correct({ texto: 'Sim, eu concordo.', visto: seen });
      expect(first.status, first.body.message).toBe(200);
      // A colleague's page still shows the old correction.
      for (const body of [{ texto: 'Não concordo.' }, { falante: 'entrevistador' }]) {
        const late = await correct({ ...body, visto: seen });
        expect([late.status, late.body.message, late.body.errors]).toEqual([
          409,
          'Esta frase mudou: outra pessoa a corrigiu ou a gravação foi processada de novo. Nada foi salvo.',
          [
            {
              campo: 'texto',
              mensagem: 'A frase mudou depois que você a abriu.',
              atual: 'Sim, eu concordo.',
            },
          ],
        ]);
      }
      const now = { texto: 'Sim, eu concordo.', falante: 'entrevistado' };
      expect((await correct({ texto: 'Sim.', visto: { ...now, falante: 'desconhecido' } })).status).toBe(409);
      const again = await correct({ texto: 'Sim, concordo.', visto: now });
      expect(again.body.data.sentenca).toMatchObject({ texto: 'Sim, concordo.', texto_original: null });
    },
  );

  longo.test('back to the original is no correction at all', async () => {
    await correct({ texto: 'Talvez.' });
    expect((await correct({ texto: 'Sim, concordo.' })).body.data.sentenca.texto_original).toBeNull();
    const none = await call(
      'DELETE',
      `/auditoria-item/${ids.itemId}/sentencas/1/correcao`,
      mine.tokens.usuario,
    );
    expect([none.status, none.body.code]).toEqual([409, 'conflito']);
  });

  it('with the voices swapped by two at the same time is swapped once; undone, is as before', async () => {
    await correct({ texto: 'Discordo.' });
    const swap = (visto: string, token = mine.tokens.usuario) =>
      call<{ sentencas: number; visto: string }>(
        'POST',
        `/auditoria-item/${ids.itemId}/trocar-vozes`,
        token,
        {
          visto,
        },
      );
    const panel = async () => {
      const url = `/entrevistas/${ids.entrevistaId}/confrontos/${own.perguntas[0]?.id}`;
      const { sentencas, vozes } = (await call<CelulaWire>('GET', url, mine.tokens.usuario)).body.data;
      return { falas: sentencas.map(({ falante, texto }) => [falante, texto.slice(0, 9)]), vozes };
    };
    const authors = async () =>
      (
        await test.deps.db.query(
          'select usuario_id, created_at from sentenca_correcoes where item_id = $1 and em_vigor',
          [ids.itemId],
        )
      ).rows;
    const before = await panel();
    const written = await authors();
    expect(before.vozes).toMatchObject({ frases: 4, trocadas: null });
    const { visto } = before.vozes as { visto: string };
    const both = await Promise.all([swap(visto), swap(visto, mine.tokens.gerente)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const now = both.find(({ status }) => status === 200)?.body.data as { sentencas: number; visto: string };
    expect(now.sentencas).toBe(4);
    const swapped = await panel();
    expect(swapped.falas.slice(0, 2)).toEqual([
      ['entrevistado', 'O senhor '],
      ['entrevistador', 'Discordo.'],
    ]);
    expect(swapped.vozes).toMatchObject({ visto: now.visto, trocadas: { por: 'Pessoa de Teste' } });
    expect((await swap(now.visto, mine.tokens.gerente)).status).toBe(200);
    // The author of the corrected text is the person who corrected it, not the person who undid the swap.
    expect(await panel()).toEqual(before);
    expect(await authors()).toEqual(written);
    const { rows: logged } = await test.deps.db.query(
      `select detalhes from registros_acesso where recurso_id = $1 and detalhes ? 'vozesTrocadas' order by id`,
      [ids.itemId],
    );
    expect(logged.map(({ detalhes }) => [detalhes.vozesTrocadas, detalhes.desfeita])).toEqual([
      [4, false],
      [4, true],
    ]);
  });

  longo.test('does not exist: 404; without a transcript, or during processing: 409', async () => {
    expect((await correct({ texto: 'x' }, 99)).status).toBe(404);
    const unheard = await call('PUT', `/auditoria-item/${mine.item.id}/sentencas/0`, mine.tokens.usuario, {
      texto: 'x',
    });
    expect([unheard.status, unheard.body.message]).toEqual([409, 'Esta ligação ainda não foi transcrita.']);
    await test.deps.db.query(`update auditoria_itens set status = 'processando' where id = $1`, [ids.itemId]);
    expect((await correct({ texto: 'x' })).status).toBe(409);
    await test.deps.db.query(`update auditoria_itens set status = 'concluido' where id = $1`, [ids.itemId]);
  });
});

describe("the interview's own interviewer", () => {
  it('changes nothing of what the audit said of it, by any route and under any name', async () => {
    const own = await newSurvey(2);
    const [alias = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Ana M.', fundidoEmId: agents.ana },
    ]);
    // Adds interviews of Ana: by her account, by its agent, and by an alias of that agent.
    const done = await addAudited(test.deps.db, own, [
      { letras: 'DC', usuarioId: ana.usuarioId },
      { letras: 'DC', agenteId: agents.ana },
      { letras: 'DC', agenteId: alias },
    ]);
    const template = await createTemplateVersion(test.deps, mine.empresa.id);
    for (const ids of done) {
      const item = { id: ids.itemId, ...own };
      const run = await createRunWithInsights(test.deps, item, [{ template, scoreConfianca: 0.1 }]);
      const cell = await cellAt(ids, 0);
      const routes = [
        [
          'PUT',
          `/confrontos/${cell.id}/revisao`,
          { veredito: 'confere', motivo: 'outro', visto_em: cell.updated_at },
        ],
        ['DELETE', `/confrontos/${cell.id}/revisao`],
        ['PUT', `/auditoria-item/${ids.itemId}/sentencas/1`, { texto: 'Outra coisa.' }],
        ['DELETE', `/auditoria-item/${ids.itemId}/sentencas/1/correcao`],
        ['POST', `/auditoria-item/${ids.itemId}/trocar-vozes`, { visto: 'x' }],
        ['POST', `/insights/validate/${run.ids[0]}`, { veredito: 'aprovado' }],
        ['DELETE', `/insights/validate/${run.ids[0]}`],
      ] as const;
      for (const [method, url, payload] of routes) {
        const { status, body } = await call(method, url, ana.token, payload);
        expect([status, body.message], `${method} ${url}`).toEqual([
          403,
          'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.',
        ]);
      }
      expect(await cellAt(ids, 0)).toEqual(cell);
      // The interviewer's own review queue does not offer the insight either.
      const waiting = async (token: string) =>
        (
          await call<{ insights: { id: string }[]; total: number }>(
            'GET',
            `/insights/revisao?projetoId=${own.projetoId}`,
            token,
          )
        ).body.data;
      expect(await waiting(ana.token)).toMatchObject({ insights: [], total: 0 });
      expect((await waiting(mine.tokens.usuario)).insights.map(({ id }) => id)).toContain(run.ids[0]);
      // The number on the page equals the queue's length.
      for (const token of [ana.token, mine.tokens.usuario]) {
        const { total } = await waiting(token);
        const stats = `projetoId=${own.projetoId}&periodo=7d`;
        const counted = await call<{ naFila: number }>('GET', `/insights/analytics/stats?${stats}`, token);
        expect(counted.body.data.naFila).toBe(total);
        const everywhere = await call<{ total: number }>('GET', '/insights/revisao', token);
        const home = await call<{ alertas: { insights: { n: number } } }>('GET', '/dashboard', token);
        expect(home.body.data.alertas.insights.n).toBe(everywhere.body.data.total);
      }
      expect((await review(cell, { veredito: 'confere', motivo: 'outro' }, mine.tokens.usuario)).status).toBe(
        200,
      );
    }
  });

  longo.test('neither decides on it nor verifies it, a manager included', async () => {
    const own = await newSurvey(1);
    const membro = await createMembro(test.deps, mine.empresa, {
      nome: 'Gerente que coleta',
      papel: 'gerente',
    });
    const token = signToken(test.deps, membro);
    const [eu = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Eu', usuarioId: membro.usuarioId },
    ]);
    const [alias = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Eu M.', fundidoEmId: eu },
    ]);
    const done = await addAudited(test.deps.db, own, [
      { letras: 'D', usuarioId: membro.usuarioId },
      { letras: 'D', agenteId: eu },
      { letras: 'D', agenteId: alias },
    ]);
    await call('POST', `/pesquisas/${own.pesquisaId}/verificacao/sortear`, mine.tokens.gerente);
    const { rows } = await test.deps.db.query<{ id: string; entrevista_id: string }>(
      'select id, entrevista_id from verificacoes where pesquisa_id = $1',
      [own.pesquisaId],
    );
    for (const ids of done) {
      const verificacao = rows.find((row) => row.entrevista_id === ids.entrevistaId)?.id;
      for (const [method, url, payload] of [
        ['PUT', `/entrevistas/${ids.entrevistaId}/revisao`, { para: 'aprovada', visto: 0 }],
        ['POST', `/verificacoes/${verificacao}/concluir`, { modo: 'ouvida', visto: 0 }],
        [
          'POST',
          `/verificacoes/${verificacao}/concluir`,
          { modo: 'recontato', resultado: 'confirmada', visto: 0 },
        ],
      ] as const) {
        const { status, body } = await call(method, url, token, payload);
        expect([status, body.message], `${method} ${url}`).toEqual([
          403,
          'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.',
        ]);
      }
    }
    const all = done.map(({ entrevistaId }) => ({ id: entrevistaId, visto: 0 }));
    const bulk = await call<{ alteradas: number }>(
      'POST',
      `/pesquisas/${own.pesquisaId}/entrevistas/revisao`,
      token,
      {
        para: 'aprovada',
        entrevistas: all,
      },
    );
    expect(bulk.body.data.alteradas).toBe(0);
    const given = await call<{ atribuidas: number }>(
      'POST',
      `/pesquisas/${own.pesquisaId}/verificacoes/atribuir`,
      token,
      {
        verificacoes: rows.map(({ id }) => id),
        usuario_id: membro.usuarioId,
      },
    );
    expect(given.body.data.atribuidas).toBe(0);
  });

  longo.test('does not erase it, verdicts along, even as a manager: another person erases', async () => {
    const own = await newSurvey(2);
    const membro = await createMembro(test.deps, mine.empresa, {
      nome: 'Gerente em campo',
      papel: 'gerente',
    });
    const [ids] = (await addAudited(test.deps.db, own, [{ letras: 'DC', usuarioId: membro.usuarioId }])) as [
      AuditedIds,
    ];
    const cell = await cellAt(ids, 0);
    const erase = (token: string) =>
      call('POST', `/auditoria-item/${ids.itemId}/apagar-dados`, token, { motivo: 'pedido_do_titular' });
    const refused = await erase(signToken(test.deps, membro));
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Você fez esta entrevista, que já foi auditada: outra pessoa precisa trocar a gravação, processá-la de novo ou apagar os dados.',
    ]);
    expect(await cellAt(ids, 0)).toEqual(cell);
    expect((await erase(mine.tokens.gerente)).status).toBe(200);
  });
});

longo.test("the map's row leaves with its last cell", async () => {
  const own = await newSurvey(1);
  const [ids] = (await addAudited(test.deps.db, own, [{ letras: 'C' }])) as [AuditedIds];
  await test.deps.db.transaction(async (tx) => {
    await tx.query('update confrontos set vigente = false where entrevista_id = $1', [ids.entrevistaId]);
    await saveMatrixRow(tx, ids.entrevistaId);
  });
  expect(await mapOf(`/pesquisas/${own.pesquisaId}/mapa`)).toMatchObject({ total: 0, linhas: [] });
});
