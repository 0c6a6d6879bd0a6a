import { FILTROS_DISPARO } from '@escuta/shared/domain/filters/lists/firings';
import { GRAVIDADE_LABEL, GRAVIDADES } from '@escuta/shared/domain/rules/rules';
import { createElement } from 'react';
import { AgentFilter } from '../../domain/calls/agent-filter.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { type ControlProps, DAYS, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { FILTER_WIDTH } from '../../kit/list/filter-select.tsx';

const SITUACAO_LABEL = {
  aberto: 'Abertos',
  visto: 'Vistos',
  resolvido: 'Resolvidos',
  procedente: 'Procedentes',
  improcedente: 'Não procedentes',
  deixou_de_valer: 'Que deixaram de valer',
} as const;

/** The list's filters. Without a situation it shows what waits for a person. */
export const FIRINGS = filterTable(FILTROS_DISPARO, {
  situacao: {
    all: 'Por resolver',
    options: optionsOf(
      ['aberto', 'visto', 'resolvido', 'procedente', 'improcedente', 'deixou_de_valer'],
      SITUACAO_LABEL,
    ),
  },
  gravidade: { all: 'Qualquer gravidade', options: optionsOf(GRAVIDADES, GRAVIDADE_LABEL) },
  regra_id: 'link',
  agente_id: ({ value, onValueChange }: ControlProps) =>
    createElement(AgentFilter, { value, onValueChange, nobody: false }),
  projeto_id: ({ label, value, onValueChange }: ControlProps) =>
    createElement(ProjectPicker, {
      label,
      value,
      onValueChange,
      noneLabel: 'Todos os projetos',
      className: FILTER_WIDTH,
    }),
  de: DAYS,
  ate: 'with',
});
