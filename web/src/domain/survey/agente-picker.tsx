import { type AgenteWire, listAgentes } from '@escuta/shared/contracts/team/agentes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntityPicker, type PickerProps, useEntityPicker } from '../../kit/entity-picker.tsx';
import { FILTER_WIDTH } from '../../kit/list/filter-select.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';

export const interviewCount = (n: number): string => plural(n, 'entrevista', 'entrevistas');

/** An agent's numbers of calls and interviews: '12 ligações · 1 entrevista'; a zero beside a number is left out. */
export const workCount = ({ ligacoes, entrevistas }: Pick<AgenteWire, 'ligacoes' | 'entrevistas'>): string =>
  [
    ligacoes > 0 || entrevistas === 0 ? plural(ligacoes, 'ligação', 'ligações') : null,
    entrevistas > 0 ? interviewCount(entrevistas) : null,
  ]
    .filter(Boolean)
    .join(' · ');

interface AgentePickerProps extends Omit<PickerProps, 'value' | 'onValueChange'> {
  /** The chosen agent; the name is undefined while it loads. */
  value: { id: string; nome: string | undefined } | null;
  onValueChange: (agente: AgenteWire | null) => void;
  /** Id of the company whose agents are offered; by default the session's company. */
  empresaId?: string | undefined;
  /** Offers interviewers of this survey only. */
  pesquisaId?: string;
  /** Id of an agent that is not offered. */
  except?: string;
}

/** Finds a company's agent by name or alias; in a survey agents are interviewers. */
export function AgentePicker({
  value,
  onValueChange,
  empresaId,
  pesquisaId,
  except,
  ...props
}: AgentePickerProps) {
  const { q, box } = useEntityPicker();
  const list = useQuery({
    ...apiListQuery(listAgentes, {
      query: { limit: 20, q: q || undefined, empresaId, pesquisa_id: pesquisaId },
    }),
    enabled: box.open,
  });
  const noun = pesquisaId ? 'entrevistador' : 'agente';
  const found = list.data?.data.filter(({ id }) => id !== except);
  return (
    <EntityPicker
      {...props}
      {...box}
      value={value?.id ?? ''}
      name={value?.nome}
      onValueChange={(option) => onValueChange(found?.find(({ id }) => id === option?.id) ?? null)}
      emptyLabel={`Selecione o ${noun}`}
      placeholder="Nome ou apelido"
      options={found?.map((agente) => ({
        id: agente.id,
        label: agente.nome,
        hint: [pesquisaId ? interviewCount(agente.entrevistas) : workCount(agente), ...agente.apelidos].join(
          ' · ',
        ),
      }))}
      errorText={
        list.isError
          ? errorMessage(
              list.error,
              pesquisaId ? 'Erro ao buscar os entrevistadores.' : 'Erro ao buscar os agentes.',
            )
          : null
      }
      emptyText={`Nenhum ${noun} encontrado.`}
    />
  );
}

/** The filter by interviewer in a survey's lists. The filtered rows give the name for the id in the address. */
export function AgenteFilter({
  pesquisaId,
  rows,
  value,
  onValueChange,
}: {
  pesquisaId: string;
  rows: readonly { entrevistador: { id: string; nome: string } | null }[] | undefined;
  value: string;
  onValueChange: (id: string) => void;
}) {
  const [chosen, setChosen] = useState<AgenteWire | null>(null);
  const shown = rows?.find(({ entrevistador }) => entrevistador?.id === value)?.entrevistador?.nome;
  const nome = chosen?.id === value ? chosen.nome : (shown ?? (rows ? 'Entrevistador' : undefined));
  return (
    <AgentePicker
      label="Entrevistador"
      noneLabel="Todos os entrevistadores"
      className={FILTER_WIDTH}
      pesquisaId={pesquisaId}
      value={value === '' ? null : { id: value, nome }}
      onValueChange={(agente) => {
        setChosen(agente);
        onValueChange(agente?.id ?? '');
      }}
    />
  );
}
