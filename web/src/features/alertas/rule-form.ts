import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import {
  AGRUPAMENTOS,
  COMPARACOES,
  type Comparacao,
  ESPERAS_MIN,
  type Espera,
  GRAVIDADES,
  type JanelaDaRegra,
  type Medida,
  REGRA_NOME_MAX,
} from '@escuta/shared/domain/rules/rules';
import { z } from 'zod';
import type { Rule } from '../../domain/alerts/rule-words.ts';
import { filterOfLines, type Lines, linesOf } from './condition-kinds.ts';

/** Input texts of a rule that watches a measure in windows of time. */
export type WindowInputs = { medida: Medida; comparacao: Comparacao; limite: string; projeto_id: string };

const START: { lines: Lines; janela: WindowInputs } = {
  lines: { modo: 'todas', linhas: [{ tipo: 'dito_cliente', valor: '' }] },
  janela: { medida: 'ligacoes_dia', comparacao: 'desvio', limite: '', projeto_id: '' },
};

/** Schema of a rule's form. `alvo` is what the rule watches: single calls, or windows of time. */
export const ruleForm = z.object({
  nome: z
    .string()
    .trim()
    .min(1, { error: 'Dê um nome à regra.' })
    .max(REGRA_NOME_MAX, { error: `Use no máximo ${REGRA_NOME_MAX} caracteres.` }),
  gravidade: z.enum(GRAVIDADES),
  agrupar_por: z.enum(AGRUPAMENTOS),
  espera_min: z.enum(ESPERAS_MIN.map(String)),
});
export type RuleInputs = z.input<typeof ruleForm>;

export const inputsOf = (rule: Rule | null): RuleInputs => ({
  nome: rule?.nome ?? '',
  gravidade: rule?.gravidade ?? 'media',
  agrupar_por: rule?.agrupar_por ?? 'nenhum',
  espera_min: String(rule?.espera_min ?? 60),
});

/** Target of the rule during editing. `fixo` is a filter that the editor cannot show and leaves unchanged. */
export type Target = {
  tipo: 'ligacao' | 'janela';
  lines: Lines;
  fixo: Filtro | null;
  janela: WindowInputs;
};

export function targetOf(rule: Rule | null): Target {
  const lines = rule?.filtro ? linesOf(rule.filtro) : START.lines;
  return {
    tipo: rule?.janela ? 'janela' : 'ligacao',
    lines: lines ?? START.lines,
    fixo: lines ? null : (rule?.filtro ?? null),
    janela: rule?.janela
      ? {
          ...rule.janela,
          limite: rule.janela.limite === null ? '' : String(rule.janela.limite),
          projeto_id: rule.janela.projeto_id ?? '',
        }
      : START.janela,
  };
}

function windowOf({ medida, comparacao, limite, projeto_id }: WindowInputs): JanelaDaRegra | null {
  const typed = limite.trim() === '' ? null : Number(limite.replace(',', '.'));
  const kept = comparacao === 'desvio' ? null : typed;
  if (comparacao !== 'desvio' && (kept === null || !Number.isInteger(kept) || kept < 0)) return null;
  if (medida === 'nota_agente' && (comparacao !== 'abaixo' || (kept ?? 0) > 100)) return null;
  return { medida, comparacao, limite: kept, projeto_id: projeto_id || null };
}

/** The rule's target as it is sent: a filter, or a measure in a time window; null while an input is missing. */
export function alvoOf({ tipo, lines, fixo, janela }: Target): {
  filtro: Filtro | null;
  janela: JanelaDaRegra | null;
} | null {
  if (tipo === 'ligacao') {
    const filtro = fixo ?? filterOfLines(lines);
    return filtro && { filtro, janela: null };
  }
  const given = windowOf(janela);
  return given && { filtro: null, janela: given };
}

/** Comparisons offered for a measure: for an agent's score only 'abaixo' (below). */
export const comparisonsOf = (medida: Medida): readonly Comparacao[] =>
  medida === 'nota_agente' ? ['abaixo'] : COMPARACOES;

export const esperaOf = (espera: string): Espera => Number(espera) as Espera;
