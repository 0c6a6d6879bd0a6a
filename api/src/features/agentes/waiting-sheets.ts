/** Sheets that were sent while nobody had the agent's account. */
import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { recordEvents } from '@escuta/shared/services/log/record-event';
import type { AgenteRow } from './repo.ts';
import { listWaitingSheets } from './retornos-repo.ts';

/** Tells the agent's account, if there is one, of the unread sheets of which it was not told. */
export async function tellWaitingSheets(
  tx: Db,
  { id, empresa_id: empresaId, usuario_id: conta_id }: AgenteRow,
): Promise<void> {
  if (conta_id === null) return;
  const sheets = await listWaitingSheets(tx, companyScope(empresaId), id, conta_id);
  await recordEvents(
    tx,
    'folha_enviada',
    sheets.map(({ id: alvoId, dia }) => ({ empresaId, alvoId, dados: { conta_id, agente_id: id, dia } })),
  );
}
