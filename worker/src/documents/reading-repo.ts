// Raw SQL stores a paid answer about a page exactly once, even if the page's document has been deleted.

import type { Db } from '@escuta/prisma/db';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { LeituraIa } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import { newId } from '@escuta/shared/platform/database/ids';
import type { DocumentoAoLado } from '@escuta/shared/services/documents/document';
import type { CostLine } from '../engine/cost-of.ts';

type Leitura = {
  pagina: number;
  alvo: AlvoModelo;
  resposta: LeituraIa | null;
  custos: readonly CostLine[];
  latenciaMs: number;
  recusadas: number;
};

/**
 * Stores a paid answer about a page, linked to the page's document or, once a survey was made from the prepared audit,
 * to the document of the survey's questionnaire.
 */
export async function insertReading(
  db: Db,
  { alvo, documentoId, empresaId, projetoId, hash }: DocumentoAoLado,
  leitura: Leitura,
): Promise<void> {
  await db.query({
    name: 'document_reading',
    text: `insert into leituras_ia (id, empresa_id, projeto_id, preparo_id, documento_id, documento_hash, pagina,
      provedor, modelo, resposta, custos,
             latencia_ms, recusadas)
           select $1, $2, r.id, (select p.id from auditoria_preparos p where p.id = $4::uuid for key share),
             coalesce((select d.id from questionario_documentos d where d.id = $5::uuid for key share),
               (select d.id from auditoria_preparos p join questionarios q on q.pesquisa_id = p.pesquisa_id
                join questionario_documentos d on d.questionario_id = q.id and d.arquivo_id is not null
                where p.id = $4::uuid limit 1 for key share of d)),
             $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12, $13
           from projetos r where r.id = $3 for key share of r on conflict do nothing`,
    values: [
      newId(),
      empresaId,
      projetoId,
      alvo.tipo === 'preparo' ? alvo.id : null,
      documentoId,
      hash,
      leitura.pagina,
      leitura.alvo.provedor,
      leitura.alvo.modelo,
      leitura.resposta === null ? null : JSON.stringify(leitura.resposta),
      JSON.stringify(
        leitura.custos.map(({ unidade, quantidade, usd }) => ({ unidade, quantidade, usd: usd.toFixed(8) })),
      ),
      Math.round(leitura.latenciaMs),
      leitura.recusadas,
    ],
  });
}
