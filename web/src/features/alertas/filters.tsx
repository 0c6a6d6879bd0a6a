import { listRegras } from '@escuta/shared/contracts/insights/regras';
import { FILTROS_DISPARO } from '@escuta/shared/domain/filters/lists/firings';
import { GRAVIDADE_LABEL, GRAVIDADES } from '@escuta/shared/domain/rules/rules';
import { useQuery } from '@tanstack/react-query';
import { AgentFilter } from '../../domain/calls/agent-filter.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { type ControlProps, DAYS, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { FILTER_WIDTH, FilterSelect } from '../../kit/list/filter-select.tsx';
import { apiQuery } from '../../lib/network/query.ts';

const SITUACAO_LABEL = {
  aberto: 'Abertos',
  visto: 'Vistos',
  resolvido: 'Resolvidos',
  procedente: 'Procedentes',
  improcedente: 'Não procedentes',
  corrigido: 'Corrigidos pela revisão',
  deixou_de_valer: 'Deixaram de valer',
} as const;

function RuleFilter({ label, value, onValueChange }: ControlProps) {
  const rules = useQuery(apiQuery(listRegras));
  const options = rules.data?.data.map(({ id, nome }) => ({ value: id, label: nome })) ?? [];
  return (
    <FilterSelect
      label={label}
      allLabel="Todas as regras"
      value={options.some((one) => one.value === value) ? value : ''}
      onValueChange={onValueChange}
      options={options}
    />
  );
}

/** Filters of the list of alerts. Without a chosen 'situacao' the list shows alerts that nobody has decided yet. */
export const FIRINGS = filterTable(FILTROS_DISPARO, {
  situacao: {
    all: 'A resolver',
    options: optionsOf(
      ['aberto', 'visto', 'resolvido', 'procedente', 'improcedente', 'corrigido', 'deixou_de_valer'],
      SITUACAO_LABEL,
    ),
  },
  gravidade: { all: 'Qualquer gravidade', options: optionsOf(GRAVIDADES, GRAVIDADE_LABEL) },
  regra_id: RuleFilter,
  agente_id: ({ value, onValueChange }: ControlProps) => (
    <AgentFilter value={value} onValueChange={onValueChange} nobody={false} />
  ),
  projeto_id: ({ label, value, onValueChange }: ControlProps) => (
    <ProjectPicker
      label={label}
      value={value}
      onValueChange={onValueChange}
      noneLabel="Todos os projetos"
      className={FILTER_WIDTH}
    />
  ),
  de: DAYS,
  ate: 'with',
});
