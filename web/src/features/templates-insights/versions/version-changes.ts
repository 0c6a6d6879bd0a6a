/** Words for the changes between two versions of a template. */

import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import {
  CATEGORIA_TEMPLATE_LABEL,
  FORMATO_SAIDA_LABEL,
} from '@escuta/shared/domain/insights/insight-template';
import { SUJEITO_LABEL } from '../editor/form-rules.ts';

export type VersionContent = Pick<
  InsightTemplateWire,
  | 'nome'
  | 'descricao'
  | 'categoria'
  | 'promptTemplate'
  | 'parametrosObrigatorios'
  | 'parametrosOpcionais'
  | 'modeloLlm'
  | 'maxTokens'
  | 'temperature'
  | 'thresholdConfianca'
  | 'formatoSaida'
  | 'criterios'
>;

export interface VersionChange {
  campo: string;
  /** The old and the new value, shortened; long texts are in `antes` and `depois` instead. */
  resumo: string;
  antes?: string;
  depois?: string;
}

const labelOf = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? value;
const listText = (names: readonly string[]) => names.join(', ') || 'nenhum';
const number = (value: number) => String(value).replace('.', ',');

/** Changes from `older` to `newer`; empty if only hidden fields changed. */
export function versionChanges(older: VersionContent, newer: VersionContent): VersionChange[] {
  const changes: VersionChange[] = [];
  const short = (campo: string, before: string, after: string) => {
    if (before !== after) changes.push({ campo, resumo: `${before} → ${after}` });
  };
  short('Nome', older.nome, newer.nome);
  short(
    'Categoria',
    labelOf(CATEGORIA_TEMPLATE_LABEL, older.categoria),
    labelOf(CATEGORIA_TEMPLATE_LABEL, newer.categoria),
  );
  for (const [campo, before, after] of [
    ['Descrição', older.descricao ?? '', newer.descricao ?? ''],
    ['Template de prompt', older.promptTemplate, newer.promptTemplate],
  ] as const) {
    if (before !== after) changes.push({ campo, resumo: 'texto alterado', antes: before, depois: after });
  }
  short(
    'Parâmetros obrigatórios',
    listText(older.parametrosObrigatorios),
    listText(newer.parametrosObrigatorios),
  );
  short('Parâmetros opcionais', listText(older.parametrosOpcionais), listText(newer.parametrosOpcionais));
  short('Modelo LLM', older.modeloLlm, newer.modeloLlm);
  short('Max Tokens', number(older.maxTokens), number(newer.maxTokens));
  short('Temperature', number(older.temperature), number(newer.temperature));
  short('Threshold Confiança', number(older.thresholdConfianca), number(newer.thresholdConfianca));
  short(
    'Formato de Saída',
    labelOf(FORMATO_SAIDA_LABEL, older.formatoSaida),
    labelOf(FORMATO_SAIDA_LABEL, newer.formatoSaida),
  );
  return [...changes, ...criteriaChanges(older.criterios, newer.criterios)];
}

type Criterio = VersionContent['criterios'][number];

const facts = ({ peso, critico, ausencia = false, sujeito }: Criterio) =>
  [
    `peso ${number(peso)}`,
    critico ? 'crítico' : '',
    ausencia ? 'cumprido pela ausência' : '',
    sujeito ? `parte avaliada: ${SUJEITO_LABEL[sujeito]}` : '',
  ]
    .filter(Boolean)
    .join(', ');

function criteriaChanges(older: readonly Criterio[], newer: readonly Criterio[]): VersionChange[] {
  const before = new Map(older.map((criterio) => [criterio.id, criterio]));
  const after = new Set(newer.map(({ id }) => id));
  const changes: VersionChange[] = [];
  for (const criterio of newer) {
    const old = before.get(criterio.id);
    if (!old) {
      changes.push({ campo: 'Critério novo', resumo: `${criterio.descricao} (${facts(criterio)})` });
      continue;
    }
    if (old.descricao !== criterio.descricao) {
      changes.push({ campo: 'Critério', resumo: `${old.descricao} → ${criterio.descricao}` });
    }
    if (facts(old) !== facts(criterio)) {
      changes.push({
        campo: 'Critério',
        resumo: `${criterio.descricao} (${facts(old)} → ${facts(criterio)})`,
      });
    }
  }
  for (const { id, descricao } of older) {
    if (!after.has(id)) changes.push({ campo: 'Critério removido', resumo: descricao });
  }
  const kept = (list: readonly Criterio[], other: ReadonlySet<string>) =>
    list.map(({ id }) => id).filter((id) => other.has(id));
  if (kept(older, after).join() !== kept(newer, new Set(before.keys())).join()) {
    changes.push({ campo: 'Critérios', resumo: 'ordem alterada' });
  }
  return changes;
}
