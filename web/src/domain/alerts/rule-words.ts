import type { listRegras } from '@escuta/shared/contracts/insights/regras';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { saidFilters } from '@escuta/shared/domain/filters/filtro-endereco';
import type { Condicao, Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { readCriterionEntry } from '@escuta/shared/domain/insights/criterion-entry';
import {
  DESVIOS,
  type JanelaDaRegra,
  MEDIDA_LABEL,
  NOTA_AGENTE,
  SEMANAS,
} from '@escuta/shared/domain/rules/rules';
import type { Wire } from '../../lib/network/api.ts';
import { formatNumber } from '../../lib/text/format.ts';

export type Rule = Wire<typeof listRegras>['data'][number];
type Names = Readonly<Record<string, string>>;

/** Words for a condition, with the names of its people and templates. */
function saidCondition(condition: Condicao, names: Names): string {
  if (condition.campo === 'agente' || condition.campo === 'projeto') {
    const label = condition.campo === 'agente' ? 'Agente' : 'Projeto';
    const chosen = condition.valor.map((id) => (id === NENHUM ? 'sem agente' : (names[id] ?? 'excluído')));
    return `${label}: ${chosen.join(' ou ')}`;
  }
  if (condition.campo === 'criterio') {
    return condition.valor
      .map((entry) => {
        const did = readCriterionEntry(entry)?.atendido === 'sim' ? 'Cumpriu' : 'Descumpriu';
        return `${did} “${names[entry] ?? 'um critério com outra redação'}”`;
      })
      .join(' ou ');
  }
  const nameOf = (id: string) => names[id] ?? 'alguém';
  const words = saidFilters([condition], { revisado_por: nameOf, responsavel: nameOf });
  return words[0]?.texto ?? condition.campo;
}

/** Words for a filter, in the order of its tree. */
export function saidFilter(filtro: Filtro, names: Names): string {
  if ('campo' in filtro) return saidCondition(filtro, names);
  if ('nao' in filtro) return `não: ${saidFilter(filtro.nao, names)}`;
  const [parts, joint] = 'todas' in filtro ? [filtro.todas, ' e '] : [filtro.qualquer, ' ou '];
  return parts
    .map((part) => {
      const said = saidFilter(part, names);
      return 'campo' in part || parts.length === 1 ? said : `(${said})`;
    })
    .join(joint);
}

/** Words for a rule's measure over a time window. */
export function saidWindow({ medida, comparacao, limite, projeto_id }: JanelaDaRegra, names: Names): string {
  const where = projeto_id ? ` em ${names[projeto_id] ?? 'um projeto excluído'}` : '';
  if (medida === 'nota_agente')
    return `${MEDIDA_LABEL[medida]} em ${NOTA_AGENTE.dias} dias abaixo de ${limite}%, com ${NOTA_AGENTE.minimo} ligações ou mais${where}`;
  const each = projeto_id ? where : ' em cada projeto';
  if (comparacao === 'desvio')
    return `${MEDIDA_LABEL[medida]}${each} fora do normal: mais de ${DESVIOS} desvios-padrão em relação às últimas ${SEMANAS} semanas`;
  return `${MEDIDA_LABEL[medida]}${each} ${comparacao} de ${formatNumber(limite)}`;
}

/** A rule's conditions or measure, in words. */
export function saidRule({ filtro, janela, nomes }: Pick<Rule, 'filtro' | 'janela' | 'nomes'>): string {
  if (filtro) return saidFilter(filtro, nomes);
  return janela ? saidWindow(janela, nomes) : 'Condições de uma versão mais nova da Escuta';
}
