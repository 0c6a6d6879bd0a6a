// SQL: changes the state of a locked interview without a device's log (filled in online). Callers store the answers.

import type { Db } from '@escuta/prisma/db';
import type { GravacaoEntrevista } from '../../domain/interview/device/events.ts';
import { DESFECHO_LABEL, type Desfecho } from '../../domain/interview/questionnaire/screening.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { appendEvent } from './interview-events.ts';
import { reopenReview } from './review.ts';

type Entrevista = { id: string; empresa_id: string };

const CONTINUOU = 'A entrevista continuou depois da decisão.';

async function takeUp(db: Db, entrevista: Entrevista, usuarioId: string | null): Promise<void> {
  await appendEvent(db, entrevista, { tipo: 'retomada', usuarioId });
  await reopenReview(db, entrevista.id, usuarioId, CONTINUOU);
}

/** Continues a locked interview when an answer arrives. */
export async function continueInterview(
  db: Db,
  entrevista: Entrevista,
  usuarioId: string,
  { interrompida }: { interrompida: boolean },
): Promise<void> {
  if (interrompida) await takeUp(db, entrevista, usuarioId);
  await db.sql(
    sql`update entrevistas set situacao = 'em_andamento', motivo = null, ultimo_contato_em = now()
      where id = ${entrevista.id}`,
    'entrevista_contato',
  );
}

/** Concludes a locked interview; first resumes an interrupted one (`interrompida`). */
export async function finishInterview(
  db: Db,
  entrevista: Entrevista,
  usuarioId: string,
  { interrompida, gravacao }: { interrompida: boolean; gravacao: GravacaoEntrevista },
): Promise<void> {
  if (interrompida) await takeUp(db, entrevista, usuarioId);
  await appendEvent(db, entrevista, { tipo: 'finalizada', usuarioId });
  await db.sql(
    sql`update entrevistas set situacao = 'concluida', motivo = null, gravacao = ${gravacao}, concluida_em = now(),
      ultimo_contato_em = now() where id = ${entrevista.id}`,
    'entrevista_fim',
  );
}

/** Ends a locked interview for good, because a rule excludes the respondent from the target group. */
export async function dismissInterview(
  db: Db,
  entrevista: Entrevista,
  usuarioId: string,
  {
    interrompida,
    gravacao,
    desfecho,
  }: { interrompida: boolean; gravacao: GravacaoEntrevista; desfecho: Desfecho },
): Promise<void> {
  if (interrompida) await takeUp(db, entrevista, usuarioId);
  const motivo: string = `${DESFECHO_LABEL[desfecho]}.`;
  await appendEvent(db, entrevista, { tipo: 'encerrada', usuarioId });
  await db.sql(
    sql`update entrevistas set situacao = 'interrompida', desfecho = ${desfecho}, motivo = ${motivo},
      gravacao = ${gravacao}, ultimo_contato_em = now() where id = ${entrevista.id}`,
    'entrevista_dispensa',
  );
}

/** Interrupts a locked interview until new data arrives. */
export async function interruptInterview(
  db: Db,
  entrevista: Entrevista,
  usuarioId: string,
  motivo: string,
): Promise<void> {
  await appendEvent(db, entrevista, { tipo: 'interrompida', usuarioId });
  await db
    .within(INSTALACAO)
    .entrevista.updateMany({ where: { id: entrevista.id }, data: { situacao: 'interrompida', motivo } });
}

/**
 * Records that a locked interview's recording arrived. `continua`: also resumes an interrupted interview. `usuarioId`:
 * null for an API key or the system.
 */
export async function recordingReceived(
  db: Db,
  entrevista: Entrevista,
  usuarioId: string | null,
  { continua }: { continua: boolean },
): Promise<void> {
  if (continua) await takeUp(db, entrevista, usuarioId);
  await appendEvent(db, entrevista, { tipo: 'gravacao_recebida', usuarioId });
  await db.sql(
    sql`update entrevistas set ultimo_contato_em = now(),
        motivo = case when ${continua} then null else motivo end,
        situacao = case when ${continua} then 'em_andamento' else situacao end
      where id = ${entrevista.id}`,
  );
}
