// Creates surveys with audited interviews as the worker leaves them: runs, transcripts, cells in force, and the matrix
// rows, written by the product's own function. Used by bench/mapa.ts, and by tests with a few interviews.

import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import type {
  ConteudoVersao,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { verdictsOf } from '@escuta/shared/domain/interview/verdicts/matrix';
import type { Leitura, Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { newId } from '@escuta/shared/platform/database/ids';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import type { TestDeps } from './app.ts';

import { createAuditoria, createProjeto } from './factories.ts';
import { frozenOption, frozenQuestion } from './frozen-question.ts';

export type Place = { empresaId: string; projetoId: string; auditoriaId: string };

export type AuditedInterview = {
  /** One letter per question (shared/src/domain/interview/verdicts/matrix.ts): the AI's verdicts. */
  letras: string;
  nome?: string;
  /** An agent made by `createAgents`. */
  agenteId?: string | null;
  usuarioId?: string | null;
  em?: Date;
  /** Readings by index of the question; by default 'exata' for each asked question. */
  leituras?: Readonly<Record<number, Leitura>>;
  /** Marks of the cell by index of the question. */
  marcas?: Readonly<Record<number, readonly string[]>>;
  /** Storage key of the recording; by default none. */
  arquivoPath?: string;
  ofensas?: number;
};

export type AuditedSurvey = Place & {
  pesquisaId: string;
  questionarioId: string;
  versaoId: string;
  perguntas: PerguntaCongelada[];
};

/** Creates question `n` (from 0): every third question has free text, the others are choices. */
const question = (n: number): PerguntaCongelada =>
  frozenQuestion({
    id: randomUUID(),
    codigo: `P${n + 1}`,
    texto: `O senhor concorda com a afirmação de número ${n + 1} desta pesquisa?`,
    opcoes:
      n % 3 === 2
        ? []
        : ['Sim', 'Não', 'Talvez'].map((texto, valor) => frozenOption({ id: randomUUID(), texto, valor })),
  });

/** Creates agents of a company; `usuarioId`: the agent's account. @returns the agents' ids in the given order */
export async function createAgents(
  pool: Database,
  empresaId: string,
  agents: readonly { nome: string; usuarioId?: string; fundidoEmId?: string }[],
): Promise<string[]> {
  const ids = agents.map(() => newId());
  await pool.query(
    `insert into agentes (id, empresa_id, nome, usuario_id, fundido_em_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[])`,
    [
      ids,
      ids.map(() => empresaId),
      agents.map(({ nome }) => nome),
      agents.map(({ usuarioId }) => usuarioId ?? null),
      agents.map(({ fundidoEmId }) => fundidoEmId ?? null),
    ],
  );
  return ids;
}

/** Creates a survey with one questionnaire of `perguntas` questions and its first version. */
export async function createSurvey(
  pool: Database,
  place: Place,
  perguntas: number,
  titulo = 'Pesquisa auditada',
): Promise<AuditedSurvey> {
  const { empresaId, projetoId } = place;
  const [pesquisaId, questionarioId, versaoId] = [newId(), newId(), newId()];
  const questions = Array.from({ length: perguntas }, (_, n) => question(n));
  const conteudo: ConteudoVersao = { consentimento: null, semGravacao: true, perguntas: questions };
  await pool.transaction(async (tx) => {
    await tx.query('insert into pesquisas (id, empresa_id, projeto_id, titulo) values ($1, $2, $3, $4)', [
      pesquisaId,
      empresaId,
      projetoId,
      titulo,
    ]);
    await tx.query(
      `insert into questionarios (id, empresa_id, pesquisa_id, nome) values ($1, $2, $3, 'Questionário')`,
      [questionarioId, empresaId, pesquisaId],
    );
    await tx.query(
      `insert into perguntas (id, empresa_id, questionario_id, codigo, texto_pergunta, tipo, ordem)
       select q.id, $2, $3, q.codigo, q.texto, q.tipo::tipo_pergunta, q.n
       from jsonb_to_recordset($1::jsonb) as q (id uuid, codigo text, texto text, tipo text, n int)`,
      [JSON.stringify(questions.map((one, n) => ({ ...one, n: n + 1 }))), empresaId, questionarioId],
    );
    await tx.query(
      'insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo, publicada_em) values ($1, $2, $3, 1, $4, now())',
      [versaoId, empresaId, questionarioId, JSON.stringify(conteudo)],
    );
  });
  return { ...place, pesquisaId, questionarioId, versaoId, perguntas: questions };
}

/** Creates a survey like `createSurvey`, in a project of its own. */
export async function createOwnSurvey(
  deps: TestDeps,
  empresa: { id: string },
  perguntas: number,
): Promise<AuditedSurvey> {
  const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'pesquisa' });
  const auditoria = await createAuditoria(deps, projeto);
  const place = { empresaId: empresa.id, projetoId: projeto.id, auditoriaId: auditoria.id };
  return createSurvey(deps.db, place, perguntas);
}

const READ: Readonly<Record<Veredito, Leitura>> = {
  confere: 'exata',
  diverge: 'exata',
  induzida: 'exata',
  nao_perguntada: 'nao_feita',
  nao_se_aplica: 'nao_feita',
  inaudivel: 'inaudivel',
  a_revisar: 'menor',
};
/** Duration of a question with its answer, ms. */
const STEP_MS = 8000;

export type AuditedIds = { entrevistaId: string; itemId: string; execucaoId: string; resultadoId: string };

/**
 * Adds audited interviews to a survey, with their results in force. Each question has two sentences (the reading and
 * the answer) and takes 8 s; one microphone records both persons.
 * @returns ids in the given order
 */
export async function addAudited(
  pool: Database,
  survey: AuditedSurvey,
  interviews: readonly AuditedInterview[],
): Promise<AuditedIds[]> {
  const { empresaId, projetoId, auditoriaId, pesquisaId, questionarioId, versaoId, perguntas } = survey;
  const made = interviews.map((one, n) => ({
    ...one,
    entrevistaId: newId(),
    itemId: newId(),
    execucaoId: newId(),
    resultadoId: newId(),
    transcricaoId: newId(),
    em: one.em ?? new Date(Date.now() - (interviews.length - n) * 60_000),
  }));
  const rows = JSON.stringify(
    made.map((one) => ({
      entrevista: one.entrevistaId,
      item: one.itemId,
      execucao: one.execucaoId,
      resultado: one.resultadoId,
      transcricao: one.transcricaoId,
      nome: one.nome ?? 'Pessoa Entrevistada',
      agente: one.agenteId ?? null,
      usuario: one.usuarioId ?? null,
      em: one.em.toISOString(),
      arquivo: one.arquivoPath ?? null,
      ofensas: Array.from({ length: one.ofensas ?? 0 }, () => ({
        ordem: 0,
        termo: 'x',
        citacao: 'x',
        contexto: 'x',
      })),
    })),
  );
  const columns =
    'entrevista uuid, item uuid, execucao uuid, resultado uuid, transcricao uuid, nome text, agente uuid, usuario uuid, em timestamptz, arquivo text, ofensas jsonb';
  const cells = made.flatMap((one) =>
    verdictsOf(one.letras).map((veredito, n) => ({
      id: newId(),
      item: one.itemId,
      execucao: one.execucaoId,
      entrevista: one.entrevistaId,
      transcricao: one.transcricaoId,
      pergunta: perguntas[n]?.id,
      texto: perguntas[n]?.texto,
      opcao: perguntas[n]?.opcoes[0]?.id ?? null,
      ordem: n + 1,
      veredito,
      leitura: one.leituras?.[n] ?? READ[veredito],
      marcas: one.marcas?.[n] ?? [],
      em: n * STEP_MS,
    })),
  );
  await pool.transaction(async (tx) => {
    const insert = (text: string) => tx.query(text, [rows]);
    await insert(`insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id,
      questionario_versao_id, usuario_id,
        agente_id, nome_entrevistado, situacao, concluida_em, created_at)
      select r.entrevista, '${empresaId}', '${projetoId}', '${pesquisaId}', '${questionarioId}', '${versaoId}',
      r.usuario, r.agente,
        r.nome, 'concluida', r.em, r.em from jsonb_to_recordset($1::jsonb) as r (${columns})`);
    await insert(`insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, pesquisa_id,
      questionario_id,
        entrevista_id, nome_entrevistado, arquivo_path, arquivo_nome, arquivo_tamanho, created_at)
      select r.item, '${empresaId}', '${projetoId}', '${auditoriaId}', 'entrevista', 'concluido', '${pesquisaId}',
      '${questionarioId}',
        r.entrevista, r.nome, r.arquivo, case when r.arquivo is not null then 'entrevista.mp3' end,
        case when r.arquivo is not null then 1000 end, r.em
      from jsonb_to_recordset($1::jsonb) as r (${columns})`);
    await insert(`insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao,
      terminada_em)
      select r.execucao, '${empresaId}', '${projetoId}', r.item, 'concluida', 'manual', '{}', r.em
      from jsonb_to_recordset($1::jsonb) as r (${columns})`);
    await insert(`insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento, analise_texto, processado_em)
      select r.resultado, '${empresaId}', '${projetoId}', '${auditoriaId}', r.item, r.execucao, 'concluido',
        jsonb_build_object('ofensas', r.ofensas), r.em from jsonb_to_recordset($1::jsonb) as r (${columns})`);
    await insert(`insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
      select r.transcricao, '${empresaId}', '${projetoId}', r.item, r.resultado, 'left', 'teste', 'entrevista'
      from jsonb_to_recordset($1::jsonb) as r (${columns})`);
    const cellRows = JSON.stringify(cells);
    const cellColumns =
      'id uuid, item uuid, execucao uuid, entrevista uuid, transcricao uuid, pergunta uuid, texto text, opcao uuid, ordem int, veredito text, leitura text, marcas text[], em int';
    const insertCells = (text: string) => tx.query(text, [cellRows]);
    await insertCells(`insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
      select gen_random_uuid(), '${empresaId}', c.transcricao, (c.ordem - 1) * 2 + s.lado,
        case s.lado when 0 then c.texto else 'Sim, concordo.' end, c.em + s.lado * 4000, c.em + s.lado * 4000 + 3000,
        case s.lado when 0 then 'entrevistador' else 'entrevistado' end
      from jsonb_to_recordset($1::jsonb) as c (${cellColumns}), (values (0), (1)) as s (lado)`);
    await insertCells(`insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta)
      select gen_random_uuid(), '${empresaId}', c.entrevista, c.pergunta,
        case when c.opcao is null then '{}'::uuid[] else array[c.opcao] end,
          case when c.opcao is null then 'texto livre' end
      from jsonb_to_recordset($1::jsonb) as c (${cellColumns})
        where c.veredito not in ('nao_se_aplica', 'nao_perguntada')`);
    await insertCells(`insert into confrontos (id, empresa_id, projeto_id, pesquisa_id, item_id, execucao_id,
      entrevista_id, pergunta_id,
        ordem, vigente, veredito, leitura, leitura_provada, conducao, conducao_tipo, conducao_provada, resposta,
        resposta_provada,
        comparacao, comparacao_provada, metodo, motivo, marcas, cobertura, confianca, sentimento, falado, digitado,
        ouvir_inicio_ms, ouvir_fim_ms, resposta_inicio_ms, resposta_fim_ms)
      select c.id, '${empresaId}', '${projetoId}', '${pesquisaId}', c.item, c.execucao, c.entrevista, c.pergunta,
      c.ordem, true,
        c.veredito, c.leitura, c.leitura <> 'inaudivel', case c.veredito when 'induzida' then 'diretiva'
          else 'neutra' end,
        case c.veredito when 'induzida' then 'sugere_opcao' end, true, 'adequada', true,
        case c.veredito when 'diverge' then 'incompativel' else 'compativel' end, true, 'deterministico',
        case c.veredito when 'a_revisar' then 'resposta_sem_prova' end, c.marcas, 0.95, 0.9, 0.5, 'Sim', 'Sim',
        c.em, c.em + 7000, c.em + 4000, c.em + 7000 from jsonb_to_recordset($1::jsonb) as c (${cellColumns})`);
    await insertCells(`insert into confronto_evidencias (id, empresa_id, confronto_id, ordem, sobre, citacao,
      verificada, sentenca_ordem,
        start_ms, end_ms)
      select gen_random_uuid(), '${empresaId}', c.id, s.lado, case s.lado when 0 then 'leitura' else 'resposta' end,
        case s.lado when 0 then c.texto else 'Sim, concordo.' end, true, (c.ordem - 1) * 2 + s.lado,
        c.em + s.lado * 4000,
        c.em + s.lado * 4000 + 3000
      from jsonb_to_recordset($1::jsonb) as c (${cellColumns}), (values (0), (1)) as s (lado)
      where c.veredito <> 'nao_se_aplica'`);
    for (const { entrevistaId } of made) await saveMatrixRow(tx, entrevistaId);
  });
  return made.map(({ entrevistaId, itemId, execucaoId, resultadoId }) => ({
    entrevistaId,
    itemId,
    execucaoId,
    resultadoId,
  }));
}
