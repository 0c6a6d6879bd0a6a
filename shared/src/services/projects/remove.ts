// SQL: deletes whole projects: empty ones, and a company's examples with everything in them.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { companyScope, empresaIdOf, type Scope } from '../../domain/scope.ts';
import { isExample } from '../../platform/database/conditions/examples.ts';
import { inScope } from '../../platform/database/sql.ts';
import { discardItemObjects } from '../../platform/storage/pending-objects.ts';
import { discardImportFiles, lockImportsOfProject } from '../imports/import-files.ts';
import { discardUploads } from '../intake/uploads.ts';

type Projeto = { id: string; empresaId: string };

/** A project's settings and ended intakes, which have no files. */
const SETTINGS = [
  'projeto_insight_templates',
  'configuracoes_processamento',
  'auditoria_preparos',
  'importacoes',
  'lotes_gravacao',
  'auditorias',
] as const;

/** Deletes a locked project without items and surveys, with its settings. */
export async function removeEmptyProject(tx: Db, { id, empresaId }: Projeto): Promise<void> {
  await discardImportFiles(tx, await lockImportsOfProject(tx, id));
  for (const table of SETTINGS) await tx.query(`delete from ${table} where projeto_id = $1`, [id]);
  await tx.within(companyScope(empresaId)).projeto.deleteMany({ where: { id, empresaId } });
}

/**
 * Refuses to delete a locked example with more than its original content: during a rolling update, a server of a
 * version without example surveys may add surveys and interviews to the example's project.
 * @throws AppError conflito
 */
async function assertOnlyExample(tx: Db, id: string): Promise<void> {
  const { rows } = await tx.query<{ pesquisas: boolean; entrevistas: boolean; itens: boolean }>({
    name: 'exemplo_alheios',
    text: `select exists (select from pesquisas q where q.projeto_id = p.id and q.id
      is distinct from p.exemplo_pesquisa_id) as pesquisas,
             exists (select from entrevistas e where e.projeto_id = p.id
               -- The interviews of an example began before its project was made.
               and (p.exemplo_pesquisa_id is null or e.created_at >= p.created_at)) as entrevistas,
             exists (select from auditoria_itens i where i.projeto_id = p.id and i.entrevista_id is null
               and i.id is distinct from p.exemplo_item_id) as itens
           from projetos p where p.id = $1`,
    values: [id],
  });
  const [alien] = rows;
  const held = alien?.pesquisas
    ? 'outras pesquisas'
    : alien?.entrevistas
      ? 'entrevistas feitas por pessoas da empresa'
      : alien?.itens && 'outras ligações';
  if (held) {
    throw new AppError(
      'conflito',
      `Este projeto de exemplo tem ${held}, que seriam excluídas com ele. Desative o projeto para tirá-lo de uso.`,
    );
  }
}

/**
 * Deletes a locked example's call or survey with all rows and its templates. Ledger entries of paid further runs stay.
 * @returns keys of its objects, announced for deletion
 * @throws AppError conflito (the project holds more than the example), execucao_em_andamento
 */
export async function emptyExample(tx: Db, { id, empresaId }: Projeto): Promise<string[]> {
  await assertOnlyExample(tx, id);
  const { rows } = await tx.query<{ id: string; empresa_id: string }>(
    'select id, empresa_id from auditoria_itens where projeto_id = $1 order by id for update',
    [id],
  );
  // Locks in a retry's order: the item, then its failed runs.
  await tx.query('select from letras_mortas where projeto_id = $1 order by id for update', [id]);
  const open = await tx.query(
    `select from execucoes where item_id = any ($1) and status in ('na_fila', 'executando') limit 1`,
    [rows.map((item) => item.id)],
  );
  if (open.rowCount) {
    throw new AppError(
      'execucao_em_andamento',
      'O exemplo está sendo processado. Aguarde o término e tente novamente.',
    );
  }
  const objetos: string[] = [];
  for (const item of rows) objetos.push(...(await discardItemObjects(tx, item)));
  const company = tx.within(companyScope(empresaId));
  const where = { projetoId: id, empresaId };
  await company.auditoriaItem.deleteMany({ where });
  const interviews = await company.entrevista.findMany({ where, select: { id: true } });
  await discardUploads(tx, { dono: 'entrevista', ids: interviews.map((one) => one.id) });
  await company.entrevista.deleteMany({ where });
  await company.pergunta.deleteMany({ where: { empresaId, questionario: { pesquisa: where } } });
  await company.questionario.deleteMany({ where: { empresaId, pesquisa: where } });
  await company.pesquisa.deleteMany({ where });
  await company.projetoInsightTemplate.deleteMany({ where });
  await deleteExampleTemplates(tx, empresaId, id);
  return objetos;
}

/**
 * Deletes a company's examples, which would prevent its deletion.
 * @throws AppError execucao_em_andamento
 */
export async function removeExamples(tx: Db, scope: Scope, empresaId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select p.id from projetos p where p.empresa_id = $1 and ${inScope('$2', 'p.empresa_id')} and ${isExample('p')}
     order by p.id for update`,
    [empresaId, empresaIdOf(scope)],
  );
  for (const { id } of rows) {
    await emptyExample(tx, { id, empresaId });
    await removeEmptyProject(tx, { id, empresaId });
  }
}

/** Deletes an example's templates, except those linked or used elsewhere. */
async function deleteExampleTemplates(tx: Db, empresaId: string, projetoId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from insight_templates t where t.exemplo_de = $1
       and not exists (select from projeto_insight_templates l where l.insight_template_id = t.id)
       and not exists (select from insight_template_versoes v join insights g on g.template_versao_id = v.id
         where v.template_id = t.id) for update`,
    [projetoId],
  );
  const ids = rows.map(({ id }) => id);
  const { insightTemplate, insightTemplateVersao } = tx.within(companyScope(empresaId));
  await insightTemplateVersao.deleteMany({ where: { templateId: { in: ids }, empresaId } });
  await insightTemplate.deleteMany({ where: { id: { in: ids }, empresaId } });
  await insightTemplate.updateMany({ where: { exemploDe: projetoId, empresaId }, data: { exemploDe: null } });
}
