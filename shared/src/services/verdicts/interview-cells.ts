// SQL: writes a run's cells and their quotes as sets, in the same transaction.

import type { Db } from '@escuta/prisma/db';
import { type Celula, confront } from '../../domain/interview/confront/confront.ts';
import type { PapelDaSentenca } from '../../domain/interview/confront/roles.ts';
import type { Material, RespostasDosModelos } from '../../domain/interview/questionnaire/stored-answers.ts';
import { newId } from '../../platform/database/ids.ts';
import { saveMatrixRow } from './interview-matrix.ts';

export type DonoDasCelulas = {
  empresaId: string;
  projetoId: string;
  pesquisaId: string;
  itemId: string;
  execucaoId: string;
  entrevistaId: string;
};

function columnsOf(celula: Celula, ordem: number, answers: RespostasDosModelos) {
  const { conducao } = celula;
  return {
    pergunta_id: celula.perguntaId,
    ordem,
    veredito: celula.veredito,
    leitura: celula.leitura.codigo,
    leitura_provada: celula.leitura.provado,
    conducao: conducao.codigo,
    conducao_tipo: conducao.tipo === 'nenhum' ? null : conducao.tipo,
    conducao_provada: conducao.provado,
    resposta: celula.resposta.codigo,
    resposta_provada: celula.resposta.provado,
    comparacao: celula.comparacao.codigo,
    comparacao_provada: celula.comparacao.provado,
    metodo: celula.metodo,
    motivo: celula.motivo,
    planilha: celula.planilha,
    marcas: celula.marcas,
    cobertura: celula.cobertura,
    confianca: celula.confianca,
    sentimento: celula.sentimento,
    faltou: [...celula.faltou, ...celula.opcoesNaoLidas],
    acrescentou: celula.acrescentou,
    opcoes_nao_marcadas: celula.opcoesNaoMarcadas,
    opcoes_nao_ditas: celula.opcoesNaoDitas,
    falado: celula.faladoTexto,
    digitado: celula.digitadoTexto === '' ? null : celula.digitadoTexto,
    ouvir_inicio_ms: Math.round(celula.ouvir.startMs),
    ouvir_fim_ms: Math.round(celula.ouvir.endMs),
    resposta_inicio_ms: Math.round(celula.resposta_em.startMs),
    resposta_fim_ms: Math.round(celula.resposta_em.endMs),
    extracao: answers.gravada(celula.perguntaId),
  };
}

const COLUMNS = Object.keys({
  ordem: 0,
  veredito: 0,
  leitura: 0,
  leitura_provada: 0,
  conducao: 0,
  conducao_tipo: 0,
  conducao_provada: 0,
  resposta: 0,
  resposta_provada: 0,
  comparacao: 0,
  comparacao_provada: 0,
  metodo: 0,
  motivo: 0,
  planilha: 0,
  marcas: 0,
  cobertura: 0,
  confianca: 0,
  sentimento: 0,
  faltou: 0,
  acrescentou: 0,
  opcoes_nao_marcadas: 0,
  opcoes_nao_ditas: 0,
  falado: 0,
  digitado: 0,
  ouvir_inicio_ms: 0,
  ouvir_fim_ms: 0,
  resposta_inicio_ms: 0,
  resposta_fim_ms: 0,
  extracao: 0,
} satisfies Record<keyof Omit<ReturnType<typeof columnsOf>, 'pergunta_id'>, 0>);

/** A cell's quotes: those found in the transcript, with position, and the model's other quotes. */
function quotesOf(celula: Celula, answers: RespostasDosModelos) {
  const said = answers.extracoes.get(celula.perguntaId);
  return (['leitura', 'conducao', 'resposta'] as const).flatMap((sobre) => {
    const { prova } = celula[sobre];
    const citacao = prova?.citacao ?? said?.[sobre].citacao.trim() ?? '';
    if (citacao === '') return [];
    return [
      {
        sobre,
        citacao,
        verificada: prova !== null,
        sentenca_ordem: prova?.sentencas[0] ?? null,
        start_ms: prova ? Math.round(prova.startMs) : null,
        end_ms: prova ? Math.round(prova.endMs) : null,
      },
    ];
  });
}

/** Derives an interview's cells and quotes from the models' answers, by `confront`. */
export function deriveCells(material: Material, answers: RespostasDosModelos) {
  const celulas = confront(answers.entrada(material), material.preparo);
  return celulas.map((celula, index) => ({
    celula,
    columns: columnsOf(celula, index + 1, answers),
    quotes: quotesOf(celula, answers),
  }));
}
export type CelulaDerivada = ReturnType<typeof deriveCells>[number];

/** Writes a run's cells, not yet in force. */
export async function insertCells(
  tx: Db,
  dono: DonoDasCelulas,
  cells: readonly CelulaDerivada[],
): Promise<void> {
  const rows = cells.map((cell) => ({ id: newId(), cell }));
  await tx.query({
    name: 'cells_insert',
    text: `insert into confrontos (id, empresa_id, projeto_id, pesquisa_id, item_id, execucao_id, entrevista_id,
      pergunta_id,
             ${COLUMNS.join(', ')}, updated_at)
           select c.id, $1, $2, $3, $4, $5, $6, c.pergunta_id, ${COLUMNS.map((name) => `c.${name}`).join(', ')}, now()
           from jsonb_populate_recordset(null::confrontos, $7::jsonb) as c`,
    values: [
      dono.empresaId,
      dono.projetoId,
      dono.pesquisaId,
      dono.itemId,
      dono.execucaoId,
      dono.entrevistaId,
      JSON.stringify(rows.map(({ id, cell }) => ({ id, ...cell.columns }))),
    ],
  });
  await insertQuotes(
    tx,
    dono.empresaId,
    rows.map(({ id, cell }) => ({ confrontoId: id, quotes: cell.quotes })),
  );
}

/** Copies the AI's first verdicts from cells in force to a run's new cells, if a correction changed the verdicts. */
export async function keepFirstVerdicts(
  tx: Db,
  { execucaoId, entrevistaId }: Pick<DonoDasCelulas, 'execucaoId' | 'entrevistaId'>,
): Promise<void> {
  await tx.query({
    name: 'cells_keep_first',
    text: `update confrontos n set veredito_inicial = o.veredito_inicial from confrontos o
           where n.execucao_id = $1 and o.entrevista_id = $2 and o.vigente and o.pergunta_id = n.pergunta_id
             and o.veredito_inicial <> o.veredito`,
    values: [execucaoId, entrevistaId],
  });
}

async function insertQuotes(
  tx: Db,
  empresaId: string,
  cells: readonly { confrontoId: string; quotes: CelulaDerivada['quotes'] }[],
): Promise<void> {
  const rows = cells.flatMap(({ confrontoId, quotes }) =>
    quotes.map((quote, index) => ({
      id: newId(),
      empresa_id: empresaId,
      confronto_id: confrontoId,
      ordem: index + 1,
      ...quote,
    })),
  );
  if (rows.length === 0) return;
  await tx.query({
    name: 'cell_quotes_insert',
    text: `insert into confronto_evidencias
           select * from jsonb_populate_recordset(null::confronto_evidencias, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  });
}

/** An interview's cells in force: their run, and the models' answers by question. */
export type CelulasEmVigor = {
  itemId: string;
  execucaoId: string;
  resultadoId: string | null;
  celulas: { id: string; perguntaId: string; extracao: unknown }[];
};

export async function readCellsInForce(db: Db, entrevistaId: string): Promise<CelulasEmVigor | null> {
  const { rows } = await db.query<CelulasEmVigor>({
    name: 'cells_in_force',
    text: `select c.item_id as "itemId", c.execucao_id as "execucaoId", r.id as "resultadoId",
             json_agg(json_build_object('id', c.id, 'perguntaId', c.pergunta_id, 'extracao', c.extracao)) as celulas
           from confrontos c left join auditoria_resultados r on r.execucao_id = c.execucao_id
           where c.entrevista_id = $1 and c.vigente group by 1, 2, 3`,
    values: [entrevistaId],
  });
  return rows[0] ?? null;
}

/** Columns to update. The models' answers stay, to restore the verdict when a correction is withdrawn. */
const DERIVED = COLUMNS.filter((name) => name !== 'extracao');

/**
 * Updates a run's cells by the present rules; keeps people's verdicts and models' answers.
 * @param first corrected first verdicts, if the former ones rested on misread cells; null: unchanged
 */
export async function updateCells(
  tx: Db,
  { empresaId, execucaoId }: Pick<DonoDasCelulas, 'empresaId' | 'execucaoId'>,
  cells: readonly CelulaDerivada[],
  first: readonly CelulaDerivada[] | null = null,
): Promise<void> {
  const changed = DERIVED.map((name) => `${name} = n.${name}`).join(', ');
  // The AI's error rate needs the AI's first finding.
  const kept = first
    ? 'n.veredito_inicial'
    : 'coalesce(c.veredito_inicial, case when c.veredito <> n.veredito then c.veredito end)';
  const columns = first ? [...COLUMNS, 'veredito_inicial'] : COLUMNS;
  const listOf = (row: string): string => columns.map((name) => `${row}.${name}`).join(', ');
  const firstOf = new Map(first?.map(({ columns: own }) => [own.pergunta_id, own.veredito]));
  const rows = cells.map(({ columns: own }) => {
    const before = firstOf.get(own.pergunta_id);
    return first ? { ...own, veredito_inicial: before === own.veredito ? null : before } : own;
  });
  const { rows: written } = await tx.query<{ id: string; perguntaId: string }>({
    name: first ? 'cells-update-first' : 'cells-update',
    text: `update confrontos c set veredito_inicial = ${kept}, ${changed}, updated_at = now()
           from jsonb_populate_recordset(null::confrontos, $2::jsonb) as n
           where c.execucao_id = $1 and c.pergunta_id = n.pergunta_id
             and (${listOf('c')}) is distinct from (${listOf('n')})
           returning c.id, c.pergunta_id as "perguntaId"`,
    values: [execucaoId, JSON.stringify(rows)],
  });
  await tx.query({
    name: 'cell_quotes_delete',
    text: 'delete from confronto_evidencias where confronto_id = any ($1::uuid[])',
    values: [written.map(({ id }) => id)],
  });
  const idOf = new Map(written.map(({ id, perguntaId }) => [perguntaId, id]));
  await insertQuotes(
    tx,
    empresaId,
    cells.flatMap(({ columns, quotes }) => {
      const confrontoId = idOf.get(columns.pergunta_id);
      return confrontoId ? [{ confrontoId, quotes }] : [];
    }),
  );
}

export async function saveRoles(
  tx: Db,
  empresaId: string,
  resultadoId: string | null,
  papeis: readonly { sentencaId: string; papel: PapelDaSentenca }[],
): Promise<void> {
  await tx.query({
    name: 'roles_clear',
    text: `delete from sentenca_papeis p using sentencas s, transcricoes t
           where p.sentenca_id = s.id and s.transcricao_id = t.id and t.resultado_id = $1
             and not (p.sentenca_id = any ($2::uuid[]))`,
    values: [resultadoId, papeis.map(({ sentencaId }) => sentencaId)],
  });
  await tx.query({
    name: 'roles_save',
    text: `insert into sentenca_papeis (sentenca_id, empresa_id, falante, origem, confianca)
           select p.id, $1, p.falante, p.origem, p.confianca
           from unnest($2::uuid[], $3::text[], $4::text[], $5::float8[]) as p (id, falante, origem, confianca)
           on conflict (sentenca_id) do update set falante = excluded.falante, origem = excluded.origem,
             confianca = excluded.confianca`,
    values: [
      empresaId,
      papeis.map(({ sentencaId }) => sentencaId),
      papeis.map(({ papel }) => papel.falante),
      papeis.map(({ papel }) => papel.origem),
      papeis.map(({ papel }) => papel.confianca),
    ],
  });
}

/** Retires an interview's verdicts because its recording was replaced. */
export async function retireCells(tx: Db, entrevistaId: string): Promise<void> {
  await tx.query({
    name: 'cells_retire',
    text: 'update confrontos set vigente = false, updated_at = now() where entrevista_id = $1 and vigente',
    values: [entrevistaId],
  });
  await saveMatrixRow(tx, entrevistaId);
}
