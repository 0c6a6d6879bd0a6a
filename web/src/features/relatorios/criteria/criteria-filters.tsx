import { listInsightTemplates } from '@escuta/shared/contracts/insights/insight-templates';
import { COLUNAS_DE_CRITERIOS, type ColunasDeCriterios } from '@escuta/shared/domain/reports/criteria-table';
import type { Amostra } from '@escuta/shared/domain/reports/drawn-apart';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { apiListQuery } from '../../../lib/network/query.ts';

const POR: Readonly<Record<ColunasDeCriterios, string>> = {
  agentes: 'Por agente',
  semanas: 'Por semana',
  meses: 'Por mês',
  templates: 'Por template',
  projetos: 'Por projeto',
};

interface Bound<T extends string> {
  value: T | '';
  onValueChange: (value: T | '') => void;
}

interface CriteriaFiltersProps {
  colunas: Bound<ColunasDeCriterios>;
  template: Bound<string>;
  amostra: Bound<Amostra>;
  /** Kind of columns that applies if the address names none. */
  padrao: ColunasDeCriterios;
  /** Kinds of columns that this person may ask for. */
  permitidas: readonly ColunasDeCriterios[];
}

/** Filters of the report of criteria: kind of columns, template and sample. */
export default function CriteriaFilters({
  colunas,
  template,
  amostra,
  padrao,
  permitidas,
}: CriteriaFiltersProps) {
  const templates = useQuery(apiListQuery(listInsightTemplates, { query: { limit: 100 } }));
  const known = templates.data?.data.map(({ id, nome }) => ({ value: id, label: nome })) ?? [];
  return (
    <>
      <FilterSelect
        label="Colunas"
        allLabel={POR[padrao]}
        value={colunas.value === padrao ? '' : colunas.value}
        onValueChange={colunas.onValueChange}
        options={COLUNAS_DE_CRITERIOS.filter((one) => one !== padrao && permitidas.includes(one)).map(
          (value) => ({ value, label: POR[value] }),
        )}
      />
      <FilterSelect
        label="Amostra"
        allLabel="Sorteadas e outras"
        {...amostra}
        options={[
          { value: 'sim', label: 'Só ligações sorteadas' },
          { value: 'nao', label: 'Só as outras ligações' },
        ]}
      />
      <FilterSelect
        label="Template"
        allLabel="Todos os templates"
        {...template}
        options={
          template.value && !known.some(({ value }) => value === template.value)
            ? [...known, { value: template.value, label: 'Template selecionado' }]
            : known
        }
      />
    </>
  );
}
