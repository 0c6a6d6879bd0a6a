// An item before a run: price, and obstacles to processing.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { DESFECHO_LABEL, type Desfecho } from '../../domain/interview/questionnaire/screening.ts';
import { profileOf } from '../../domain/profiles/profile.ts';
import type { Canal } from '../../domain/profiles/roles.ts';
import { creditsOfItem } from '../../domain/runs/credits.ts';
import type { StatusProcessamento, TipoItem } from '../../domain/runs/status.ts';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { inScope } from '../../platform/database/sql.ts';
import { PROCESSAMENTO_DESATIVADO } from '../credits/may-pay.ts';
import { refuseOwnAudited } from '../interviews/own-interview.ts';
import { CONFIG_ROWS, type ConfigRow, mergeConfig } from './processing-config.ts';
import type { Situacao } from './reuse.ts';

export type LockedItem = {
  id: string;
  tipo_item: TipoItem;
  empresa_id: string;
  projeto_id: string;
  auditoria_id: string;
  arquivo_path: string | null;
  dados_apagados_em: Date | null;
  status: StatusProcessamento;
  arquivo_sha256: string | null;
  gravacao_ms: number | null;
  situacao_entrevista: string | null;
  desfecho: Desfecho | null;
  sincronia: string | null;
  quarentena: string | null;
  canal_agente: Canal;
  configs: ConfigRow[];
};

/**
 * Reads an item with the configuration in force.
 * @throws AppError nao_encontrado, dados_apagados
 */
export async function readItem(
  db: Db,
  scope: Scope,
  itemId: string,
  lock: '' | 'for update of i',
): Promise<LockedItem> {
  const { rows } = await db.query<LockedItem>({
    name: lock ? 'run-lock-item' : 'run-read-item',
    text: `select i.id, i.tipo_item::text as tipo_item, i.empresa_id, i.projeto_id, i.auditoria_id, i.arquivo_path,
      i.arquivo_sha256, i.gravacao_ms,
             i.dados_apagados_em,
             e.situacao::text as situacao_entrevista, e.desfecho, e.sincronia, e.quarentena,
             i.status::text as status,
             p.canal_agente::text as canal_agente,
             (${CONFIG_ROWS} where c.empresa_id = i.empresa_id
               and (c.projeto_id is null or c.projeto_id = i.projeto_id)) as configs
           from auditoria_itens i join projetos p on p.id = i.projeto_id
             left join entrevistas e on e.id = i.entrevista_id
           where i.id = $1 and ${inScope('$2', 'i.empresa_id')}
           ${lock}`,
    values: [itemId, empresaIdOf(scope)],
  });
  if (!rows[0]) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  if (rows[0].dados_apagados_em) {
    throw new AppError(
      'dados_apagados',
      'Os dados desta gravação foram apagados: não há gravação para processar.',
    );
  }
  return rows[0];
}

export const lockItem = (db: Db, scope: Scope, itemId: string) =>
  readItem(db, scope, itemId, 'for update of i');

/** The present inputs of an item's stages. @throws AppError sem_arquivo without a recording */
export function situationOf(item: LockedItem): Situacao {
  if (!item.arquivo_path) {
    throw new AppError(
      'sem_arquivo',
      'Este item não tem gravação. Envie um arquivo de áudio antes de processar.',
    );
  }
  return {
    itemId: item.id,
    perfil: profileOf(item.tipo_item),
    empresaId: item.empresa_id,
    projetoId: item.projeto_id,
    arquivoPath: item.arquivo_path,
    arquivoSha256: item.arquivo_sha256,
    canalAgente: item.canal_agente,
    config: mergeConfig(item.configs),
  };
}

/**
 * An item's price, credits.
 * @throws AppError gravacao_em_medicao (409) while an interview's length is unknown
 */
export function priceOf(item: LockedItem, entrevistaMinutos: number): number {
  const creditos = creditsOfItem({ tipo: item.tipo_item, gravacaoMs: item.gravacao_ms }, entrevistaMinutos);
  if (creditos !== null) return creditos;
  throw new AppError(
    'gravacao_em_medicao',
    'A duração da gravação ainda está sendo calculada. Tente de novo em alguns segundos.',
    {
      retryAfterS: 3,
    },
  );
}

/**
 * Like `priceOf`, by id.
 * @throws AppError nao_encontrado, dados_apagados, gravacao_em_medicao
 */
export async function priceOfItem(
  db: Db,
  scope: Scope,
  itemId: string,
  entrevistaMinutos: number,
): Promise<number> {
  return priceOf(await readItem(db, scope, itemId, ''), entrevistaMinutos);
}

/**
 * Refuses to process an interview that is unfinished, or whose interviewer is the requesting person.
 * @throws AppError conflito, sem_permissao
 */
export async function assertAuditable(db: Db, item: LockedItem, usuarioId: string | null): Promise<void> {
  if (item.situacao_entrevista === 'em_andamento') {
    throw new AppError('conflito', 'Finalize ou interrompa a entrevista antes de processar a gravação.');
  }
  if (item.desfecho !== null) {
    throw new AppError(
      'conflito',
      `Esta entrevista foi encerrada antes do fim (${DESFECHO_LABEL[item.desfecho].toLocaleLowerCase('pt-BR')}) e não pode ser auditada.`,
    );
  }
  if (item.sincronia === 'parcial') {
    throw new AppError(
      'conflito',
      'O aparelho ainda está enviando esta entrevista. Aguarde o fim do envio, ou encerre a entrevista.',
    );
  }
  if (item.quarentena !== null) {
    throw new AppError(
      'conflito',
      'Esta entrevista está em quarentena: um gerente precisa liberar a entrevista antes do processamento.',
    );
  }
  await refuseOwnAudited(db, usuarioId, item.id);
}

/** Requires that processing is switched on. @throws AppError regra_violada */
export function assertActive({ config }: Situacao): void {
  if (config.isActive) return;
  throw new AppError('regra_violada', PROCESSAMENTO_DESATIVADO);
}
