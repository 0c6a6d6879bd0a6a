import { LIGACOES_DA_SUGESTAO, listTestableCalls } from '@escuta/shared/contracts/insights/template-tests';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../lib/network/api.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CallPicker, type TestableCall } from '../test/call-picker.tsx';
import { SuggestionList, type SuggestionListProps } from './suggestion-list.tsx';
import { useSuggestion } from './use-suggestion.ts';

interface SuggestCriteriaProps extends Pick<SuggestionListProps, 'room' | 'onAdd'> {
  empresaId: string | undefined;
  /** Called when suggestions are requested. From then on the form asks before it closes, because closing loses them. */
  onAsked: () => void;
}

/** 'Sugerir critérios': reads three processed calls and suggests criteria to tick; saves nothing by itself. */
export function SuggestCriteria({ empresaId, room, onAdd, onAsked }: SuggestCriteriaProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly (TestableCall | null)[] | null>(null);
  const newest = useQuery({
    ...apiListQuery(listTestableCalls, { query: { q: undefined, empresaId } }),
    enabled: open,
    select: ({ data }) => data.slice(0, LIGACOES_DA_SUGESTAO),
  });
  const { begin, stop, stopping, suggestion, error, retry, running, clear } = useSuggestion();
  const slots = Array.from(
    { length: LIGACOES_DA_SUGESTAO },
    (_, n) => (chosen ?? newest.data ?? [])[n] ?? null,
  );
  const ids = [...new Set(slots.flatMap((call) => (call ? [call.id] : [])))];
  const close = (): void => {
    clear();
    setOpen(false);
  };
  const result = suggestion?.resultado;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="h-auto min-h-8 whitespace-normal"
        aria-expanded={open}
        disabled={running || room <= 0}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <Sparkles aria-hidden="true" />
        Sugerir critérios a partir de três ligações
      </Button>
      {open ? (
        <section
          aria-label="Sugerir critérios"
          aria-busy={running}
          className="grid basis-full grid-cols-1 gap-3 rounded-lg border p-3.5"
        >
          {result ? (
            <SuggestionList
              key={suggestion.id}
              result={result}
              custoUsd={suggestion.custoUsd}
              room={room}
              onAdd={(criterios) => {
                onAdd(criterios);
                close();
              }}
              onClose={close}
            />
          ) : (
            <>
              <p className="text-muted-foreground text-xs">
                A IA lê estas ligações e sugere critérios; você seleciona os que ficam. Nenhum crédito é
                usado.
              </p>
              {newest.isError ? (
                <ErrorState
                  title="Erro ao carregar as ligações"
                  error={newest.error}
                  onRetry={() => void newest.refetch()}
                  className="py-4"
                />
              ) : newest.data?.length === 0 ? (
                <p className="text-sm">Ainda não há nenhuma ligação processada: processe uma e volte aqui.</p>
              ) : (
                <div className="grid grid-cols-1 gap-2">
                  {slots.map((call, index) => (
                    <CallPicker
                      // biome-ignore lint/suspicious/noArrayIndexKey: the places stay, their calls change
                      key={index}
                      label={`Ligação ${index + 1}`}
                      empresaId={empresaId}
                      disabled={running}
                      value={call}
                      onValueChange={(next) => setChosen(slots.map((one, n) => (n === index ? next : one)))}
                    />
                  ))}
                </div>
              )}
              <div aria-live="polite" className="empty:hidden">
                {suggestion?.status === 'erro' ? (
                  <p className="text-destructive-text text-sm">{suggestion.motivo}</p>
                ) : error ? (
                  <p className="text-destructive-text text-sm">
                    {errorMessage(error, 'Erro ao acompanhar o pedido')}{' '}
                    <button type="button" className="underline" onClick={retry}>
                      Tentar novamente
                    </button>
                  </p>
                ) : null}
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  loading={running}
                  disabled={ids.length === 0}
                  onClick={() => {
                    onAsked();
                    begin(ids);
                  }}
                >
                  {running ? 'Lendo as ligações…' : 'Pedir sugestões'}
                </Button>
                <Button variant="ghost" size="sm" loading={stopping} onClick={running ? stop : close}>
                  {running ? 'Interromper' : 'Fechar'}
                </Button>
              </div>
            </>
          )}
        </section>
      ) : null}
    </>
  );
}
