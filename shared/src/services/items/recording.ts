// SQL: attaches and detaches recordings under the item's lock, and retires the findings of the former recording.

import type { Db } from '@escuta/prisma/db';
import type { TrabalhoDeFundo } from '../../domain/background-work.ts';
import { AppError } from '../../domain/errors.ts';
import type { SaidaDaGravacao } from '../../domain/recordings/former-recording.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { retireObjects, withdrawObject } from '../../platform/storage/pending-objects.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';
import { closeLettersOfItem } from '../runs/dead-letters.ts';
import { retireCells } from '../verdicts/interview-cells.ts';
import { type Anterior, keepFormer, putFormer } from './former.ts';

/** A stored recording. `tamanho`: bytes; `ms`: decoded length, if known. */
export type Gravacao = {
  key: string;
  nome: string;
  tipo: string;
  tamanho: number;
  sha256: string;
  ms?: number;
};

export type ItemSeguro = { id: string; empresa_id: string; arquivo_path: string | null };

const MEDICAO: TrabalhoDeFundo = 'medicao';
const OUTRA_GRAVACAO = 'A gravação com falha foi substituída por outra.';
const SEM_GRAVACAO = 'A gravação com falha foi removida do item.';

/** Deletes data about a lost sound: verdicts, recording map, and postponements of measuring. */
async function forgetFormerSound(db: Db, itemId: string): Promise<void> {
  const all = db.within(INSTALACAO);
  const item = await all.auditoriaItem.findFirst({ where: { id: itemId }, select: { entrevistaId: true } });
  if (!item?.entrevistaId) return;
  await retireCells(db, item.entrevistaId);
  await all.entrevistaGravacao.deleteMany({ where: { entrevistaId: item.entrevistaId } });
  await all.trabalho.deleteMany({ where: { tipo: MEDICAO, alvoId: itemId } });
}

/** A recording's removal; `por`: SHA-256 of the replacing recording, if any. */
type Saida = { saida: SaidaDaGravacao; motivo: string | null; por: string | null };

/**
 * Detaches an item's recording, kept for restoring if analysed, else soon deleted. Retires its findings and writes the
 * log.
 */
async function releaseRecording(
  db: Db,
  item: ItemSeguro & { arquivo_path: string },
  actor: Actor,
  { saida, motivo, por }: Saida,
): Promise<void> {
  const before = await db
    .within(INSTALACAO)
    .auditoriaItem.findFirst({ where: { id: item.id }, select: { arquivoSha256: true } });
  const ate = await keepFormer(db, item.id, actor, { saida, motivo });
  if (ate === null) await retireObjects(db, item.empresa_id, [item.arquivo_path]);
  await recordAction(db, {
    ...actor,
    empresaId: item.empresa_id,
    acao: saida === 'trocada' ? 'gravacao_trocada' : 'gravacao_removida',
    recurso: 'auditoria_item',
    recursoId: item.id,
    detalhes: {
      antes: { sha256: before?.arquivoSha256 ?? null },
      depois: { sha256: por },
      analisada: ate !== null,
      recuperavel_ate: ate?.toISOString() ?? null,
      motivo,
    },
  });
  await closeLettersOfItem(
    db,
    { id: item.id, empresaId: item.empresa_id },
    { actor, motivo: saida === 'trocada' ? OUTRA_GRAVACAO : SEM_GRAVACAO },
  );
}

export type Dito = {
  motivo?: string | null;
  motivoDaTroca?: string | null;
};

/**
 * Attaches a stored recording to a locked item: detaches the former one, dismisses its failures, and sets the item to
 * pendente.
 */
export async function putRecording(
  db: Db,
  item: ItemSeguro,
  actor: Actor,
  file: Gravacao,
  { motivo = null, motivoDaTroca = null }: Dito = {},
): Promise<void> {
  const { arquivo_path } = item;
  if (arquivo_path !== null) {
    const saida = { saida: 'trocada', motivo: motivoDaTroca, por: file.sha256 } as const;
    await releaseRecording(db, { ...item, arquivo_path }, actor, saida);
  }
  await withdrawObject(db, file.key);
  await forgetFormerSound(db, item.id);
  await db.query({
    name: 'recording_put',
    text: `update auditoria_itens set status = 'pendente', motivo = $8, arquivo_path = $2, arquivo_nome = $3,
      arquivo_tipo = $4,
             arquivo_tamanho = $5, arquivo_sha256 = $6, arquivo_recebido_em = now(), espera_ms = null,
             updated_at = now(),
             call_duration = coalesce(round($7::int / 1000.0), call_duration)
           where id = $1`,
    values: [item.id, file.key, file.nome, file.tipo, file.tamanho, file.sha256, file.ms ?? null, motivo],
  });
}

/**
 * Detaches a locked item's recording, and sets the item to pendente.
 * @throws AppError sem_arquivo
 */
export async function takeRecording(
  db: Db,
  item: ItemSeguro,
  actor: Actor,
  { motivoDaTroca = null }: Pick<Dito, 'motivoDaTroca'> = {},
): Promise<void> {
  const { arquivo_path } = item;
  if (arquivo_path === null) throw new AppError('sem_arquivo', 'Este item não tem gravação.');
  await releaseRecording(db, { ...item, arquivo_path }, actor, {
    saida: 'removida',
    motivo: motivoDaTroca,
    por: null,
  });
  await forgetFormerSound(db, item.id);
  await clearRecording(db, item.id);
}

/** Restores a locked former recording (lockFormer) and its findings; the present recording becomes a former one. */
export async function recoverRecording(
  db: Db,
  item: ItemSeguro,
  actor: Actor,
  anterior: Anterior,
  { motivoDaTroca = null }: Pick<Dito, 'motivoDaTroca'> = {},
): Promise<void> {
  const { arquivo_path } = item;
  if (arquivo_path !== null) {
    const saida = { saida: 'trocada', motivo: motivoDaTroca, por: anterior.sha256 } as const;
    await releaseRecording(db, { ...item, arquivo_path }, actor, saida);
  }
  await forgetFormerSound(db, item.id);
  await clearRecording(db, item.id);
  await putFormer(db, item.id, anterior);
  await recordAction(db, {
    ...actor,
    empresaId: item.empresa_id,
    acao: 'gravacao_recuperada',
    recurso: 'auditoria_item',
    recursoId: item.id,
    detalhes: { sha256: anterior.sha256, motivo: motivoDaTroca },
  });
}

async function clearRecording(db: Db, itemId: string): Promise<void> {
  await db.query({
    name: 'recording_take',
    text: `update auditoria_itens set status = 'pendente', motivo = null, arquivo_path = null, arquivo_nome = null,
      arquivo_tipo = null,
             arquivo_tamanho = null, arquivo_sha256 = null, arquivo_recebido_em = null, espera_ms = null,
             updated_at = now()
           where id = $1`,
    values: [itemId],
  });
}
