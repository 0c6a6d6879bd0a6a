import type { ImportacaoDetalhe, ImportacaoWire } from '@escuta/shared/contracts/calls/importacoes';
import {
  colunaLidaSchema,
  contagensSchema,
  leituraSchema,
  mapeamentoSchema,
  NADA_LIDO,
  ORIGENS_PLANILHA,
} from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { orderQuestion } from '@escuta/shared/domain/call-sheet/recognise';
import { FORMATOS_PLANILHA } from '@escuta/shared/domain/survey-file/rows/sheet';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { z } from 'zod';
import type { ImportacaoDetalheRow, ImportacaoRow } from './repo.ts';

const desfeita = z.object({ apagadas: z.number().int(), mantidas: z.number().int() });
const DIA_MS = 86_400_000;

export function presentImportacao(row: ImportacaoRow): ImportacaoWire {
  const until =
    row.concluida_em && row.estado === 'concluida'
      ? new Date(row.concluida_em.getTime() + LIMITES_IMPORTACAO.desfazDias * DIA_MS)
      : null;
  return {
    id: row.id,
    projeto_id: row.projeto_id,
    auditoria_id: row.auditoria_id,
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    estado: row.estado,
    motivo: row.motivo,
    nome: row.nome,
    tamanho: row.tamanho,
    formato: readStored(z.enum(FORMATOS_PLANILHA), row.formato, null),
    origem: readStored(z.enum(ORIGENS_PLANILHA), row.origem, null),
    linhas: row.linhas,
    simulacao: readStored(contagensSchema, row.simulacao, null),
    resultado: readStored(contagensSchema, row.resultado, null),
    // The counts of an undo are complete only at its end.
    desfeita: row.estado === 'desfeita' ? readStored(desfeita, row.desfeita, null) : null,
    tarefa: row.tarefa,
    versao: row.versao,
    desfazer_ate: until && until.getTime() > Date.now() ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    concluida_em: row.concluida_em?.toISOString() ?? null,
    desfeita_em: row.desfeita_em?.toISOString() ?? null,
  };
}

export function presentDetail(row: ImportacaoDetalheRow): ImportacaoDetalhe {
  const colunas = readStoredList(colunaLidaSchema, row.colunas);
  const mapeamento = readStored(mapeamentoSchema, row.mapeamento, null);
  return {
    ...presentImportacao(row),
    envio_id: row.envio_id,
    sha256: row.sha256,
    aba: row.aba,
    arquivo: row.arquivo,
    colunas,
    mapeamento,
    avisos: readStored(z.array(z.string()), row.avisos, []),
    leitura: readStored(leituraSchema, row.leitura, NADA_LIDO),
    pergunta: mapeamento ? orderQuestion(colunas, mapeamento) : null,
  };
}
