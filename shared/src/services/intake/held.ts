// SQL: changes of an intake first lock its row, and read its state under the lock.

import type { Db } from '@escuta/prisma/db';
import type { EstadoPreparo } from '../../domain/audit-preparation.ts';
import type { EstadoImportacao } from '../../domain/call-sheet/fields.ts';
import { AppError } from '../../domain/errors.ts';
import { ACTS, type StagedKind } from '../../domain/intake/acts.ts';
import type { EstadoLote, OrigemLote } from '../../domain/recordings/recording-batch.ts';
import { companyScope, type Scope } from '../../domain/scope.ts';
import { TAREFA_ABERTA } from '../../domain/tasks/task-names.ts';
import type { Trava } from '../../platform/database/locks.ts';
import { inScope, literal, type Sql, sql } from '../../platform/database/sql.ts';
import { ofOwner } from './uploads.ts';

type Table = { table: Sql; model: string; lock: Trava | null; cleared: Sql };

/** Tables by kind. `lock`: advisory lock to count open intakes; `cleared`: columns that each action clears. */
export const TABLES = {
  importacao: { table: literal('importacoes'), model: 'importacao', lock: null, cleared: sql`` },
  lote: {
    table: literal('lotes_gravacao'),
    model: 'loteGravacao',
    lock: 'lotesDeGravacao',
    cleared: sql``,
  },
  preparo: {
    table: literal('auditoria_preparos'),
    model: 'auditoriaPreparo',
    lock: 'preparos',
    cleared: sql`motivo_papel = null,`,
  },
} as const satisfies Readonly<Record<StagedKind, Table>>;

export type Parameter<K extends StagedKind> = `${K}Id`;

type HeldRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  estado: string;
  versao: number;
  tarefa_id: string | null;
};

type Columns = {
  importacao: {
    estado: EstadoImportacao;
    chave_objeto: string | null;
    cabecalho_sha256: string | null;
    aba: string | null;
    aba_pedida: string | null;
    colunas: unknown;
    mapeamento: unknown;
    leitura: unknown;
    concluida_em: Date | null;
    completo: boolean;
  };
  lote: {
    estado: EstadoLote;
    origem: OrigemLote;
    tamanho: number;
    arquivos: number;
    confirmado_em: Date | null;
  };
  preparo: { estado: EstadoPreparo; autor_id: string | null; questionario: unknown; colunas: unknown };
};

const COLUMNS: Readonly<Record<StagedKind, Sql>> = {
  importacao: sql`n.chave_objeto, n.cabecalho_sha256, n.aba, n.aba_pedida, n.colunas, n.mapeamento, n.leitura,
    n.concluida_em,
    exists (select from envios v where ${ofOwner('importacao', sql`n.id`)} and v.estado = 'concluido') as completo`,
  lote: sql`n.origem, n.tamanho::float8 as tamanho, n.arquivos, n.confirmado_em`,
  preparo: sql`n.autor_id, n.questionario, n.colunas`,
};

export type Held<K extends StagedKind> = Omit<HeldRow, 'estado'> & Columns[K];

/** Locks and reads an intake. @throws AppError nao_encontrado, also outside the scope */
export async function lockIntake<K extends StagedKind>(
  db: Db,
  kind: K,
  scope: Scope,
  id: string,
): Promise<Held<K>> {
  const { table } = TABLES[kind];
  const columns: Sql = COLUMNS[kind];
  const { rows } = await db.sql<HeldRow>(
    sql`select n.id, n.empresa_id, n.projeto_id, n.estado, n.versao, n.tarefa_id, ${columns}
      from ${table} n where n.id = ${id} and ${inScope(scope, sql`n.empresa_id`)} for no key update of n`,
    `${kind}_trava`,
  );
  const [held] = rows;
  if (!held) throw notFound(kind);
  return held as unknown as Held<K>;
}

/** True if an open task works on a locked intake; the lock's former holder may have enqueued such a task. */
export async function hasOpenTask(
  db: Db,
  { tarefa_id: id, empresa_id: empresaId }: Pick<HeldRow, 'tarefa_id' | 'empresa_id'>,
): Promise<boolean> {
  if (id === null) return false;
  const where = { id, empresaId, status: { in: [...TAREFA_ABERTA] } };
  return (await db.within(companyScope(empresaId)).tarefa.count({ where })) > 0;
}

export const notFound = (kind: StagedKind): AppError => new AppError('nao_encontrado', ACTS[kind].notFound);

export function notNow(kind: StagedKind, { estado }: { estado: string }): AppError {
  const { notNow: sentences, notNowElse, labels } = ACTS[kind];
  const sentence = sentences[estado] ?? notNowElse(labels[estado] ?? estado);
  return new AppError('conflito', sentence, { dados: { estado } });
}

/**
 * Refuses a person who saw an older version of the intake.
 * @throws AppError conflito
 */
export function requireVersion(kind: StagedKind, held: { versao: number }, versao: number): void {
  if (held.versao !== versao) throw new AppError('conflito', ACTS[kind].changed);
}
