// SQL: an interview of a device is written by that device alone, under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { Consentimento, Quarentena, Sincronia } from '@escuta/shared/domain/interview/device/device-log';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import { type EstadoEntrevista, receivingOf } from '@escuta/shared/domain/life/interview';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { holdItems, reasonsHeld, refusal } from '@escuta/shared/services/interviews/life';
import type { Session } from '../sign-in/session.ts';

/** Whether devices took a version `v` with them so lately that interviews done with it may still come in. */
export const stillInField: Sql = sql`v.levada_em > now() - interval '30 days'`;
/** What is said of a survey or a questionnaire that is to be deleted meanwhile. */
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
  consentimento: Consentimento | null;
  /** Null of an interview that no device does. */
  sincronia: Sincronia | null;
  registro_sha256: string | null;
  quarentena: Quarentena | null;
  /** All reasons why it is held. */
  quarentenas: Quarentena[];
  /** When it began by the server's clock, ms since 1970; null without a device. */
  comecou_ms: number | null;
  item_id: string | null;
  status: string | null;
  apagada: boolean;
};

const COLUMNS = sql`e.id, e.empresa_id, e.projeto_id, e.pesquisa_id, e.questionario_versao_id, e.usuario_id, e.aparelho_id,
  e.nome_entrevistado, e.telefone_entrevistado, e.situacao, e.consentimento, e.sincronia, e.registro_sha256, e.quarentena,
  ${reasonsHeld} as quarentenas,
  (extract(epoch from e.iniciada_em) * 1000 - coalesce(e.relogio_desvio_ms, 0))::float8 as comecou_ms`;

async function find(db: Db, id: string, where: Sql, lock: boolean): Promise<EntrevistaDeCampo | null> {
  if (lock) await holdItems(db, id);
  const strength = lock ? literal('for no key update of e') : literal('');
  const { rows } = await db.sql<Omit<EntrevistaDeCampo, 'item_id' | 'status' | 'apagada'>>(
    sql`select ${COLUMNS} from entrevistas e where ${where} ${strength}`,
  );
  const [row] = rows;
  if (!row) return null;
  // In a statement of its own: it sees what was committed while this one waited for the lock.
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

/** An interview of whatever company, with the id that a device gave it. `lock`: until the transaction ends. */
export const findById = (db: Db, id: string, { lock }: { lock: boolean }) =>
  find(db, id, sql`e.id = ${id}`, lock);

/** An interview within a scope; null outside it. */
export const findInScope = (db: Db, scope: Scope, id: string, { lock }: { lock: boolean }) =>
  find(db, id, sql`e.id = ${id} and ${inScope(scope, sql`e.empresa_id`)}`, lock);

/** Who sends: the device, or a session without one. */
export type Remetente = Pick<Session, 'usuarioId' | 'aparelho' | 'ownScope'>;

/** What of an interview says who sends it, and whether it takes more. */
export type RemessaRow = Pick<
  EntrevistaDeCampo,
  'empresa_id' | 'usuario_id' | 'aparelho_id' | 'sincronia' | 'registro_sha256' | 'consentimento' | 'apagada'
>;

/** How an interview is received, and what its respondent said to being recorded. */
export const receptionOf = (
  row: Pick<RemessaRow, 'sincronia' | 'registro_sha256' | 'consentimento'>,
): Pick<EstadoEntrevista, 'recebimento' | 'consentimento'> =>
  receivingOf({ ...row, temRegistro: row.registro_sha256 !== null });

/**
 * An interview is sent by whoever announced it: the same person, on the same device.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export function requireSender<T extends RemessaRow>(
  row: T | null,
  { usuarioId, aparelho, ownScope }: Remetente,
): T {
  if (!row || row.empresa_id !== ownScope.empresaId) {
    throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  }
  if (row.apagada) throw refusal('nao_recebe_mais');
  if (row.sincronia === null || row.usuario_id !== usuarioId || row.aparelho_id !== (aparelho?.id ?? null)) {
    throw refusal('de_outro_aparelho');
  }
  return row;
}

/** An interview that whoever sends may send to, locked. @throws AppError nao_encontrado, conflito, dados_apagados */
export async function lockToReceive(db: Db, sender: Remetente, id: string): Promise<EntrevistaDeCampo> {
  return requireSender(await findInScope(db, sender.ownScope, id, { lock: true }), sender);
}
