import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/pesquisas';
import type { PesquisaDetalhe, PesquisaWire } from '@escuta/shared/contracts/surveys/pesquisas';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import { requireManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import { EM_CAMPO } from '../../field/field-interview-repo.ts';
import { presentPage } from '../../http/answers.ts';
import { definedFields } from '../../http/defined-fields.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentPesquisa, presentPesquisaDetalhe } from './present.ts';
import {
  deletePesquisa,
  findPesquisa,
  insertPesquisa,
  listPesquisas,
  lockPesquisa,
  lockProjeto,
  type PesquisaFilter,
  type PesquisaMutavel,
  readNumeros,
  readPesquisaContents,
  savePesquisa,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Pesquisa não encontrada.');
const inExample = () => {
  const mensagem = 'O projeto de exemplo não recebe pesquisas: selecione outro, ou crie um projeto.';
  return new AppError('regra_violada', mensagem, { errors: [{ campo: 'projeto_id', mensagem }] });
};

/** A page of the surveys of the caller's company, or of a given project (for an administrator in any company). */
export async function pageOfPesquisas(deps: AppDeps, session: Session, filter: PesquisaFilter) {
  const scope = filter.projeto_id === undefined ? session.ownScope : session.scope;
  return presentPage(filter, await listPesquisas(deps.db, scope, filter), presentPesquisa);
}

/**
 * A survey with its figures.
 * @throws AppError nao_encontrado
 */
export async function readPesquisa(deps: AppDeps, scope: Scope, id: string): Promise<PesquisaDetalhe> {
  const row = await findPesquisa(deps.db, scope, id);
  if (!row) throw notFound();
  return presentPesquisaDetalhe(row, await readNumeros(deps.db, id));
}

/**
 * Creates a survey in a project of type pesquisa.
 * @throws AppError nao_encontrado, regra_violada
 */
export function addPesquisa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createPesquisa>,
): Promise<PesquisaWire> {
  return deps.db.transaction(async (tx) => {
    const projeto = await lockProjeto(tx, session.scope, body.projeto_id);
    if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
    if (projeto.tipo_projeto !== 'pesquisa') {
      throw new AppError(
        'regra_violada',
        'Pesquisas pertencem a projetos do tipo Pesquisa: selecione um deles, ou crie um projeto desse tipo.',
        {
          errors: [{ campo: 'projeto_id', mensagem: 'Selecione um projeto do tipo Pesquisa.' }],
        },
      );
    }
    if (projeto.exemplo) throw inExample();
    const titulo = body.titulo || body.nome || '';
    const id = await insertPesquisa(tx, {
      empresaId: projeto.empresa_id,
      projetoId: body.projeto_id,
      titulo,
      descricao: body.descricao || null,
    });
    await recordAction(tx, {
      ...actor,
      empresaId: projeto.empresa_id,
      acao: 'pesquisa_criada',
      recurso: 'pesquisa',
      recursoId: id,
      detalhes: { titulo, projeto_id: body.projeto_id },
    });
    const row = await findPesquisa(tx, session.scope, id);
    if (!row) throw notFound();
    return presentPesquisa(row);
  });
}

const ALTERADA = {
  mensagem:
    'Esta pesquisa foi alterada por outra pessoa depois que você a abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu a pesquisa.',
  campos: { titulo: 'titulo', descricao: 'descricao', ativo: 'ativo' },
} as const;

/** Converts a body's fields for the repo; an empty description becomes null. */
const changeOf = (body: Omit<BodyOf<typeof contracts.updatePesquisa>, 'antes'>) =>
  definedFields({
    titulo: body.titulo ?? body.nome,
    descricao: body.descricao === '' ? null : body.descricao,
    ativo: body.ativo,
  });

/**
 * Changes title and description; only gerentes and administrators may switch a survey on or off.
 * @throws AppError nao_encontrado, conflito, sem_permissao
 */
export function changePesquisa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { antes = {}, ...body }: BodyOf<typeof contracts.updatePesquisa>,
): Promise<PesquisaWire> {
  return deps.db.transaction(async (tx) => {
    const row = await lockPesquisa(tx, session.scope, id, { apagar: false });
    if (!row) throw notFound();
    const { titulo, descricao, ativo } = row;
    const before: PesquisaMutavel = { titulo, descricao, ativo };
    const stale = staleRecord(changeOf(antes), before, ALTERADA);
    if (stale) throw stale;
    const now = { ...before, ...changeOf(body) };
    const entry = { ...actor, empresaId: row.empresa_id, recurso: 'pesquisa', recursoId: id };
    if (now.ativo !== ativo) {
      requireManager(session, 'Só gerentes e administradores podem ativar ou inativar pesquisas.');
      await recordAction(tx, {
        ...entry,
        acao: now.ativo ? 'pesquisa_ativada' : 'pesquisa_inativada',
        detalhes: { titulo: now.titulo },
      });
    }
    const said = diffOf({ titulo, descricao }, { titulo: now.titulo, descricao: now.descricao });
    if (said) await recordAction(tx, { ...entry, acao: 'pesquisa_alterada', detalhes: said });
    if (said || now.ativo !== ativo) await savePesquisa(tx, id, now);
    const changed = await findPesquisa(tx, session.scope, id);
    if (!changed) throw notFound();
    return presentPesquisa(changed);
  });
}

/**
 * Deletes a survey without interviews and items, with its questionnaires.
 * @throws AppError nao_encontrado, conflito
 */
export function removePesquisa(deps: AppDeps, scope: Scope, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockPesquisa(tx, scope, id, { apagar: true });
    if (!row) throw notFound();
    const holds = await readPesquisaContents(tx, id);
    if (holds.entrevistas || holds.itens) {
      throw new AppError(
        'conflito',
        `Esta pesquisa tem ${holds.entrevistas ? 'entrevistas' : 'itens de auditoria'} e não pode ser excluída. Inative-a para tirá-la de uso.`,
      );
    }
    if (holds.nascendo) {
      throw new AppError(
        'conflito',
        'Esta pesquisa está recebendo as entrevistas de uma planilha. Aguarde a criação da auditoria antes de excluí-la.',
      );
    }
    if (holds.em_campo) {
      throw new AppError(
        'conflito',
        `Um questionário desta pesquisa ${EM_CAMPO}. Em vez de excluir a pesquisa, inative-a.`,
      );
    }
    await deletePesquisa(tx, scope, id);
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'pesquisa_excluida',
      recurso: 'pesquisa',
      recursoId: id,
      detalhes: { titulo: row.titulo, projeto_id: row.projeto_id },
    });
  });
}
