import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { recordEvents } from '@escuta/shared/services/log/record-event';
import type { AgenteRow } from './repo.ts';
import { findWaitingSheet } from './retornos-repo.ts';

/**
 * Tells the agent's account once, and only of the newest unread sheet that was sent while the agent had no account,
 * because a mail for each sheet could mean dozens of mails.
 */
export async function tellWaitingSheet(
  tx: Db,
  { id, empresa_id: empresaId, usuario_id: conta_id }: AgenteRow,
): Promise<void> {
  if (conta_id === null) return;
  const sheet = await findWaitingSheet(tx, companyScope(empresaId), id, conta_id);
  if (!sheet) return;
  const { id: alvoId, dia } = sheet;
  await recordEvents(tx, 'folha_enviada', [{ empresaId, alvoId, dados: { conta_id, agente_id: id, dia } }]);
}
