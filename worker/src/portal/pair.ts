import type { Db } from '@escuta/prisma/db';
import {
  avisosDoPreparo,
  type ColunaDoPreparoGravada,
  PREPARO_GUARDA_DIAS,
} from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import {
  type LinhaParaPar,
  type Par,
  pairRecordings,
} from '@escuta/shared/domain/survey-file/pairing/pairing';
import { columnCounter } from '@escuta/shared/domain/survey-file/rows/answer-counts';
import { columnsByQuestion } from '@escuta/shared/domain/survey-file/rows/row-answers';
import { type Alerta, warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { readStored } from '@escuta/shared/domain/text/stored';
import { readFigures } from '@escuta/shared/services/portal/preparo-figures';
import { confirmPreparo } from '@escuta/shared/services/portal/preparos';
import { writeHeld } from '../intake/intake-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { PreparoLido } from './preparo-repo.ts';
import { countRecordings } from './recordings.ts';
import { isKnownColumn, recogniseColumns } from './rules/known-columns.ts';
import { duplicateRows, isOneToOne } from './rules/row-checks.ts';
import { namesOf } from './rules/row-names.ts';

type Context = TaskContext<'ler_auditoria'>;

/** Rows per read; AMOSTRA: rows from which columns are recognised. */
const BATCH = 500;
const AMOSTRA = 200;
const AVISOS_MAX = 50;

type Linha = { n: number; celulas: string[] };

export async function* readRows(
  db: Db,
  { id: preparoId, empresaId }: Pick<PreparoLido, 'id' | 'empresaId'>,
  after = 0,
  batch = BATCH,
): AsyncGenerator<Linha[]> {
  const { preparoLinha } = db.within(companyScope(empresaId));
  for (let n = after; ; ) {
    const rows = await preparoLinha.findMany({
      where: { preparoId, empresaId, n: { gt: n } },
      select: { n: true, celulas: true },
      orderBy: { n: 'asc' },
      take: batch,
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    n = last.n;
  }
}

export function questionColumns(
  preparo: Pick<PreparoLido, 'questionario'>,
  colunas: readonly ColunaDoPreparoGravada[],
) {
  return columnsByQuestion(preparo.questionario?.perguntas ?? [], colunas);
}

/** Recognises columns that neither a person nor an earlier reading has defined. */
async function align(db: Db, preparo: PreparoLido): Promise<ColunaDoPreparoGravada[]> {
  const { colunas, questionario } = preparo;
  if (colunas.every(isKnownColumn)) return colunas;
  const { value: sample = [] } = await readRows(db, preparo, 0, AMOSTRA).next();
  return recogniseColumns(colunas, (sample as Linha[] | undefined) ?? [], questionario?.perguntas ?? []);
}

/** Reads all rows: collects the names for pairing, and counts each column's unrecognised answers. */
async function lookThrough(
  { db, signal }: Context,
  preparo: PreparoLido,
  aligned: readonly ColunaDoPreparoGravada[],
): Promise<{ linhas: LinhaParaPar[]; colunas: ColunaDoPreparoGravada[] }> {
  const { colunas, add } = columnCounter(preparo.questionario?.perguntas ?? [], aligned);
  const linhas: LinhaParaPar[] = [];
  for await (const rows of readRows(db, preparo)) {
    signal.throwIfAborted();
    for (const linha of rows) {
      linhas.push(namesOf(linha, colunas));
      add(linha);
    }
  }
  return { linhas, colunas };
}

type Gravacao = {
  id: string;
  nome: string;
  origem: string;
  motivo: string | null;
  linha: number | null;
  regra: string | null;
  /** True if a person separated the recording from its row. */
  solta: boolean;
  sha256: string | null;
};

/** Reads the recordings; drops the main recording if the archive holds the same bytes. */
async function readRecordings(db: Db, preparoId: string): Promise<Gravacao[]> {
  const { rows } = await db.query<Gravacao>({
    name: 'portal_read_recordings',
    text: `select id, nome, origem, motivo, linha_n as linha, regra, solta, sha256 from preparo_gravacoes g
           where preparo_id = $1 and not (origem = 'audio' and regra is distinct from 'pessoa' and sha256 is not null
             and exists (
             select from preparo_gravacoes o where o.preparo_id = $1 and o.origem = 'zip_audios'
               and o.sha256 = g.sha256))
           order by origem, indice`,
    values: [preparoId],
  });
  return rows;
}

async function savePairs(tx: Db, preparoId: string, pares: readonly Par[]): Promise<void> {
  await tx.query({
    name: 'portal_pairs_clear',
    text: `update preparo_gravacoes set linha_n = null, regra = null, candidatas = '{}'
           where preparo_id = $1 and regra is distinct from 'pessoa'`,
    values: [preparoId],
  });
  await tx.query({
    name: 'portal_pairs',
    text: `update preparo_gravacoes g set linha_n = p.linha, regra = p.regra,
             candidatas = array(select jsonb_array_elements_text(p.candidatas)::int)
           from jsonb_to_recordset($2::jsonb) as p (gravacao uuid, linha int, regra text, candidatas jsonb)
           where g.id = p.gravacao and g.preparo_id = $1 and g.regra is distinct from 'pessoa'`,
    values: [preparoId, JSON.stringify(pares)],
  });
}

/**
 * Ends a reading, and is repeated after each correction: recognises columns, pairs recordings with rows, collects
 * warnings. Then the prepared audit waits for a person, or confirms itself if allowed and nothing is open.
 */
export async function pairUp(context: Context, preparo: PreparoLido): Promise<void> {
  const { db, save } = context;
  const { linhas, colunas } = await lookThrough(context, preparo, await align(db, preparo));
  const repetidas = duplicateRows(linhas).map(({ texto }) => texto);
  await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
    const gravacoes = await readRecordings(tx, preparo.id);
    const ofPeople = gravacoes.filter(({ regra }) => regra === 'pessoa');
    const taken = new Set(ofPeople.map(({ linha }) => linha));
    const usable = gravacoes.filter(
      ({ motivo, regra, solta }) => motivo === null && regra !== 'pessoa' && !solta,
    );
    const pares = pairRecordings(
      linhas.filter(({ n }) => !taken.has(n)),
      usable.map(({ id, nome }) => ({ id, nome })),
    );
    await savePairs(tx, preparo.id, pares);
    const { rows } = await tx.query<{ versao: number; avisos: unknown }>({
      name: 'portal_ready',
      text: `update auditoria_preparos set estado = 'pronto', motivo = null, motivo_papel = null, colunas = $2,
        versao = versao + 1,
               expira_em = now() + interval '${PREPARO_GUARDA_DIAS} days', updated_at = now()
             where id = $1 returning versao, avisos_planilha as avisos`,
      values: [preparo.id, JSON.stringify(colunas)],
    });
    const avisos = [...readStored(avisosDoPreparo, rows[0]?.avisos, []), ...repetidas];
    const whole = gravacoes.every(({ motivo }) => motivo === null) && isOneToOne(pares, linhas);
    const alertas = preparo.questionario ? warningsOf(preparo.questionario, colunas) : [];
    // After a correction, a person must confirm.
    if (preparo.automatico && preparo.versao === 0) {
      const versao = rows[0]?.versao ?? 0;
      avisos.unshift(...(await confirmByItself(tx, context, preparo, { versao, whole, alertas })));
    }
    const { id, empresaId } = preparo;
    await tx.within(companyScope(empresaId)).auditoriaPreparo.updateMany({
      where: { id, empresaId },
      data: { avisos: avisos.slice(0, AVISOS_MAX) },
    });
    const { total } = await countRecordings(tx, preparo.id);
    await save(tx, {
      feito: total,
      total,
      resultado: {
        perguntas: preparo.questionario?.perguntas.length ?? 0,
        linhas: linhas.length,
        gravacoes: total,
        pares: ofPeople.length + pares.filter(({ linha }) => linha !== null).length,
      },
    });
  });
}

/** @returns reasons why a person must confirm instead; empty if confirmed */
async function confirmByItself(
  tx: Db,
  { task, notices, entrevistaMinutos }: Context,
  preparo: PreparoLido,
  { versao, whole, alertas }: { versao: number; whole: boolean; alertas: readonly Alerta[] },
): Promise<string[]> {
  if (!whole) {
    return ['A auditoria não foi confirmada automaticamente: há linhas ou gravações sem par certo.'];
  }
  if (alertas.length > 0) {
    const words = alertas.length === 1 ? 'há 1 ponto' : `há ${alertas.length} pontos`;
    return [`A auditoria não foi confirmada automaticamente: ${words} a conferir nas perguntas e colunas.`];
  }
  await tx.query('SAVEPOINT confirma');
  try {
    const { creditos } = await readFigures(tx, preparo.id, entrevistaMinutos);
    await confirmPreparo(
      tx,
      { notices, entrevistaMinutos },
      {
        scope: task.scope,
        preparoId: preparo.id,
        actor: task.actor,
        versao,
        creditos,
        avisos: 0,
        incluirLinhasSemGravacao: preparo.linhasSemGravacao,
        titulo: null,
      },
    );
    await tx.query('RELEASE SAVEPOINT confirma');
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query('rollback to savepoint confirma');
    return [`A auditoria não foi confirmada automaticamente. ${error.message}`];
  }
}
