import type {
  GravacaoDoLote,
  LoteGravacao,
  LoteGravacaoDetalhe,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { SITUACOES_GRAVACAO_LOTE } from '@escuta/shared/domain/recordings/recording-batch';
import { readStored } from '@escuta/shared/domain/text/stored';
import { z } from 'zod';
import type { GravacaoRow, LoteRow } from './repo.ts';

const NADA = { numero: null, ramal: null, agente: null, momento: null };
const texto = z.string().nullable().catch(null);
/** The stored fields read from a file's name. */
const lido = z.object({
  numero: texto,
  ramal: texto,
  agente: texto,
  momento: z.iso.datetime({ offset: true }).nullable().catch(null),
});

export const readName = (row: Pick<GravacaoRow, 'lido'>): GravacaoDoLote['lido'] =>
  readStored(lido, row.lido, NADA);

export function presentLote(row: LoteRow): LoteGravacao {
  const { id, origem, nome, tamanho, arquivos, recebido, anunciados, envio_id, envio_completo } = row;
  const { estado, motivo, versao, tarefa, duracao_ms, bytes } = row;
  return {
    id,
    projeto: { id: row.projeto_id, nome: row.projeto_nome },
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    ...{ origem, nome, tamanho, arquivos, recebido, anunciados, envio_id, envio_completo },
    ...{ estado, motivo, versao, tarefa, duracao_ms, bytes },
    situacoes: Object.fromEntries(
      SITUACOES_GRAVACAO_LOTE.map((one) => [one, row.situacoes[one] ?? 0]),
    ) as LoteGravacao['situacoes'],
    created_at: row.created_at.toISOString(),
    confirmado_em: row.confirmado_em?.toISOString() ?? null,
    expira_em: row.expira_em.toISOString(),
  };
}

export const presentDetail = (
  row: LoteRow,
  found: Pick<LoteGravacaoDetalhe, 'sem_gravacao' | 'a_repetir'>,
): LoteGravacaoDetalhe => ({ ...presentLote(row), ...found });

export function presentGravacao(row: GravacaoRow): GravacaoDoLote {
  const { repetida_item, ...rest } = row;
  return { ...rest, lido: readName(row), repetida_ligacao: repetida_item };
}
