// Raw SQL: a page's answer is stored once, whatever happens to its document.

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
 * Stores a paid answer about a page, even if the document was deleted. If the preparation became a survey, it belongs
 * to its questionnaire too.
 */
export async function insertReading(
  db: Db,
  { alvo, documentoId, empresaId, projetoId, hash }: DocumentoAoLado,
  leitura: Leitura,
): Promise<void> {
  await db.query({
    name: 'document-reading',
    text: `INSERT INTO leituras_ia (id, empresa_id, projeto_id, preparo_id, documento_id, documento_hash, pagina, provedor, modelo, resposta, custos,
             latencia_ms, recusadas)
           SELECT $1, $2, r.id, (SELECT p.id FROM auditoria_preparos p WHERE p.id = $4::uuid FOR KEY SHARE),
             coalesce((SELECT d.id FROM questionario_documentos d WHERE d.id = $5::uuid FOR KEY SHARE),
               (SELECT d.id FROM auditoria_preparos p JOIN questionarios q ON q.pesquisa_id = p.pesquisa_id
                JOIN questionario_documentos d ON d.questionario_id = q.id AND d.arquivo_id IS NOT NULL
                WHERE p.id = $4::uuid LIMIT 1 FOR KEY SHARE OF d)),
             $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12, $13
           FROM projetos r WHERE r.id = $3 FOR KEY SHARE OF r ON CONFLICT DO NOTHING`,
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
