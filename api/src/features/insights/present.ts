import type { InsightWire } from '@escuta/shared/contracts/insights/insights';
import { insightAttention, nivelConfianca } from '@escuta/shared/domain/insights/insight-attention';
import { alertKey } from '@escuta/shared/domain/insights/insight-result';
import { readAlerts, readInsightResult, readStoredCriteria } from '@escuta/shared/domain/text/stored';
import { presentComments } from '../../reads/conditions/insight-comments.ts';
import type { EvidenciaJson, InsightJson } from './repo.ts';

const iso = (value: string | null) => (value === null ? null : new Date(value).toISOString());
const quote = ({ criterio: _criterio, ...evidencia }: EvidenciaJson) => evidencia;

/** Shapes an insight. Shared rules, never the client, compute attention, level and proofs. */
export function presentInsight(row: InsightJson): InsightWire {
  const { comentarios, evidencias, validacao, templateInfo, ...rest } = row;
  const resultado = readInsightResult(row.resultado);
  const alertas = readAlerts(row.alertas);
  const quotesOf = (criterio: string) => evidencias.filter((e) => e.criterio === criterio).map(quote);
  return {
    ...rest,
    ...presentComments(comentarios),
    nivelConfianca: nivelConfianca(row.scoreConfianca),
    alertasIdentificados: alertas.map(({ value: alerta, index }) => ({
      titulo: alerta.titulo,
      descricao: alerta.descricao,
      gravidade: alerta.gravidade,
      comprovado: alerta.comprovado,
      evidencias: quotesOf(alertKey(index)),
    })),
    resultado: resultado && {
      pontuacaoIa: resultado.pontuacaoIa,
      criterios: resultado.criterios.map((criterio) => ({
        id: criterio.id,
        descricao: criterio.descricao,
        peso: criterio.peso,
        critico: criterio.critico,
        atendido: criterio.atendido,
        justificativa: criterio.justificativa,
        comprovado: criterio.comprovado,
        ...(criterio.naoPontuado ? { naoPontuado: criterio.naoPontuado } : {}),
        evidencias: quotesOf(criterio.id),
      })),
    },
    validacao: validacao && { ...validacao, em: new Date(validacao.em).toISOString() },
    atencao: insightAttention({
      statusProcessamento: row.statusProcessamento,
      scoreConfianca: row.scoreConfianca,
      validadoHumano: row.validadoHumano,
      alertas: alertas.length,
      semEvidencia: row.semEvidencia,
    }),
    ...(templateInfo
      ? { templateInfo: { ...templateInfo, criterios: readStoredCriteria(templateInfo.criterios) } }
      : {}),
    processedAt: iso(row.processedAt),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
