// Compares the figures of a survey and the results of an audit with manual counts.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import type {
  ResultadoDaAuditoria,
  ResultadoDeArquivo,
} from '@escuta/shared/contracts/surveys/auditoria-resultados';
import type { ConfrontoWire, Mapa, ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { clusteredProportion } from '@escuta/shared/domain/intervals/proportion';
import { addVerdicts, TAXAS_DE_CAMPO } from '@escuta/shared/domain/interview/device/field-quality';
import { noVerdicts } from '@escuta/shared/domain/interview/verdicts/figures';
import { verdictsOf } from '@escuta/shared/domain/interview/verdicts/matrix';
import { retireCells, updateCells } from '@escuta/shared/services/verdicts/interview-cells';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { bearer, createAuditoria, createItem, createTenant } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { byInterview } from '../support/survey-counts.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;
let agents: { ana: string; bruno: string };
let rows: AuditedIds[];

/** Twelve interviews of four questions: everybody reads P1 badly, only Bruno skips P2. */
const LETRAS = [
  'CCCX',
  'CCDX',
  'CCRX',
  'CICX',
  'UUUX',
  'CCCC',
  'CNCX',
  'CNCX',
  'CNDX',
  'CCCX',
  'CCCX',
  'CCCX',
];

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  const { db: pool } = test.deps;
  survey = await createOwnSurvey(test.deps, mine.empresa, 4);
  const [ana = '', bruno = ''] = await createAgents(pool, mine.empresa.id, [
    { nome: 'Ana' },
    { nome: 'Bruno' },
  ]);
  const [bru = ''] = await createAgents(pool, mine.empresa.id, [{ nome: 'Bru', fundidoEmId: bruno }]);
  agents = { ana, bruno };
  rows = await addAudited(
    pool,
    survey,
    LETRAS.map((letras, n) => ({
      letras,
      nome: `Pessoa ${n + 1}`,
      agenteId: n < 6 ? ana : n < 9 ? bruno : bru,
      leituras: n % 3 === 0 && letras[0] !== 'U' ? { 0: 'maior' as const } : {},
      ofensas: n === 0 ? 2 : 0,
    })),
  );
  await pool.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      nome_entrevistado, gravacao, situacao)
     select gen_random_uuid(), $1, $2, $3, $4, $5, 'Sem som', g, s::situacao_entrevista from unnest(
       array['esperada', 'esperada', 'sem_gravacao', 'recusada', 'recusada'],
       array['em_andamento', 'concluida', 'concluida', 'concluida', 'concluida']) t (g, s)`,
    [mine.empresa.id, survey.projetoId, survey.pesquisaId, survey.questionarioId, survey.versaoId],
  );
});
afterAll(() => test.close());

async function get<T>(url: string, token = mine.tokens.usuario): Promise<T> {
  const response = await test.app.inject({ url: `/api/v1${url}`, headers: bearer(token) });
  expect(response.statusCode, response.payload).toBe(200);
  return (response.json() as { data: T }).data;
}
const results = (query = '') =>
  get<ResultadosDaPesquisa>(`/pesquisas/${survey.pesquisaId}/resultados${query}`);
const share = (n: number, d: number) => expect.objectContaining({ n, d, valor: n / d });

it("the survey's figures are those counted by hand", async () => {
  const found = await results();
  // Of 12 × 4 cells 37 apply (11 of P4 do not); 3 of these are inaudible and 1 waits for review, so 33 are conclusive.
  expect(found.entrevistas).toEqual({
    total: 17,
    concluidas: 16,
    auditadas: 12,
    inaudiveis: 0,
    semGravacao: 2,
    gravacaoRecusada: 2,
    emEspera: 0,
    rejeitadas: 0,
    revisadas: 0,
    corrigidas: 0,
  });
  expect(found.ia.porVeredito).toEqual({
    nao_se_aplica: 11,
    inaudivel: 3,
    a_revisar: 1,
    nao_perguntada: 3,
    induzida: 1,
    diverge: 2,
    confere: 27,
  });
  expect(found.ia.audiveis).toEqual(share(11, 12));
  expect(found.ia.validadas).toEqual(share(33, 37));
  expect(found.ia.corretas).toEqual(share(27, 33));
  expect(found.ia.corretasDasAplicaveis).toEqual(share(27, 37));
  expect(found.ia.naoInterpretadas).toBe(4);
  expect(found.revisada).toEqual(found.ia);
  expect(found.ofensas).toBe(2);
  expect(found.sentimento).toBeCloseTo(0.5);
  const text = found.analise_geral_pesquisa ?? '';
  expect(text).toContain('12 entrevistas foram auditadas.');
  expect(text).toContain('Respostas validadas: 89,2% (33 de 37;');
  expect(text).toContain('2 respostas divergem, 3 perguntas não foram feitas e 1 resposta foi induzida.');
  expect(text).toContain('A pergunta P1 é lida com mudança de sentido por vários entrevistadores');
});

it("are the same as counted from the map's rows, one by one", async () => {
  const { linhas } = await get<Mapa>(`/pesquisas/${survey.pesquisaId}/mapa`);
  const entrevistas = linhas.map(({ ia }) => {
    const porVeredito = noVerdicts();
    for (const one of verdictsOf(ia)) porVeredito[one] += 1;
    return porVeredito;
  });
  const { ia } = await results();
  expect(ia.porVeredito).toEqual(addVerdicts(entrevistas.map((porVeredito) => ({ porVeredito }))));
  const { validadas, corretas, corretasDasAplicaveis } = byInterview(entrevistas);
  expect(ia).toMatchObject({
    validadas: clusteredProportion(validadas),
    corretas: clusteredProportion(corretas),
    corretasDasAplicaveis: clusteredProportion(corretasDasAplicaveis),
  });
});

longo.test(
  'takes as inaudible an interview of which more than a fifth is so, or in which nobody speaks',
  async () => {
    const own = await createOwnSurvey(test.deps, mine.empresa, 11);
    const [, , mute] = await addAudited(
      test.deps.db,
      own,
      // Of ten applicable answers, two are inaudible in the first interview and three in the second.
      ['UUCCCCCCCCX', 'UUUCCCCCCCX', 'CCCCCCCCCCX'].map((letras) => ({ letras })),
    );
    const audible = async () =>
      (await get<ResultadosDaPesquisa>(`/pesquisas/${own.pesquisaId}/resultados`)).ia.audiveis;
    expect(await audible()).toEqual(share(2, 3));
    await test.deps.db.query('update entrevista_matriz set tem_fala = false where entrevista_id = $1', [
      mute?.entrevistaId,
    ]);
    expect(await audible()).toEqual(share(1, 3));
  },
);

it('tells a wrong question from an erring interviewer', async () => {
  const { perguntas, entrevistadores } = await results();
  const [p1, p2, p3, p4] = perguntas;
  expect(perguntas.map(({ codigo }) => codigo)).toEqual(['P1', 'P2', 'P3', 'P4']);
  // The interviewers read P1 11 times in all, and in 4 of these readings they changed its meaning.
  expect(p1).toMatchObject({ problema: 'pergunta', base: 12, fidelidade: share(7, 11) });
  expect(p2).toMatchObject({ problema: 'nenhum', omissao: share(3, 11), inducao: share(1, 8) });
  expect(p3).toMatchObject({ digitacao: share(2, 10) });
  expect(p4).toMatchObject({ problema: 'amostra_pequena', base: 1 });
  // 'Bru' is an agent merged into Bruno. The faulty question P1 does not count against any interviewer.
  expect(entrevistadores).toMatchObject([
    { id: agents.ana, nome: 'Ana', entrevistas: 6, amostraPequena: true, falhasProprias: share(2, 13) },
    { id: agents.bruno, nome: 'Bruno', entrevistas: 6, amostraPequena: true, falhasProprias: share(4, 12) },
  ]);
  for (const rate of TAXAS_DE_CAMPO) {
    const summed = (of: readonly Pick<(typeof perguntas)[number], typeof rate>[]) => ({
      n: of.reduce((sum, one) => sum + (one[rate]?.n ?? 0), 0),
      d: of.reduce((sum, one) => sum + (one[rate]?.d ?? 0), 0),
    });
    expect(summed(entrevistadores)).toEqual(summed(perguntas));
  }
  // Six interviews are too few for an interviewer's confidence interval (`de`, `ate`), however many cells they have.
  expect(
    entrevistadores.map(({ fidelidade, falhasProprias }) => [fidelidade?.de, falhasProprias?.ate]),
  ).toEqual([
    [null, null],
    [null, null],
  ]);
});

it("follow the review, and the AI's stand beside them", async () => {
  const before = await results();
  const url = `/entrevistas/${rows[1]?.entrevistaId}/confrontos`;
  const cell = (await get<ConfrontoWire[]>(url))[2] as ConfrontoWire;
  const payload = { veredito: 'confere', motivo: 'digitacao_equivalente', visto_em: cell.updated_at };
  const headers = bearer(mine.tokens.gerente);
  const put = await test.app.inject({
    method: 'PUT',
    url: `/api/v1/confrontos/${cell.id}/revisao`,
    headers,
    payload,
  });
  expect(put.statusCode).toBe(200);
  const after = await results();
  expect(after.ia).toEqual(before.ia);
  expect(after.revisada.corretas).toEqual(share(28, 33));
  expect(after.entrevistas.revisadas).toBe(1);
  expect(after.perguntas[2]?.digitacao).toEqual(share(1, 10));
  expect(after.analise_geral_pesquisa).toContain('1 veredito é de uma pessoa');
  await test.app.inject({ method: 'DELETE', url: `/api/v1/confrontos/${cell.id}/revisao`, headers });
  expect(await results()).toEqual(before);
});

it("follow a sentence's correction, and the AI's do not change", async () => {
  const before = await results();
  const ids = rows[1] as AuditedIds;
  const cells = `/entrevistas/${ids.entrevistaId}/confrontos`;
  const cell = (await get<ConfrontoWire[]>(cells))[0] as ConfrontoWire;
  expect([cell.veredito, cell.correcao]).toEqual(['confere', null]);
  const sentence = `/api/v1/auditoria-item/${ids.itemId}/sentencas/1`;
  const headers = bearer(mine.tokens.gerente);
  const put = await test.app.inject({ method: 'PUT', url: sentence, headers, payload: { texto: 'Não.' } });
  expect(put.statusCode).toBe(200);
  // Writes the rules' verdict on the corrected sentence, as the worker does.
  const judge = (veredito: string) =>
    test.deps.db.transaction(async (tx) => {
      const { rows: stored } = await tx.query('select * from confrontos where id = $1', [cell.id]);
      const derived = { columns: { ...stored[0], veredito }, quotes: [] };
      const owner = { empresaId: mine.empresa.id, execucaoId: ids.execucaoId };
      await updateCells(tx, owner, [derived as unknown as Parameters<typeof updateCells>[2][number]]);
      await saveMatrixRow(tx, ids.entrevistaId);
    });
  await judge('diverge');
  const after = await results();
  expect(after.ia).toEqual(before.ia);
  expect(after.revisada.porVeredito.diverge).toBe(before.revisada.porVeredito.diverge + 1);
  expect(after.entrevistas).toMatchObject({ revisadas: 0, corrigidas: 1 });
  expect(after.correcoes).toMatchObject([{ por: 'Pessoa de Teste', celulas: 1 }]);
  expect(after.analise_geral_pesquisa).toContain(
    '1 veredito mudou depois que uma pessoa corrigiu a transcrição',
  );
  const file = await test.app.inject({
    url: `/api/v1/pesquisas/${survey.pesquisaId}/microdados/exportar?formato=csv`,
    headers,
  });
  const [names = [], ...lines] = file.payload
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .map((row) => row.split(';'));
  const row = lines.find(([id]) => id === ids.entrevistaId) ?? [];
  expect(row[names.indexOf('P1_veredito_por')]).toBe('IA após correção da transcrição');
  expect(row[names.indexOf('P1_apos_correcao')]).toMatch(/^Pessoa de Teste em \d{2}\/\d{2}\/\d{4}$/);
  expect(row[names.indexOf('P2_apos_correcao')]).toBe('');
  const map = await get<Mapa>(`/pesquisas/${survey.pesquisaId}/mapa`);
  const line = map.linhas.find(({ id }) => id === ids.entrevistaId);
  expect([line?.c[0], line?.ia[0]]).toEqual(['D', 'C']);
  // The migration corrects a row in which an earlier version had replaced the AI's letter by the corrected one.
  const migration = readFileSync(
    'prisma/upgrade/20261209200001_primeiro_veredito_migrar/migration.sql',
    'utf8',
  );
  const { db: pool } = test.deps;
  await pool.query('update entrevista_matriz set codigos_ia = codigos where entrevista_id = $1', [
    ids.entrevistaId,
  ]);
  await pool.query(migration.slice(migration.indexOf('UPDATE ')));
  expect((await results()).ia).toEqual(before.ia);
  expect((await get<ConfrontoWire[]>(cells))[0]).toMatchObject({
    veredito: 'diverge',
    veredito_ia: 'confere',
    revisao: null,
    correcao: { veredito: 'diverge', por: 'Pessoa de Teste' },
  });
  await test.app.inject({ method: 'DELETE', url: `${sentence}/correcao`, headers });
  await judge('confere');
  expect(await results()).toEqual(before);
  expect((await get<ConfrontoWire[]>(cells))[0]).toMatchObject({ veredito_ia: 'confere', correcao: null });
});

longo.test('cut by interviewer and days are those of these interviews', async () => {
  const found = await results(`?agente_id=${agents.bruno}`);
  expect(found.entrevistas).toMatchObject({ total: 6, auditadas: 6 });
  expect(found.entrevistadores).toHaveLength(1);
  expect(found.ia.corretas).toEqual(share(14, 18));
  const none = await results('?de=2100-01-01');
  expect(none).toMatchObject({
    analise_geral_pesquisa: null,
    perguntas: [],
    ia: { audiveis: null, corretas: null },
  });
});

it("an audit's figures are those of its interviews, also when cut", async () => {
  const url = `/auditorias/${survey.auditoriaId}/numeros`;
  const [own, whole] = [await get<ResultadosDaPesquisa>(url), await results()];
  // The audit has no items for the five unaudited interviews.
  expect(own).toEqual({
    ...whole,
    entrevistas: { ...whole.entrevistas, total: 12, concluidas: 12, semGravacao: 0, gravacaoRecusada: 0 },
    analise_geral_pesquisa: expect.stringContaining('A pergunta P1 é lida com mudança de sentido'),
  });
  const cut = await get<ResultadosDaPesquisa>(`${url}?agente_id=${agents.bruno}`);
  expect(cut.entrevistadores.map(({ nome, entrevistas }) => [nome, entrevistas])).toEqual([['Bruno', 6]]);
  expect(cut.ia.corretas).toEqual(share(14, 18));
  const ofCalls = await get<ResultadosDaPesquisa>(`/auditorias/${mine.auditoria.id}/numeros`);
  expect(ofCalls).toMatchObject({ entrevistas: { total: 0 }, perguntas: [], entrevistadores: [] });
});

longo.test(
  "an audit's summary says the three percentages, and of one without interviews, nothing",
  async () => {
    const summary = await get<Record<string, unknown>>(`/auditorias/${survey.auditoriaId}/summary`);
    expect(summary).toMatchObject({
      percent_conversas_audiveis: 91.7,
      percent_respostas_validadas: 89.2,
      percent_respostas_corretas: 81.8,
      // The overall analysis is the same as in the audit's figures, and includes the faulty question.
      analise_geral_pesquisa: (await get<ResultadosDaPesquisa>(`/auditorias/${survey.auditoriaId}/numeros`))
        .analise_geral_pesquisa,
      figuras: { ia: { corretas: share(27, 33) } },
    });
    expect(await get(`/auditorias/${mine.auditoria.id}/summary`)).toEqual({
      percent_conversas_audiveis: null,
      percent_respostas_validadas: null,
      percent_respostas_corretas: null,
      analise_geral_pesquisa: null,
      figuras: null,
    });
  },
);

longo.test(
  'interviews with an inaudible recording lower the audible conversations, and other errors do not',
  async () => {
    const { db: pool } = test.deps;
    const own = await createOwnSurvey(test.deps, mine.empresa, 2);
    const ended = async (codigos: string[], status = 'erro') => {
      const [one] = await addAudited(pool, own, [
        { letras: 'CC', arquivoPath: `gravacoes/${codigos.join()}.mp3` },
      ]);
      // Removes the interview's cells and its row in the map, because a run without findings leaves neither.
      await pool.transaction((tx) => retireCells(tx, one?.entrevistaId ?? ''));
      await pool.query('update auditoria_itens set status = $2::status_processamento where id = $1', [
        one?.itemId,
        status,
      ]);
      await pool.query('delete from execucoes where item_id = $1', [one?.itemId]);
      await pool.query(
        `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, codigo_motivo,
          created_at)
       select gen_random_uuid(), $1, $2, $3, 'erro', 'manual', '{}', c, now() - make_interval(mins => (10 - n)::int)
       from unnest($4::text[]) with ordinality t (c, n)`,
        [mine.empresa.id, own.projetoId, one?.itemId, codigos],
      );
    };
    const summary = () => get<Record<string, unknown>>(`/auditorias/${own.auditoriaId}/summary`);
    await ended(['audio_inaudivel']);
    expect(await summary()).toMatchObject({
      percent_conversas_audiveis: 0,
      percent_respostas_validadas: null,
      analise_geral_pesquisa: expect.stringMatching(
        /^Nenhuma entrevista foi auditada\. Conversas audíveis: 0% \(0 de 1;.*Sem fala compreensível na gravação: 1 entrevista\./,
      ),
    });
    await addAudited(pool, own, [{ letras: 'CC' }, { letras: 'CD' }]);
    await ended(['provedor_indisponivel', 'sem_transcricao']);
    // Interviews that are not inaudible: a run had another cause; the item is pending; the last run had another cause.
    await ended(['provedor_indisponivel']);
    await ended(['audio_inaudivel'], 'pendente');
    await ended(['audio_inaudivel', 'provedor_indisponivel']);
    expect(await summary()).toMatchObject({
      percent_conversas_audiveis: 50,
      percent_respostas_validadas: 100,
      percent_respostas_corretas: 75,
      figuras: { ia: { audiveis: share(2, 4) }, revisada: { audiveis: share(2, 4) } },
    });
    const found = await get<ResultadosDaPesquisa>(`/pesquisas/${own.pesquisaId}/resultados`);
    expect(found.entrevistas).toMatchObject({ total: 7, auditadas: 2, inaudiveis: 2, semGravacao: 0 });
    expect(found.revisada.audiveis).toEqual(share(2, 4));
  },
);

it("the results have the collected answers with each one's verdict, page by page", async () => {
  const headers = bearer(mine.tokens.usuario);
  const page = await test.app.inject({
    url: `/api/v1/auditorias/${survey.auditoriaId}/resultados?limit=5&page=3`,
    headers,
  });
  const { data, pagination } = page.json() as { data: ResultadoDaAuditoria[]; pagination: object };
  expect(pagination).toEqual({ page: 3, limit: 5, total: 12, totalPages: 3, totalExato: true });
  expect(data.map(({ nome_entrevistado }) => nome_entrevistado)).toEqual(['Pessoa 2', 'Pessoa 1']);
  expect(data[0]).toMatchObject({
    id: rows[1]?.itemId,
    entrevista_id: rows[1]?.entrevistaId,
    transcricao_cliente: 'Sim, concordo. Sim, concordo. Sim, concordo. Sim, concordo.',
    call_data: { processing_status: 'concluido' },
    analise_individual: {
      resultado: '2 de 3 respostas conferem; Diverge: 1.',
      business_metrics: {
        qualityScore: null,
        complianceChecks: { overallScore: null },
        salesMetrics: { conversion_probability: null },
      },
    },
  });
  expect(
    data[0]?.respostas_coletadas.map(({ codigo, veredito, falado }) => [codigo, veredito, falado]),
  ).toEqual([
    ['P1', 'confere', 'Sim'],
    ['P2', 'confere', 'Sim'],
    ['P3', 'diverge', 'Sim'],
    ['P4', 'nao_se_aplica', 'Sim'],
  ]);
  expect(data[0]?.transcricao_agente?.startsWith('O senhor concorda')).toBe(true);
});

longo.test(
  "of what each side said, an audit's results show the beginning, counted in characters",
  async () => {
    const { db: pool } = test.deps;
    const [, , ids] = rows;
    const transcript = 't.id = s.transcricao_id and t.resultado_id = $1';
    const before = await pool.query<{ id: string; texto: string }>(
      `select s.id, s.texto from sentencas s join transcricoes t on ${transcript} where s.falante = 'entrevistado'
        order by s.ordem limit 1`,
      [ids?.resultadoId],
    );
    const [sentence] = before.rows;
    const say = (texto: string | undefined) =>
      pool.query('update sentencas set texto = $1 where id = $2', [texto, sentence?.id]);
    // The text is cut by characters: an emoji is one character, although it has two UTF-16 units.
    await say('🙂'.repeat(2500));
    const url = `/auditorias/${survey.auditoriaId}/resultados?limit=50`;
    const shown = (await get<ResultadoDaAuditoria[]>(url)).find(({ id }) => id === ids?.itemId);
    expect(shown?.transcricao_cliente).toBe('🙂'.repeat(2000));
    await say(sentence?.texto);
  },
);

longo.test('each result of an item has the collected answers as they were confronted in it', async () => {
  const { db: pool } = test.deps;
  const [ids] = await addAudited(pool, { ...survey, auditoriaId: mine.auditoria.id }, [
    { letras: 'CDNX', nome: 'Duas vezes' },
  ]);
  const history = () =>
    get<ResultadoDaAuditoria[]>(`/auditoria-item/${ids?.itemId}/resultados`).then((all) =>
      all.map(({ respostas_coletadas }) =>
        respostas_coletadas.map((one) => [one.codigo, one.texto_resposta, one.falado, one.veredito]),
      ),
    );
  const confronted = [
    ['P1', 'Sim', 'Sim', 'confere'],
    ['P2', 'Sim', 'Sim', 'diverge'],
    ['P3', 'Sim', 'Sim', 'nao_perguntada'],
    ['P4', 'Sim', 'Sim', 'nao_se_aplica'],
  ];
  expect(await history()).toEqual([confronted]);
  // A later run without cells has only typed answers.
  await pool.query(
    `with x as (
       insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
       select gen_random_uuid(), empresa_id, projeto_id, id, 'concluida', 'manual', '{}' from auditoria_itens
         where id = $1
       returning id, empresa_id, projeto_id, item_id)
     insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
       status_processamento, updated_at)
     select gen_random_uuid(), x.empresa_id, x.projeto_id, $2, x.item_id, x.id, 'concluido', now() from x`,
    [ids?.itemId, mine.auditoria.id],
  );
  expect(await history()).toEqual([
    [
      ['P1', 'Sim', null, null],
      ['P2', 'Sim', null, null],
      ['P3', null, null, null],
      ['P4', null, null, null],
    ],
    confronted,
  ]);
});

longo.test("an interview's result says which cell to open in the map", async () => {
  const found = async (letras: string) => {
    const [ids] = await addAudited(test.deps.db, { ...survey, auditoriaId: mine.auditoria.id }, [
      { letras, nome: 'Para abrir' },
    ]);
    const { auditoriaItem } = await get<ResultadoCompleto>(`/auditoria-items/${ids?.itemId}/resultados`);
    const { entrevistaId, perguntaId } = auditoriaItem.celulaNoMapa ?? {};
    expect(entrevistaId).toBe(ids?.entrevistaId);
    return survey.perguntas.findIndex(({ id }) => id === perguntaId);
  };
  // The page opens the first cell that accuses the interviewer or waits for a person. An inaudible cell does neither.
  expect(await found('CUDR')).toBe(2);
  expect(await found('CCRN')).toBe(2);
  expect(await found('CCCX')).toBe(0);
});

longo.test('what was typed appears before any audit', async () => {
  const { db: pool } = test.deps;
  const [id = ''] = (
    await addAudited(pool, survey, [{ letras: 'CCCX', nome: 'Sem auditoria', em: new Date('2020-01-01') }])
  ).map(({ entrevistaId }) => entrevistaId);
  await pool.query('update confrontos set vigente = false where entrevista_id = $1', [id]);
  await pool.query('delete from entrevista_matriz where entrevista_id = $1', [id]);
  const all = await get<ResultadoDaAuditoria[]>(`/auditorias/${survey.auditoriaId}/resultados?limit=50`);
  const found = all.find(({ entrevista_id }) => entrevista_id === id);
  expect(
    found?.respostas_coletadas.map(({ texto_resposta, veredito }) => [texto_resposta, veredito]),
  ).toEqual([
    ['Sim', null],
    ['Sim', null],
    ['texto livre', null],
    [null, null],
  ]);
});

it('the files are the documents and the recordings, with the beginning of what was said', async () => {
  const { db: pool, prisma } = test.deps;
  const auditoria = await createAuditoria(test.deps, { id: survey.projetoId, empresaId: mine.empresa.id });
  const place = { ...survey, auditoriaId: auditoria.id };
  await addAudited(pool, place, [{ letras: 'CC', arquivoPath: 'g1', em: new Date('2026-03-02T10:00:00Z') }]);
  const item = await createItem(test.deps, auditoria, {
    status: 'erro',
    createdAt: new Date('2026-03-03T10:00:00Z'),
  });
  await prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { arquivoPath: 'g2', arquivoNome: 'ruim.mp3', motivo: 'Não se ouve nada.' },
  });
  await prisma.auditoriaArquivo.create({
    data: {
      empresaId: mine.empresa.id,
      auditoriaId: auditoria.id,
      papel: 'perguntas',
      nome: 'perguntas.docx',
      tipo: 'application/octet-stream',
      tamanho: 10,
      sha256: 'x',
      chaveObjeto: 'doc',
      status: 'concluido',
      createdAt: new Date('2026-03-01T10:00:00Z'),
    },
  });
  await test.deps.store.put('doc', Readable.from([Buffer.from('P1. Idade?')]), {
    contentType: 'text/plain',
  });
  // An item without a recording is not listed as a file.
  await createItem(test.deps, auditoria);
  const files = await get<ResultadoDeArquivo[]>(`/auditorias/${auditoria.id}/files`);
  expect(files.map(({ arquivo_nome, status, motivo }) => [arquivo_nome, status, motivo])).toEqual([
    ['ruim.mp3', 'erro', 'Não se ouve nada.'],
    ['entrevista.mp3', 'sucesso', null],
    ['perguntas.docx', 'sucesso', null],
  ]);
  expect(files[1]?.transcricao?.startsWith('O senhor concorda com a afirmação de número 1')).toBe(true);
  expect(files[2]).toMatchObject({ item_id: null, transcricao: null });
  // When another recording is attached, the first recording's transcript is not shown under the new recording's name.
  const heard = files[1]!.item_id!;
  await pool.query(
    `insert into execucao_etapas (execucao_id, empresa_id, ordem, etapa, status, saida)
     select execucao_id, empresa_id, 1, 'audio', 'concluida', '{"arquivoPath": "g1"}' from auditoria_resultados
       where item_id = $1
     on conflict (execucao_id, etapa) do update set saida = excluded.saida`,
    [heard],
  );
  const shown = async () => [
    (await get<ResultadoDeArquivo[]>(`/auditorias/${auditoria.id}/files`))[1]?.transcricao != null,
    (await get<ResultadoDaAuditoria[]>(`/auditorias/${auditoria.id}/resultados`)).some(
      ({ analise_individual }) => analise_individual !== null,
    ),
  ];
  expect(await shown()).toEqual([true, true]);
  await prisma.auditoriaItem.update({
    where: { id: heard },
    data: { arquivoPath: 'g3', arquivoNome: 'outra.mp3' },
  });
  expect(await shown()).toEqual([false, false]);
  await prisma.auditoriaItem.update({
    where: { id: heard },
    data: { arquivoPath: 'g1', arquivoNome: 'entrevista.mp3' },
  });
  // People who may export can download a document unchanged, and each download is logged.
  const url = `/api/v1/auditorias/${auditoria.id}/files/${files[2]?.id}/download`;
  const take = (token: string) => test.app.inject({ method: 'GET', url, headers: bearer(token) });
  const taken = await take(mine.tokens.gerente);
  expect([taken.statusCode, taken.body]).toEqual([200, 'P1. Idade?']);
  expect(taken.headers['content-disposition']).toContain('attachment; filename="perguntas.docx"');
  expect((await take(mine.tokens.usuario)).json()).toMatchObject({
    message:
      'Para baixar os documentos de uma auditoria, você precisa da permissão “Exportar dados”: peça a um gerente.',
  });
  const logged = await prisma.registroAcesso.findMany({ where: { acao: 'documento_baixado' } });
  expect(logged.map(({ recursoId }) => recursoId)).toEqual([auditoria.id]);
});
