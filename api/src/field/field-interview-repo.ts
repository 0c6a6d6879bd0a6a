// SQL: an interview made on a device is written only by that device, under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { Consentimento, Quarentena, Sincronia } from '@escuta/shared/domain/interview/device/device-log';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import { type EstadoEntrevista, receivingOf } from '@escuta/shared/domain/life/interview';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { interviewRefusal, lockItems, reasonsHeld } from '@escuta/shared/services/interviews/life';
import type { Session } from '../sign-in/session.ts';

/** Condition: devices loaded version `v` recently enough that interviews may still arrive. */
export const stillInField: Sql = sql`v.levada_em > now() - interval '30 days'`;
/** Refusal to delete a survey or questionnaire used in the field. */
export const EM_CAMPO =
  'foi levado a campo há menos de 30 dias, e entrevistas feitas com ele ainda podem ser enviadas';

export type EntrevistaDeCampo = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  pesquisa_id: string;
  questionario_versao_id: string;
  usuario_id: string | null;
  aparelho_id: string | null;
  nome_entrevistado: string;
  telefone_entrevistado: string | null;
  situacao: SituacaoEntrevista;
  desfecho: Desfecho | null;
  consentimento: Consentimento | null;
  /** State of the data's arrival; null if no device made the interview. */
  sincronia: Sincronia | null;
  registro_sha256: string | null;
  quarentena: Quarentena | null;
  /** All reasons for the quarantine. */
  quarentenas: Quarentena[];
  /** Start by the server's clock, ms since 1970; null if no device made the interview. */
  comecou_ms: number | null;
  item_id: string | null;
  status: string | null;
  apagada: boolean;
};

const COLUMNS = sql`e.id, e.empresa_id, e.projeto_id, e.pesquisa_id, e.questionario_versao_id, e.usuario_id,
  e.aparelho_id,
  e.nome_entrevistado, e.telefone_entrevistado, e.situacao, e.desfecho, e.consentimento, e.sincronia, e.registro_sha256,
  e.quarentena,
  ${reasonsHeld} as quarentenas,
  (extract(epoch from e.iniciada_em) * 1000 - coalesce(e.relogio_desvio_ms, 0))::float8 as comecou_ms`;

async function find(db: Db, id: string, where: Sql, lock: boolean): Promise<EntrevistaDeCampo | null> {
  if (lock) await lockItems(db, id);
  const strength = lock ? literal('for no key update of e') : literal('');
  const { rows } = await db.sql<Omit<EntrevistaDeCampo, 'item_id' | 'status' | 'apagada'>>(
    sql`select ${COLUMNS} from entrevistas e where ${where} ${strength}`,
  );
  const [row] = rows;
  if (!row) return null;
  // A separate statement sees what was committed while the first statement waited for the lock.
  const item = await db.sql<{ id: string; status: string; apagada: boolean }>(
    sql`select id, status::text as status, dados_apagados_em is not null as apagada from auditoria_itens
      where entrevista_id = ${row.id} order by created_at desc, id desc limit 1`,
    'campo_item',
  );
  const [found] = item.rows;
  return {
    ...row,
    item_id: found?.id ?? null,
    status: found?.status ?? null,
    apagada: found?.apagada ?? false,
  };
}

/** An interview of any company by the id that its device chose. `lock`: locks it until the transaction ends. */
export const findById = (db: Db, id: string, { lock }: { lock: boolean }) =>
  find(db, id, sql`e.id = ${id}`, lock);

/** An interview; null outside the scope. `lock`: locks it until the transaction ends. */
export const findInScope = (db: Db, scope: Scope, id: string, { lock }: { lock: boolean }) =>
  find(db, id, sql`e.id = ${id} and ${inScope(scope, sql`e.empresa_id`)}`, lock);

/** The sender: a device, or a session without one. */
export type Remetente = Pick<Session, 'usuarioId' | 'aparelho' | 'ownScope'>;

/** Fields that determine an interview's sender and whether it accepts more data. */
export type RemessaRow = Pick<
  EntrevistaDeCampo,
  'empresa_id' | 'usuario_id' | 'aparelho_id' | 'sincronia' | 'registro_sha256' | 'consentimento' | 'apagada'
>;

/** State of an interview's receiving, and its respondent's consent. */
export const receptionOf = (
  row: Pick<RemessaRow, 'sincronia' | 'registro_sha256' | 'consentimento'>,
): Pick<EstadoEntrevista, 'recebimento' | 'consentimento'> =>
  receivingOf({ ...row, temRegistro: row.registro_sha256 !== null });

/**
 * Requires the person and device that announced the interview.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export function requireSender<T extends RemessaRow>(
  row: T | null,
  { usuarioId, aparelho, ownScope }: Remetente,
): T {
  if (!row || row.empresa_id !== ownScope.empresaId) {
    throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  }
  if (row.apagada) throw interviewRefusal('nao_recebe_mais');
  if (row.sincronia === null || row.usuario_id !== usuarioId || row.aparelho_id !== (aparelho?.id ?? null)) {
    throw interviewRefusal('de_outro_aparelho');
  }
  return row;
}

/**
 * Locks an interview to which this sender may send.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export async function lockToReceive(db: Db, sender: Remetente, id: string): Promise<EntrevistaDeCampo> {
  return requireSender(await findInScope(db, sender.ownScope, id, { lock: true }), sender);
}
