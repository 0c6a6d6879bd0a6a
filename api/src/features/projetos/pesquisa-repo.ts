// SQL: the contents of a survey are checked under the survey's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

type Projeto = {
  id: string;
  empresa_id: string;
  tipo_projeto: TipoProjeto;
  exemplo: boolean;
  pesquisa_id: string | null;
};
type Pesquisa = { empresa_id: string; projeto_id: string; titulo: string; ativo: boolean };

const refused = (mensagem: string) =>
  new AppError('regra_violada', mensagem, { errors: [{ campo: 'pesquisa_id', mensagem }] });

/** Locks a survey against new rows that refer to it; null outside the scope. */
async function lockPesquisa(db: Db, scope: Scope, id: string): Promise<Pesquisa | null> {
  const { rows } = await db.query<Pesquisa>(
    `select empresa_id, projeto_id, titulo, ativo from pesquisas
     where id = $1 and ${inScope('$2', 'empresa_id')} for update`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** True if interviews, items, audits or published questionnaires keep a survey in its project. */
async function isInUse(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query<{ usada: boolean }>(
    `select exists (select from entrevistas where pesquisa_id = $1)
       or exists (select from auditoria_itens where pesquisa_id = $1)
       or exists (select from auditoria_preparos where pesquisa_id = $1)
       or exists (select from questionarios q join questionario_versoes v on v.questionario_id = q.id
         where q.pesquisa_id = $1) as usada`,
    [id],
  );
  return rows[0]?.usada === true;
}

/**
 * Sets a project's active survey (`pesquisa_id`): moves an unused survey into the project.
 * @throws AppError nao_encontrado, regra_violada with the reason
 */
export async function placePesquisa(
  db: Db,
  { scope, actor }: { scope: Scope; actor: Actor },
  projeto: Projeto,
  pesquisaId: string | null,
): Promise<void> {
  if (pesquisaId === projeto.pesquisa_id) return;
  if (pesquisaId === null)
    throw refused('Uma pesquisa pertence sempre a um projeto. Para tirá-la de uso, inative-a.');
  const pesquisa = await lockPesquisa(db, scope, pesquisaId);
  if (!pesquisa || pesquisa.empresa_id !== projeto.empresa_id)
    throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  if (projeto.tipo_projeto !== 'pesquisa')
    throw refused('Só projetos do tipo Pesquisa têm pesquisas: selecione um deles.');
  if (projeto.exemplo) throw refused('O projeto de exemplo não recebe pesquisas.');
  if (!pesquisa.ativo)
    throw refused('Esta pesquisa está inativa. Ative-a antes de selecioná-la para o projeto.');
  if (projeto.pesquisa_id !== null)
    throw refused('Este projeto já tem uma pesquisa ativa. Inative-a antes de selecionar outra.');
  if (await isInUse(db, pesquisaId))
    throw refused('Esta pesquisa já tem entrevistas ou foi levada a campo e não pode mudar de projeto.');
  await db.query('update pesquisas set projeto_id = $2, updated_at = now() where id = $1', [
    pesquisaId,
    projeto.id,
  ]);
  await db.query('update projetos set updated_at = now() where id = $1', [projeto.id]);
  await recordAction(db, {
    ...actor,
    empresaId: projeto.empresa_id,
    acao: 'pesquisa_movida',
    recurso: 'pesquisa',
    recursoId: pesquisaId,
    detalhes: { titulo: pesquisa.titulo, de: pesquisa.projeto_id, projeto_id: projeto.id },
  });
}
