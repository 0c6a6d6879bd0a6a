// SQL: changes of a prepared audit hold its row's lock, and write its children as sets.

import type { Db } from '@escuta/prisma/db';
import { auditStartMail } from '../../domain/accounts/portal-mails.ts';
import { colunaDoPreparo, PREPARO_CONFIRMADO } from '../../domain/audit-preparation.ts';
import { AppError } from '../../domain/errors.ts';
import { ACTS } from '../../domain/intake/acts.ts';
import { formatCreditos } from '../../domain/runs/credits.ts';
import type { Scope } from '../../domain/scope.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { questionarioLido } from '../../domain/survey-file/documents/read-questionnaire.ts';
import { type Alerta, blockersOf, noticesOf, warningsOf } from '../../domain/survey-file/rows/warnings.ts';
import { readStored, readStoredList } from '../../domain/text/stored.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { discard } from '../../platform/storage/pending-objects.ts';
import { publicLink } from '../accounts/public-links.ts';
import { getBalance } from '../credits/ledger.ts';
import type { BalanceNotices } from '../credits/low-balance.ts';
import { PROCESSAMENTO_DESATIVADO } from '../credits/may-pay.ts';
import { type Held, hasOpenTask, lockIntake, requireVersion } from '../intake/held.ts';
import { discardUploads } from '../intake/uploads.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';
import { CONFIG_ROWS, type ConfigRow, mergeConfig } from '../runs/processing-config.ts';
import { dearerThanConfirmed } from '../runs/request.ts';
import { enqueueMails, mailIsConfigured } from '../tasks/mail-queue.ts';
import { createTask } from '../tasks/tasks.ts';
import { pairNoticesOf } from './pair-notices.ts';
import { readFigures } from './preparo-figures.ts';

export type PreparoDeps = {
  notices: BalanceNotices;
  /** Minutes of an interview per credit (CREDITO_ENTREVISTA_MINUTOS). */
  entrevistaMinutos: number;
};

export type Confirmacao = {
  scope: Scope;
  preparoId: string;
  /** The person who confirms or, with automatic confirmation, who started the reading. */
  actor: Actor;
  /** Version that the person saw; a changed version or cost refuses the confirmation. */
  versao: number;
  creditos: number;
  /** Number of warnings that the person has seen (survey-file/warnings.ts). */
  avisos: number;
  incluirLinhasSemGravacao: boolean;
  /** The new survey's title; null: the title read. */
  titulo: string | null;
};

type Preparo = Held<'preparo'>;

/**
 * Refuses a mostly misread question, or a person who has not seen all warnings.
 * @throws AppError regra_violada (errors: each reason at its question or column), confirmacao_necessaria (errors: the
 * warnings; dados: their number)
 */
async function requireRightReading(
  db: Db,
  { questionario, colunas }: Preparo,
  { preparoId, avisos: seen }: Pick<Confirmacao, 'preparoId' | 'avisos'>,
): Promise<void> {
  const lido = readStored(questionarioLido, questionario, null);
  if (!lido || lido.perguntas.length === 0)
    throw new AppError(
      'regra_violada',
      'O questionário não tem perguntas. Adicione as perguntas antes de confirmar.',
    );
  const alertas = warningsOf(lido, readStoredList(colunaDoPreparo, colunas));
  const atFields = (some: readonly Alerta[]) =>
    some.map(({ tipo, pergunta, coluna, texto }) => ({
      campo:
        tipo === 'ja_auditadas' || tipo === 'pares_propostos'
          ? 'gravacoes'
          : pergunta !== null
            ? `perguntas.${pergunta}`
            : coluna !== null
              ? `colunas.${coluna}`
              : 'perguntas',
      mensagem: texto,
    }));
  const blockers = blockersOf(alertas);
  if (blockers.length > 0) {
    throw new AppError(
      'regra_violada',
      `A leitura não entendeu uma pergunta ou uma coluna. ${blockers[0]?.texto} ` +
        'Corrija as perguntas ou as colunas, ou deixe a coluna de fora. Nada foi cobrado.',
      { errors: atFields(blockers) },
    );
  }
  const notices = [...noticesOf(alertas), ...(await pairNoticesOf(db, preparoId))];
  if (notices.length === seen) return;
  const words =
    notices.length === 1
      ? 'Há 1 aviso sobre esta auditoria. Confira o aviso e confirme'
      : `Há ${notices.length} avisos sobre esta auditoria. Confira os avisos e confirme`;
  throw new AppError('confirmacao_necessaria', `${words} de novo. Nada foi cobrado.`, {
    dados: { avisos: notices.length },
    errors: atFields(notices),
  });
}

type Projeto = { nome: string; empresa: string; is_active: boolean; configs: ConfigRow[] };

/** Requires that the project may process items. @throws AppError regra_violada */
async function requireProject(
  db: Db,
  { empresa_id: empresaId, projeto_id: projetoId }: Preparo,
): Promise<Projeto> {
  const { rows } = await db.query<Projeto>({
    name: 'preparo_projeto',
    text: `select p.nome, e.nome as empresa, p.is_active, (${CONFIG_ROWS} where c.empresa_id = p.empresa_id
             and (c.projeto_id is null or c.projeto_id = p.id)) as configs
           from projetos p join empresas e on e.id = p.empresa_id where p.id = $1 and p.empresa_id = $2 for share of p`,
    values: [projetoId, empresaId],
  });
  const projeto = rows[0] as Projeto;
  if (!projeto.is_active) {
    throw new AppError(
      'regra_violada',
      'Este projeto está inativo e não recebe novas auditorias. Nada foi cobrado.',
    );
  }
  if (!mergeConfig(projeto.configs).isActive) {
    throw new AppError('regra_violada', `${PROCESSAMENTO_DESATIVADO} Nada foi cobrado.`);
  }
  return projeto;
}

/**
 * Confirms a prepared audit in the caller's transaction: a task then creates its survey and spends at most the
 * confirmed credits. Idempotent; resumes a creation that stopped.
 * @throws AppError nao_encontrado, conflito (not ready, or corrected meanwhile), confirmacao_necessaria (other cost, or
 * unseen warnings), creditos_insuficientes, regra_violada (nothing to audit, a mostly misread question; project or
 * processing switched off), muitas_tentativas
 */
export async function confirmPreparo(db: Db, deps: PreparoDeps, given: Confirmacao): Promise<void> {
  const { scope, preparoId, actor } = given;
  const held = await lockIntake(db, 'preparo', scope, preparoId);
  if (PREPARO_CONFIRMADO.some((estado) => estado === held.estado)) {
    const stopped = held.estado === 'criando' && !(await hasOpenTask(db, held));
    if (stopped) await makeTask(db, held, preparoId, actor);
    return;
  }
  if (held.estado !== 'pronto') {
    throw new AppError(
      'conflito',
      'Esta auditoria ainda não pode ser confirmada: nem todos os arquivos foram lidos.',
    );
  }
  requireVersion('preparo', held, given.versao);
  // With the project's lock, the second of two audits with the same recordings sees that the first is confirmed.
  await db.sql(
    sql`select from projetos where id = ${held.projeto_id}::uuid for no key update`,
    'preparo_projeto_segura',
  );
  await requireRightReading(db, held, given);
  const { creditos, a_auditar: n } = await readFigures(db, preparoId, deps.entrevistaMinutos);
  if (n === 0)
    throw new AppError(
      'regra_violada',
      'Nenhuma gravação tem linha na planilha. Indique a linha de ao menos uma gravação.',
    );
  const saldo = await getBalance(db, held.empresa_id);
  if (creditos > given.creditos) throw dearerThanConfirmed(creditos, given.creditos, { saldo });
  if (creditos < given.creditos) {
    throw new AppError(
      'conflito',
      `A auditoria agora custa ${formatCreditos(creditos)}. Nada foi cobrado. Confira e confirme de novo.`,
    );
  }
  if (saldo < creditos) {
    throw new AppError(
      'creditos_insuficientes',
      `Saldo de créditos insuficiente: a auditoria custa ${formatCreditos(creditos)} e o saldo é de ${formatCreditos(saldo)}. Nada foi cobrado. Peça ao gerente da empresa que compre créditos.`,
      { dados: { creditos, saldo } },
    );
  }
  const projeto = await requireProject(db, held);
  await db.sql(
    sql`update auditoria_preparos set estado = 'criando', motivo = null, motivo_papel = null,
      creditos_confirmados = ${creditos},
        linhas_sem_gravacao = ${given.incluirLinhasSemGravacao}, titulo = ${given.titulo},
        confirmado_por = ${actor.usuarioId}::uuid, confirmado_em = now(),
        updated_at = now()
      where id = ${preparoId}::uuid`,
    'preparo_confirma',
  );
  await makeTask(db, held, preparoId, actor);
  await recordAction(db, {
    ...actor,
    empresaId: held.empresa_id,
    acao: 'auditoria_confirmada',
    recurso: ACTS.preparo.log.recurso,
    recursoId: preparoId,
    detalhes: { creditos, gravacoes: n },
  });
  const to = await authorEmail(db, deps, held);
  if (to === null) return;
  const about = { empresa: projeto.empresa, projeto: projeto.nome, auditoria: 'Enviada pelo portal' };
  const url = publicLink(deps.notices.env, `/auditoria/${preparoId}`);
  const mail = auditStartMail(about, { n, creditos }, url);
  await enqueueMails(db, deps.notices, [{ empresaId: held.empresa_id, para: to, ...mail }]);
}

async function makeTask(db: Db, held: Preparo, preparoId: string, actor: Actor): Promise<void> {
  const tarefaId = await createTask(db, {
    tipo: 'criar_auditoria',
    empresaId: held.empresa_id,
    actor,
    parametros: { preparoId },
  });
  await db.sql(
    sql`update auditoria_preparos set tarefa_id = ${tarefaId}::uuid, motivo = null, updated_at = now()
      where id = ${preparoId}::uuid`,
    'preparo_tarefa',
  );
}

/** E-mail of an audit's sender who can still sign in; null: sent by an API key, or no e-mail configured. */
export async function authorEmail(
  db: Db,
  { notices }: Pick<PreparoDeps, 'notices'>,
  preparo: { empresa_id: string; autor_id: string | null },
): Promise<string | null> {
  if (preparo.autor_id === null || !mailIsConfigured(notices.env)) return null;
  const { rows } = await db.query<{ email: string }>({
    name: 'preparo_autor',
    text: `select u.email from membros m join usuarios u on u.id = m.usuario_id
           where m.empresa_id = $1 and m.usuario_id = $2 and m.ativo and m.senha_hash is not null`,
    values: [preparo.empresa_id, preparo.autor_id],
  });
  return rows[0]?.email ?? null;
}

/** Deletes a locked prepared audit's parts, documents, rows and unattached recordings. */
export async function discardPreparo(db: Db, preparoId: string): Promise<void> {
  await discardUploads(db, { dono: 'preparo', ids: [preparoId] });
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_gravacoes where preparo_id = ${preparoId}::uuid
      and item_id is null
        union all select empresa_id, chave_objeto from preparo_arquivos a where preparo_id = ${preparoId}::uuid
          and not exists (select from auditoria_arquivos k where k.chave_objeto = a.chave_objeto)) ${discard}`,
    'preparo_objetos',
  );
  const all = db.within(INSTALACAO);
  await all.preparoGravacao.deleteMany({ where: { preparoId } });
  await all.preparoLinha.deleteMany({ where: { preparoId } });
  await all.preparoArquivo.updateMany({
    where: { preparoId },
    data: { chaveObjeto: null, sha256: null, lidoEm: null },
  });
  await db.sql(
    sql`update auditoria_preparos set questionario = null, aba = null, avisos = null, avisos_planilha = null,
      colunas = null where id = ${preparoId}::uuid`,
  );
}

/** An item's prepared audit and sheet row, with or without recording. */
const madeBy = (
  itemId: string,
): Sql => sql`select p.id, p.auditoria_id, coalesce(g.linha_n, e.linha_planilha) as linha, i.arquivo_sha256 as som
  from auditoria_itens i left join preparo_gravacoes g on g.item_id = i.id
    left join entrevistas e on e.id = i.entrevista_id and e.origem = 'planilha'
    join auditoria_preparos p on p.id = g.preparo_id
      or (p.auditoria_id = i.auditoria_id and p.pesquisa_id = e.pesquisa_id)
  where i.id = ${itemId}::uuid`;

/**
 * Empties an item's row, excludes the row from auditing, and deletes the recording's name, so that the row creates
 * nothing again. Runs in the transaction that deletes or erases the item.
 */
export async function forgetRow(db: Db, itemId: string): Promise<void> {
  await db.sql(
    sql`with p as (${madeBy(itemId)})
      update preparo_linhas l set celulas = '{}', nao_auditar = true from p where l.preparo_id = p.id
        and l.n = p.linha`,
    'preparo_linha_esquecida',
  );
  await db.within(INSTALACAO).preparoGravacao.deleteMany({ where: { itemId } });
}

/**
 * Deletes the portal's data about an erased item, in the erasing transaction: its row, the recording's name, identical
 * recordings, and the audit's sheet and archive.
 * @returns keys of objects scheduled for deletion
 */
export async function forgetPrepared(db: Db, itemId: string): Promise<string[]> {
  const { rows } = await db.sql<{ chave: string }>(
    sql`with p as (${madeBy(itemId)}),
        a as (delete from auditoria_arquivos a using p where a.auditoria_id = p.auditoria_id
            and (a.papel in ('planilha_respostas', 'zip_audios') or (a.papel = 'gravacao' and a.sha256 = p.som))
          returning a.empresa_id, a.chave_objeto),
        f as (update preparo_arquivos f set chave_objeto = null, sha256 = null from p
          where f.preparo_id = p.id and f.papel in ('planilha_respostas', 'zip_audios'))
      insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
      select gen_random_uuid(), a.empresa_id, a.chave_objeto, now() from a
      on conflict (chave) do update set apagar_em = now() returning chave`,
    'preparo_planilha_esquecida',
  );
  await forgetRow(db, itemId);
  return rows.map(({ chave }) => chave);
}
