import { getRelatorioCriterios } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { criterionEntry } from '@escuta/shared/domain/insights/criterion-entry';
import { REGRA_CONDICOES_MAX } from '@escuta/shared/domain/rules/rules';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { AgentFilter } from '../../domain/calls/agent-filter.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { ChoiceSelect } from '../../kit/form/fields.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { isIncomplete, KIND_IDS, type KindId, kindOf, type Line, type Lines } from './condition-kinds.ts';

const KIND_OPTIONS = KIND_IDS.map((value) => ({ value, label: kindOf(value).label }));
const MODES = [
  { value: 'todas', label: 'Todas as condições' },
  { value: 'qualquer', label: 'Qualquer uma das condições' },
];

interface ConditionsEditorProps {
  lines: Lines;
  onChange: (lines: Lines) => void;
  /** Names of agents that are known without a request, by id. */
  names: Readonly<Record<string, string>>;
  /** Message below the conditions; if set, each incomplete condition is marked. */
  error: string | null;
}

/** Editor of a rule's conditions, with a line for each condition. */
export function ConditionsEditor({ lines, onChange, names, error }: ConditionsEditorProps) {
  const { linhas } = lines;
  const set = (index: number, line: Line) =>
    onChange({ ...lines, linhas: linhas.map((one, at) => (at === index ? line : one)) });
  const known = new Map(Object.entries(names));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">Quando a ligação tiver</legend>
      {linhas.length > 1 ? (
        <ChoiceSelect
          aria-label="Condições que precisam valer"
          className="w-full sm:w-64"
          value={lines.modo}
          options={MODES}
          onValueChange={(modo) => onChange({ ...lines, modo: modo === 'qualquer' ? 'qualquer' : 'todas' })}
        />
      ) : null}
      {linhas.map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and none changes its place
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]"
        >
          <ChoiceSelect
            aria-label={`Condição ${index + 1}`}
            value={line.tipo}
            options={KIND_OPTIONS}
            onValueChange={(tipo) => set(index, { tipo: tipo as KindId, valor: '' })}
          />
          <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
            <Value
              line={line}
              place={index + 1}
              known={known}
              wrong={error !== null && isIncomplete(line)}
              onChange={(valor) => set(index, { ...line, valor })}
            />
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Excluir condição ${index + 1}`}
            inactive={linhas.length === 1}
            onClick={() => onChange({ ...lines, linhas: linhas.filter((_, at) => at !== index) })}
          >
            <Trash2 />
          </Button>
        </div>
      ))}
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        inactive={linhas.length >= REGRA_CONDICOES_MAX}
        onClick={() => onChange({ ...lines, linhas: [...linhas, { tipo: 'nota_ate', valor: '' }] })}
      >
        <Plus aria-hidden="true" />
        Adicionar condição
      </Button>
      {error ? (
        <p role="alert" className="text-destructive-text text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Chooses one of the criteria by which the calls of the last 30 days were judged. */
function CriterionPicker({
  label,
  atendido,
  value,
  known,
  wrong,
  onChange,
}: {
  label: string;
  atendido: 'sim' | 'nao';
  value: string;
  known: ReadonlyMap<string, string>;
  wrong: boolean;
  onChange: (valor: string) => void;
}) {
  const report = useQuery(apiQuery(getRelatorioCriterios, { query: { colunas: 'templates' } }));
  const judged = (report.data?.data.linhas ?? []).flatMap(({ template, criterio, serie, descricao }) =>
    template && criterio
      ? [
          {
            value: criterionEntry({ templateId: template.id, serie, criterio, atendido }),
            label: `${template.nome}: ${descricao}`,
          },
        ]
      : [],
  );
  const kept =
    value === '' || judged.some((one) => one.value === value)
      ? []
      : [{ value, label: known.get(value) ?? 'Critério com outra redação' }];
  return (
    <ChoiceSelect
      aria-label={label}
      aria-invalid={wrong}
      value={value}
      options={[{ value: '', label: 'Selecione' }, ...kept, ...judged]}
      onValueChange={onChange}
    />
  );
}

function Value({
  line,
  place,
  known,
  wrong,
  onChange,
}: {
  line: Line;
  place: number;
  known: ReadonlyMap<string, string>;
  wrong: boolean;
  onChange: (valor: string) => void;
}) {
  const kind = kindOf(line.tipo);
  const label = `Valor da condição ${place}: ${kind.label}`;
  const hintId = useId();
  switch (kind.entrada) {
    case 'nenhuma':
      return null;
    case 'numero':
      return (
        <span className="flex items-center gap-2">
          <Input
            aria-label={`${label}, em ${kind.unidade}`}
            aria-invalid={wrong}
            inputMode={kind.casas ? 'decimal' : 'numeric'}
            className="w-28"
            value={line.valor}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="text-muted-foreground text-sm">{kind.unidade}</span>
        </span>
      );
    case 'frases':
      return (
        <>
          <Input
            aria-label={label}
            aria-invalid={wrong}
            aria-describedby={hintId}
            placeholder="procon, quero cancelar"
            value={line.valor}
            onChange={(event) => onChange(event.target.value)}
          />
          <span id={hintId} className="text-muted-foreground text-xs">
            Palavras ou frases separadas por vírgula. Basta uma delas, também no plural ou conjugada.
          </span>
        </>
      );
    case 'escolha':
      return (
        <ChoiceSelect
          aria-label={label}
          aria-invalid={wrong}
          value={line.valor}
          options={[{ value: '', label: 'Selecione' }, ...kind.opcoes]}
          onValueChange={onChange}
        />
      );
    case 'criterio':
      return (
        <CriterionPicker
          label={label}
          atendido={kind.atendido}
          value={line.valor}
          known={known}
          wrong={wrong}
          onChange={onChange}
        />
      );
    case 'agente':
      return (
        <AgentFilter
          value={line.valor}
          onValueChange={onChange}
          known={known}
          noneLabel="Selecione"
          className="w-full"
        />
      );
    case 'projeto':
      return (
        <ProjectPicker
          label={label}
          value={line.valor}
          onValueChange={onChange}
          noneLabel="Selecione"
          className="w-full"
        />
      );
  }
}
