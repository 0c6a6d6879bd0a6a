// SQL: changed parts of a configuration are merged in the log entry's transaction, and the stages in the queues
// counted.

import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';
import {
  type ConfigPatch,
  getProcessingConfig,
  patchProcessingConfig,
} from '@escuta/shared/services/runs/processing-config';

/** The company, or a project of the company, to which a configuration belongs. */
export type Target = { empresaId: string; projetoId: string | null };

/** True if the company, with its project, is in the scope. */
export async function isWithin(db: Db, scope: Scope, target: Target): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'config_alvo',
    text: `select 1 from empresas e where e.id = $1 and ${inScope('$2', 'e.id')}
      and ($3::uuid is null or exists (select 1 from projetos p where p.id = $3 and p.empresa_id = e.id))`,
    values: [target.empresaId, empresaIdOf(scope), target.projetoId],
  });
  return rowCount === 1;
}

const configs = (db: Db, { empresaId }: Target) =>
  db.within(companyScope(empresaId)).configuracaoProcessamento;

/** The configuration in force; `proprio`: true if the project has its own configuration. */
export async function readConfig(db: Db, target: Target) {
  const config = await getProcessingConfig(db, target.empresaId, target.projetoId);
  const proprio = target.projetoId !== null && (await configs(db, target).count({ where: target })) > 0;
  return { ...config, proprio };
}

export async function writeConfig(db: Db, target: Target, patch: ConfigPatch): Promise<void> {
  await patchProcessingConfig(db, target, patch);
}

export async function dropProjectConfig(
  db: Db,
  target: { empresaId: string; projetoId: string },
): Promise<void> {
  await configs(db, target).deleteMany({ where: target });
}

/** Waiting and running stages of a company. */
export async function readQueues(db: Db, empresaId: string) {
  const { rows } = await db.query<{
    etapa: Etapa | null;
    admitida: boolean;
    n: number;
    espera: number | null;
  }>({
    name: 'config_filas',
    text: `select etapa_atual::text as etapa, admitida_em is not null as admitida, count(*)::int as n,
        floor(extract(epoch from now() - min(created_at) filter (where iniciada_em is null)))::int as espera
      from execucoes where empresa_id = $1 and status in ('na_fila', 'executando') group by 1, 2`,
    values: [empresaId],
  });
  return rows;
}
