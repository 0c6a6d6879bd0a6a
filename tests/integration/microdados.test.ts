// A survey's exported files: microdata, codebook and report, cell by cell as other programs read them.
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { read, SSF, utils } from '@e965/xlsx';
import type { ConfrontoWire } from '@escuta/shared/contracts/surveys/confrontos';
import type { getMicrodados } from '@escuta/shared/contracts/surveys/microdados';
import { activeMs, type EventoDoTempo, marksOf } from '@escuta/shared/domain/interview/device/active-time';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { newId } from '@escuta/shared/platform/database/ids';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';

import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { bearer, createApiKey, createTenant } from '../support/factories.ts';
import { frozenOption, frozenQuestion } from '../support/frozen-question.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
});
afterAll(() => test.close());
beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 3);
});

const option = (texto: string, valor: number, especial: 'nao_sabe' | 'outro' | null = null) =>
  frozenOption({ id: randomUUID(), texto, valor, especial });
const question = (codigo: string, fields: Partial<PerguntaCongelada>) =>
  frozenQuestion({ id: randomUUID(), codigo, texto: `Pergunta ${codigo}?`, tipo: 'texto', ...fields });

/** Adds a version to the survey's questionnaire, or to another questionnaire. */
async function addVersion(
  numero: number,
  perguntas: readonly PerguntaCongelada[],
  questionarioId = survey.questionarioId,
): Promise<string> {
  const { db: pool } = test.deps;
  await pool.query(
    `insert into perguntas (id, empresa_id, questionario_id, codigo, texto_pergunta, tipo, ordem, excluida_em)
     select (q ->> 'id')::uuid, $2, $3, q ->> 'codigo' || '-' || $4, q ->> 'texto', (q ->> 'tipo')::tipo_pergunta, 1,
     now()
     from jsonb_array_elements($1::jsonb) q on conflict do nothing`,
    [JSON.stringify(perguntas), mine.empresa.id, questionarioId, String(numero)],
  );
  const id = newId();
  await pool.query(
    'insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo) values ($1, $2, $3, $4, $5)',
    [id, mine.empresa.id, questionarioId, numero, JSON.stringify({ perguntas })],
  );
  return id;
}

type Typed = { opcoes?: string[]; texto?: string };
/** Adds an interview with the answers that its interviewer typed; `columns` replace the default columns. */
async function addInterview(
  versaoId: string,
  answers: readonly (readonly [PerguntaCongelada, Typed])[],
  columns: Record<string, unknown> = {},
): Promise<string> {
  const { db: pool } = test.deps;
  const id = newId();
  const row = {
    id,
    empresa_id: mine.empresa.id,
    projeto_id: survey.projetoId,
    pesquisa_id: survey.pesquisaId,
    questionario_id: survey.questionarioId,
    questionario_versao_id: versaoId,
    nome_entrevistado: 'Maria da Silva',
    telefone_entrevistado: '+55 11 98888-7777',
    situacao: 'concluida',
    created_at: new Date('2026-03-10T01:30:00Z'),
    concluida_em: new Date('2026-03-10T01:42:30Z'),
    consentimento: 'aceito',
    ...columns,
  };
  const names = Object.keys(row);
  await pool.query(
    `insert into entrevistas (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  for (const [{ id: perguntaId }, { opcoes = [], texto = null }] of answers) {
    await pool.query(
      `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta)
       values (gen_random_uuid(), $1, $2, $3, $4::uuid[], $5)`,
      [mine.empresa.id, id, perguntaId, opcoes, texto],
    );
  }
  return id;
}

const path = (query = '', id = survey.pesquisaId) => `/api/v1/pesquisas/${id}/microdados/exportar${query}`;
async function download(query = '', headers: Record<string, string> = bearer(mine.tokens.gerente)) {
  const response = await test.app.inject({ url: path(query), headers });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    json: () => response.json(),
  };
}
/** Downloads the CSV; returns its rows, each by column name. */
async function rowsOf(query = '', headers?: Record<string, string>): Promise<Record<string, string>[]> {
  const { status, bytes } = await download(query, headers);
  expect(status, bytes.toString()).toBe(200);
  return parse(bytes, { bom: true, delimiter: ';', record_delimiter: '\r\n', columns: true });
}
const counts = async (query = '') =>
  (
    await callApi<z.infer<(typeof getMicrodados)['response']>['data']>(
      test,
      mine.tokens.gerente,
      'GET',
      `/pesquisas/${survey.pesquisaId}/microdados${query}`,
    )
  ).body.data.questionarios;
const logged = async () =>
  (
    await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: survey.pesquisaId, acao: 'microdados_exportados' },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ usuarioId, detalhes }) => ({ usuarioId, ...(detalhes as object) }));

const compra = question('C1', {
  tipo: 'escolha',
  opcoes: [option('Sim', 1), option('Não', 2), option('Não sabe', 99, 'nao_sabe')],
});
const [sim, nao, ns] = compra.opcoes.map(({ id }) => id) as [string, string, string];
const frutas = question('C2', {
  tipo: 'multipla',
  mostrarSe: { perguntaId: compra.id, opcoes: [sim] },
  opcoes: [option('Uva', 1), option('Caju; doce', 2), option('Outra', 98, 'outro')],
});
const [uva, , outra] = frutas.opcoes.map(({ id }) => id) as [string, string, string];
const renda = question('C3', { tipo: 'numero', unidade: 'reais' });
const nasceu = question('C4', { tipo: 'data' });
const opiniao = question('C5', { obrigatoria: false });
const TODAS = [compra, frutas, renda, nasceu, opiniao];

describe('the rows', () => {
  it('are one an interview, with codes, labels, types and what became of each question', async () => {
    const v1 = await addVersion(2, TODAS);
    await addInterview(v1, [
      [compra, { opcoes: [sim] }],
      [frutas, { opcoes: [uva, outra], texto: '=HYPERLINK("x")' }],
      [renda, { texto: '1.042,5' }],
      [nasceu, { texto: '09/03/1984' }],
      [opiniao, { texto: '+ caro; "ruim"\nmesmo' }],
    ]);
    await addInterview(v1, [[compra, { opcoes: [nao] }]], { created_at: new Date('2026-03-11T12:00:00Z') });
    await addInterview(v1, [[compra, { opcoes: [ns] }]], {
      created_at: new Date('2026-03-12T12:00:00Z'),
      situacao: 'interrompida',
      concluida_em: null,
      codigo_externo: '007',
    });
    const [first, second, third, ...none] = await rowsOf();
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      questionario: 'Questionário',
      versao: '2',
      // In São Paulo the interview began at 22:30 of the day before.
      dia: '09/03/2026',
      inicio: '09/03/2026 22:30',
      fim: '09/03/2026 22:42',
      duracao_s: '750',
      situacao: 'Concluída',
      consentimento: 'Aceito',
      revisao: 'Pendente',
      nas_contas: '1',
      auditada: '0',
      verificacao: '',
      C1: '1',
      C1_rotulo: 'Sim',
      C1_situacao: 'Respondida',
      C1_veredito: '',
      C2: '1|98',
      C2_rotulo: 'Uva | Outra',
      C2_1: '1',
      C2_2: '0',
      C2_98: '1',
      C2_outro: `'=HYPERLINK("x")`,
      C3: '1042,5',
      C4: '09/03/1984',
      C5: `'+ caro; "ruim"\nmesmo`,
    });
    expect(second).toMatchObject({
      C1: '2',
      C2: '',
      C2_1: '',
      C2_situacao: 'Não se aplica',
      C3: '',
      C3_situacao: 'Sem resposta',
    });
    expect(third).toMatchObject({
      situacao: 'Interrompida',
      nas_contas: '0',
      fim: '',
      duracao_s: '',
      codigo_externo: '007',
      C1_situacao: 'Não sabe',
      C3_situacao: 'Não alcançada',
    });
    // The export leaves out names by default.
    expect(Object.keys(first ?? {})).not.toContain('entrevistado');
    expect((await download()).bytes.toString()).not.toMatch(/Maria|98888/);
    const [named] = await rowsOf('?identificacao=true');
    expect(named).toMatchObject({ entrevistado: 'Maria da Silva', telefone: "'+55 11 98888-7777" });
  });

  it("count in the duration only the time that the interview was open, by the device's clock", async () => {
    const v2 = await addVersion(2, TODAS);
    const events = (id: string, fonte: string, log: readonly Partial<EventoDoTempo & { em: string }>[]) =>
      test.deps.db.query(
        `insert into entrevista_eventos
           (entrevista_id, fonte, seq, empresa_id, tipo, mono_ms, gravacao, audio_ms, created_at)
         select $1, $2, row_number() over (), $3, tipo, mono_ms, gravacao, audio_ms, coalesce(em, now())
         from jsonb_to_recordset($4) as l (tipo text, mono_ms bigint, gravacao int, audio_ms bigint, em timestamptz)`,
        [id, fonte, mine.empresa.id, JSON.stringify(log)],
      );
    const iniciada_em = new Date('2026-03-10T01:30:00Z');
    const device = await addInterview(v2, [], {
      iniciada_em,
      concluida_em: new Date('2026-03-10T03:00:00Z'),
    });
    const log: EventoDoTempo[] = [
      { tipo: 'iniciada', mono_ms: 0 },
      { tipo: 'gravacao_iniciada', mono_ms: 1000, gravacao: 1 },
      { tipo: 'pergunta_exibida', mono_ms: 20_000, gravacao: 1 },
      // The browser was killed 70 s after the recording began, and opened again half an hour later.
      { tipo: 'gravacao_interrompida', mono_ms: 1_800_000, gravacao: 1, audio_ms: 70_000 },
      { tipo: 'retomada', mono_ms: 1_800_000 },
      { tipo: 'pausa', mono_ms: 1_830_000 },
      { tipo: 'retomada', mono_ms: 5_390_000 },
      { tipo: 'finalizada', mono_ms: 5_400_000 },
    ].map((one) => ({ gravacao: null, audio_ms: null, ...one }) as EventoDoTempo);
    await events(device, 'aparelho', log);
    const server = await addInterview(v2, [], { concluida_em: new Date('2026-03-10T02:30:00Z') });
    await events(server, 'servidor', [
      { tipo: 'interrompida', em: '2026-03-10T01:40:00Z' },
      { tipo: 'retomada', em: '2026-03-10T02:25:00Z' },
    ]);
    const rows = await rowsOf();
    const secondsOf = (id: string) => Number(rows.find(({ entrevista }) => entrevista === id)?.duracao_s);
    expect(secondsOf(device)).toBe(71 + 30 + 10);
    expect(secondsOf(device)).toBe(activeMs(marksOf(log), 5_400_000) / 1000);
    expect(secondsOf(server)).toBe(15 * 60);
  });

  longo.test(
    'have the verdict in force and its owner, the review, the verification and the interviewer',
    async () => {
      const [ana = '', apelido = ''] = await createAgents(test.deps.db, mine.empresa.id, [
        { nome: 'Ana Souza' },
      ]).then(async ([id = '']) => [
        id,
        ...(await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'A. Souza', fundidoEmId: id }])),
      ]);
      const [one, two] = await addAudited(test.deps.db, survey, [
        { letras: 'CDX', agenteId: ana },
        { letras: 'CCU', agenteId: apelido },
      ]);
      const cells = await callApi<ConfrontoWire[]>(
        test,
        mine.tokens.gerente,
        'GET',
        `/entrevistas/${one?.entrevistaId}/confrontos`,
      );
      const cell = cells.body.data[1];
      const reviewed = await callApi(test, mine.tokens.gerente, 'PUT', `/confrontos/${cell?.id}/revisao`, {
        veredito: 'confere',
        motivo: 'ouvi_diferente',
        visto_em: cell?.updated_at,
      });
      expect(reviewed.status).toBe(200);
      await test.deps.db.query(`update entrevistas set revisao = 'aprovada' where id = $1`, [
        one?.entrevistaId,
      ]);
      await test.deps.db.query(
        `insert into verificacoes (id, empresa_id, pesquisa_id, entrevista_id, semente, modo, resultado, feita_em)
       values (gen_random_uuid(), $1, $2, $3, 1, 'recontato', 'confirmada', '2026-03-12T12:00:00Z'),
         (gen_random_uuid(), $1, $2, $4, 1, null, null, null)`,
        [mine.empresa.id, survey.pesquisaId, one?.entrevistaId, two?.entrevistaId],
      );
      const [first, second] = await rowsOf();
      expect(first).toMatchObject({
        entrevista: one?.entrevistaId,
        entrevistador: 'Ana Souza',
        auditada: '1',
        revisao: 'Aprovada',
        verificacao: 'Confirmada pelo entrevistado',
        verificada_em: '12/03/2026 09:00',
        P1_veredito: 'Confere',
        P1_veredito_por: 'IA',
        P2_veredito: 'Confere',
        P2_veredito_por: 'Pessoa',
        P3_veredito: 'Não se aplica',
      });
      expect(second).toMatchObject({
        entrevistador: 'Ana Souza',
        verificacao: 'Sorteada, a verificar',
        verificada_em: '',
        P3_veredito: 'Inaudível',
      });
      expect(await rowsOf('?aprovadas=true')).toHaveLength(1);
      expect(await counts('?aprovadas=true')).toMatchObject([{ entrevistas: 1, versoes: [{ numero: 1 }] }]);
    },
  );

  longo.test(
    'leave out what was erased, is in quarantine or in progress, or belongs to another cut',
    async () => {
      const [v2, v3] = [await addVersion(2, TODAS), await addVersion(3, [compra])];
      const erased = await addInterview(v2, [[opiniao, { texto: 'SEGREDO' }]]);
      await test.deps.db.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, pesquisa_id,
          questionario_id, entrevista_id)
       values (gen_random_uuid(), $1, $2, $3, 'entrevista', 'pendente', $4, $5, $6)`,
        [
          mine.empresa.id,
          survey.projetoId,
          survey.auditoriaId,
          survey.pesquisaId,
          survey.questionarioId,
          erased,
        ],
      );
      await addInterview(v2, [[opiniao, { texto: 'SEGREDO' }]], { quarentena: 'fora_da_lista' });
      await addInterview(v2, [[opiniao, { texto: 'SEGREDO' }]], {
        situacao: 'em_andamento',
        concluida_em: null,
      });
      await addInterview(v2, [[compra, { opcoes: [sim] }]]);
      await addInterview(v3, [[compra, { opcoes: [nao] }]], { created_at: new Date('2026-03-20T12:00:00Z') });
      expect(await rowsOf()).toHaveLength(3);
      const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: erased } });
      const erasing = await callApi(
        test,
        mine.tokens.gerente,
        'POST',
        `/auditoria-item/${item.id}/apagar-dados`,
        {
          motivo: 'pedido_do_titular',
        },
      );
      expect(erasing.status, JSON.stringify(erasing.body)).toBe(200);
      const rows = await rowsOf();
      expect(rows.map(({ versao }) => versao)).toEqual(['2', '3']);
      expect(JSON.stringify(rows)).not.toContain('SEGREDO');
      expect(rows[1]).toMatchObject({ C1: '2', C3_situacao: 'Não está na versão' });
      expect(await rowsOf('?de=2026-03-11')).toHaveLength(1);
      expect(await rowsOf(`?versao_id=${v2}`)).toHaveLength(1);
      expect(await rowsOf('?agente_id=sem')).toHaveLength(2);
      expect(await counts()).toEqual([
        {
          id: survey.questionarioId,
          nome: 'Questionário',
          entrevistas: 2,
          concluidas: 2,
          versoes: [
            { id: v3, numero: 3, entrevistas: 1, concluidas: 1 },
            { id: v2, numero: 2, entrevistas: 1, concluidas: 1 },
          ],
        },
      ]);
      for (const formato of ['csv', 'xlsx', 'pdf']) {
        const empty = await download(`?formato=${formato}&de=2027-01-01`);
        expect(empty.status, formato).toBe(422);
        expect(empty.json().message).toBe(
          'Nenhuma entrevista terminada corresponde à seleção. Altere a seleção.',
        );
      }
    },
  );
});

longo.test(
  'the codebook says what each column and code is, and comes as second tab of the Excel file too',
  async () => {
    const v2 = await addVersion(2, TODAS);
    await addInterview(v2, [
      [compra, { opcoes: [sim] }],
      [renda, { texto: '1.042,5' }],
      [nasceu, { texto: '09/03/1984' }],
      [opiniao, { texto: '=1+1' }],
    ]);
    const livro = await rowsOf('?parte=codigos');
    expect(livro.find(({ coluna }) => coluna === 'duracao_s')?.pergunta).toMatch(/em segundos/);
    expect(livro.filter(({ coluna }) => coluna === 'C2')).toMatchObject([
      {
        pergunta: 'Pergunta C2?',
        tipo: 'Escolha múltipla',
        versoes: '2',
        observada: 'Não',
        condicao: 'C1 = 1 (Sim)',
        valor: '',
      },
      { valor: '1', rotulo: 'Uva', coluna_0_1: 'C2_1' },
      { valor: '2', rotulo: 'Caju; doce', coluna_0_1: 'C2_2' },
      { valor: '98', rotulo: 'Outra', especial: 'Outro', coluna_0_1: 'C2_98' },
    ]);
    // The codebook describes every column of answers, by the column's name or its suffix.
    const [row = {}] = await rowsOf();
    const described = new Set(livro.flatMap((line) => [line.coluna, line.coluna_0_1]));
    for (const name of Object.keys(row)) {
      expect(described.has(name) || described.has(`…${name.slice(name.indexOf('_'))}`), name).toBe(true);
    }

    const { headers, bytes } = await download('?formato=xlsx');
    expect(headers['content-type']).toMatch(/spreadsheetml\.sheet$/);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="microdados-pesquisa-auditada-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const book = read(bytes, { cellNF: true });
    expect(book.SheetNames).toEqual(['Respostas', 'Livro de códigos']);
    const sheet = book.Sheets.Respostas ?? {};
    const names = (utils.sheet_to_json(sheet, { header: 1 }) as string[][])[0] ?? [];
    const cell = (name: string) => sheet[`${utils.encode_col(names.indexOf(name))}2`];
    expect(names).toEqual(Object.keys(row));
    expect(cell('C1')).toMatchObject({ t: 'n', v: 1 });
    expect(cell('C3')).toMatchObject({ t: 'n', v: 1042.5 });
    expect(SSF.parse_date_code(cell('C4')?.v)).toMatchObject({ y: 1984, m: 3, d: 9 });
    expect(SSF.parse_date_code(cell('inicio')?.v)).toMatchObject({ d: 9, H: 22, M: 30 });
    expect(cell('C5')).toMatchObject({ t: 's', v: '=1+1' });
    expect(cell('C5')?.f).toBeUndefined();
    expect(utils.sheet_to_json(book.Sheets['Livro de códigos'] ?? {})).toHaveLength(livro.length);
  },
);

it('the report says the answers with base and interval, the audit with the corrected rate and the method, and names nobody', async () => {
  const audited = await addAudited(
    test.deps.db,
    survey,
    ['CCC', 'CDC', 'CCX', 'DCC'].map((letras, n) => ({
      letras,
      nome: 'Maria da Silva',
      em: new Date(`2026-03-0${n + 1}T12:00:00Z`),
    })),
  );
  for (const { entrevistaId } of audited.slice(0, 3)) {
    await test.deps.db.query(
      `insert into verificacoes (id, empresa_id, pesquisa_id, entrevista_id, semente, modo, resultado, feita_em,
        codigos_ia)
       select gen_random_uuid(), $1, $2, $3, 1, 'ouvida', 'ouvida', now(), m.codigos_ia from entrevista_matriz m
         where m.entrevista_id = $3`,
      [mine.empresa.id, survey.pesquisaId, entrevistaId],
    );
  }
  // Findings about options count only if the verdict to which they belong is in force.
  await test.deps.db.query(
    `update confrontos set opcoes_nao_marcadas = array['Sim'], opcoes_nao_ditas = array['Não']
     where pesquisa_id = $1 and veredito = 'diverge' and ordem = 1`,
    [survey.pesquisaId],
  );
  // The last interview's answer diverges only because of a corrected transcript.
  const last = audited[3] as AuditedIds;
  await test.deps.db.transaction(async (tx) => {
    await tx.query(
      `update confrontos set veredito_inicial = 'confere' where entrevista_id = $1 and ordem = 1`,
      [last.entrevistaId],
    );
    await tx.query(
      `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, usuario_id, created_at)
       select gen_random_uuid(), $1, $2, s.id, 'Não.', $4, '2026-03-05T12:00:00Z'
       from sentencas s join transcricoes t on t.id = s.transcricao_id where t.resultado_id = $3 and s.ordem = 1`,
      [mine.empresa.id, last.itemId, last.resultadoId, mine.gerente.usuarioId],
    );
    await saveMatrixRow(tx, last.entrevistaId);
  });
  const { status, headers, bytes } = await download('?formato=pdf');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  for (const part of [
    'Pesquisa auditada',
    mine.empresa.nome,
    'Período de campo',
    '01/03/2026 a 04/03/2026',
    'Erro da IA, na amostra de verificação',
    '1, após correção de Pessoa de Teste em 05/03/2026 (1 resposta)',
    // Three verified interviews are too few for an interval or a corrected rate.
    '0 % (0 de 8; intervalo: -), em 3 entrevistas ouvidas (amostra pequena)',
    'Conferem entre as aplicáveis, com correção pela amostra',
    '- (poucas entrevistas ouvidas: 3)',
    'P1. O senhor concorda com a afirmação de número 1 desta pesquisa?',
    'base 4',
    // Four answers are too few for an interval.
    'Sim 4 100,0 % - ',
    'como Agresti e Coull, 1998',
    'Dita e não marcada: “Sim” (1). Marcada e não dita: “Não” (1).',
  ]) {
    expect(text.replace(/\s+/g, ' ').replace(/(\d)%/g, '$1 %')).toContain(part);
  }
  expect(text).not.toMatch(/Maria|texto livre \(1\)/);
  expect(await logged()).toEqual([
    {
      usuarioId: mine.gerente.usuarioId,
      formato: 'pdf',
      identificacao: false,
      questionario_id: survey.questionarioId,
      linhas: 4,
    },
  ]);
});

describe('the exporter', () => {
  it('is a manager or administrator, never a key; the log has the cut and the rows', async () => {
    await addAudited(test.deps.db, survey, [{ letras: 'CCC' }, { letras: 'CCC' }]);
    const refused = await download('', bearer(mine.tokens.usuario));
    expect(refused.status).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'sem_permissao',
      message:
        'Para exportar os dados de uma pesquisa, você precisa da permissão “Exportar dados”: peça a um gerente.',
    });
    expect((await download('', bearer(other.tokens.gerente))).status).toBe(404);
    const head = await test.app.inject({ method: 'HEAD', url: path(), headers: bearer(mine.tokens.gerente) });
    expect(head.statusCode).toBe(200);
    expect(await logged()).toEqual([]);
    const chave = await download('', { 'x-api-key': await createApiKey(test.deps, mine.empresa) });
    expect(chave.json().code).toBe('chave_nao_permitida');
    expect(await rowsOf('', bearer(mine.tokens.admin))).toHaveLength(2);
    await rowsOf('?parte=codigos&identificacao=true&de=2020-01-01');
    expect(await logged()).toEqual([
      {
        usuarioId: mine.admin.usuarioId,
        formato: 'csv',
        parte: 'respostas',
        identificacao: false,
        questionario_id: survey.questionarioId,
        linhas: 2,
      },
      {
        usuarioId: mine.gerente.usuarioId,
        formato: 'csv',
        parte: 'codigos',
        identificacao: true,
        questionario_id: survey.questionarioId,
        de: '2020-01-01',
        linhas: expect.any(Number),
      },
    ]);
  });

  longo.test('says of which questionnaire, where there are several', async () => {
    await addAudited(test.deps.db, survey, [{ letras: 'CCC' }]);
    const outro = newId();
    await test.deps.db.query(
      `insert into questionarios (id, empresa_id, pesquisa_id, nome, created_at)
        values ($1, $2, $3, 'Segundo', now() + interval '1 minute')`,
      [outro, mine.empresa.id, survey.pesquisaId],
    );
    const versao = await addVersion(1, [compra], outro);
    await addInterview(versao, [[compra, { opcoes: [sim] }]], { questionario_id: outro });
    expect((await counts()).map(({ nome, entrevistas }) => [nome, entrevistas])).toEqual([
      ['Questionário', 1],
      ['Segundo', 1],
    ]);
    const both = await download();
    expect(both.status).toBe(422);
    expect(both.json().message).toMatch(/^Selecione o questionário/);
    expect(Object.keys((await rowsOf(`?questionario_id=${outro}`))[0] ?? {})).toContain('C1');
  });
});

longo.describe('a large survey', () => {
  const N = 1500;
  /** Inserts N completed interviews, each with an answer of `words` words. */
  const fill = async (words: number) => {
    await test.deps.db.query(
      `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
        nome_entrevistado,
         situacao, concluida_em, created_at)
       select gen_random_uuid(), $1, $2, $3, $4, $5, 'Pessoa ' || n, 'concluida', now(), now() - n * interval '1 minute'
       from generate_series(1, $6::int) n`,
      [mine.empresa.id, survey.projetoId, survey.pesquisaId, survey.questionarioId, survey.versaoId, N],
    );
    await test.deps.db.query(
      `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, texto_resposta)
       select gen_random_uuid(), $1, e.id, $3, repeat('palavra ', $4) || e.nome_entrevistado from entrevistas e
         where e.pesquisa_id = $2`,
      [mine.empresa.id, survey.pesquisaId, survey.perguntas[2]?.id, words],
    );
  };
  const busy = () => test.deps.db.pool.totalCount - test.deps.db.pool.idleCount;

  it('comes whole and in order, in few statements, as of the moment of the request', async () => {
    await fill(3);
    const before = await rowsOf();
    expect(before).toHaveLength(N);
    expect(new Set(before.map(({ entrevista }) => entrevista)).size).toBe(N);
    expect(before.map(({ P3 }) => P3?.split(' ').at(-1))).toEqual(
      Array.from({ length: N }, (_, n) => String(N - n)),
    );
    await expect.poll(busy).toBe(0);
  });

  it('lets go of the connection when the downloader leaves, and takes at most two a company', async () => {
    // The file is about 20 MB: too large for the buffers between two processes.
    await fill(1600);
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    /** Requests a download, and stops reading after the headers. */
    const begin = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const request = get(
          { port, path: path(), headers: bearer(mine.tokens.gerente), agent: false },
          (response) => {
            response.pause();
            // Aborting the response below causes an error, which is ignored.
            response.on('error', () => undefined);
            resolve(response);
          },
        );
        request.on('error', reject);
      });
    const [one, two] = [await begin(), await begin()];
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    expect(busy()).toBe(2);
    const third = await download();
    expect(third.status).toBe(429);
    expect(third.json().message).toBe('Há outras exportações em andamento. Tente de novo em um minuto.');
    one.destroy();
    two.destroy();
    await expect.poll(busy).toBe(0);
    await expect.poll(async () => (await download()).status).toBe(200);
  });
});
