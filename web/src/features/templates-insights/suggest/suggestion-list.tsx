import type { ResultadoSugestao } from '@escuta/shared/contracts/insights/template-tests';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatUsd } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import type { TemplateFormOutput, TemplateFormValues } from '../editor/form-rules.ts';

type SuggestedCriterion = ResultadoSugestao['criterios'][number];

export interface SuggestionListProps {
  result: ResultadoSugestao;
  custoUsd: number;
  /** Number of criteria that still fit into the template. */
  room: number;
  onAdd: (criterios: SuggestedCriterion[]) => void;
  onClose: () => void;
}

const same = (text: string) =>
  text
    .trim()
    .toLocaleLowerCase('pt-BR')
    .replace(/[.\s]+$/u, '');

/** Suggested criteria with checkboxes; a criterion that the template has already cannot be ticked. */
export function SuggestionList({ result, custoUsd, room, onAdd, onClose }: SuggestionListProps) {
  const { getValues } = useFormContext<TemplateFormValues, unknown, TemplateFormOutput>();
  const [present] = useState(() => new Set(getValues('criterios').map(({ descricao }) => same(descricao))));
  const rows = result.criterios.map((criterio, n) => ({
    n,
    criterio,
    repeated: present.has(same(criterio.descricao)),
  }));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(rows.flatMap(({ n, repeated }) => (repeated ? [] : [n])).slice(0, room)),
  );
  const toggle = (n: number): void => {
    const next = new Set(ticked);
    if (!next.delete(n)) next.add(n);
    setTicked(next);
  };
  return (
    <>
      <div className="grid gap-0.5">
        <h4 className="font-semibold text-sm">
          {rows.length > 0
            ? plural(rows.length, 'critério sugerido', 'critérios sugeridos')
            : 'A IA não sugeriu nenhum critério'}
        </h4>
        <p className="text-muted-foreground text-xs tabular-nums">
          {plural(result.lidas, 'ligação lida', 'ligações lidas')}
          {result.emParte ? ', as longas só no começo e no fim' : ''} · {formatUsd(custoUsd)}, nenhum crédito
          usado. Nada é salvo até você salvar o template.
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-2" aria-label="Critérios sugeridos">
        {rows.map(({ n, criterio, repeated }) => (
          <li key={criterio.descricao} className="rounded-md border p-2.5">
            <Label className="flex items-start gap-2.5 font-normal text-sm leading-snug">
              <Checkbox
                className="mt-px"
                checked={ticked.has(n)}
                disabled={repeated || (!ticked.has(n) && ticked.size >= room)}
                onCheckedChange={() => toggle(n)}
              />
              <span className="grid min-w-0 gap-1">
                <span className="break-words font-medium">{criterio.descricao}</span>
                <span className="break-words text-muted-foreground text-xs">{criterio.motivo}</span>
                <span className="flex flex-wrap gap-1.5">
                  <Badge variant="neutral">Peso {criterio.peso}</Badge>
                  {criterio.critico ? <Badge variant="warning">Crítico</Badge> : null}
                  {criterio.ausencia ? <Badge variant="neutral">Cumprido pela ausência</Badge> : null}
                  {criterio.ligacoes > 0 ? (
                    <Badge variant="info">
                      Aparece em {criterio.ligacoes} de {plural(result.lidas, 'ligação', 'ligações')}
                    </Badge>
                  ) : null}
                  {repeated ? <Badge variant="neutral">Já está na lista</Badge> : null}
                </span>
              </span>
            </Label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {rows.length > 0 ? (
          <Button
            size="sm"
            disabled={ticked.size === 0}
            onClick={() => onAdd(rows.filter(({ n }) => ticked.has(n)).map(({ criterio }) => criterio))}
          >
            Adicionar {plural(ticked.size, 'critério', 'critérios')}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={onClose}>
          {rows.length > 0 ? 'Descartar sugestões' : 'Fechar'}
        </Button>
      </div>
    </>
  );
}
