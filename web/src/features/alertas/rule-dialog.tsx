import { createRegra, updateRegra } from '@escuta/shared/contracts/insights/regras';
import {
  AGRUPAMENTO_LABEL,
  AGRUPAMENTOS,
  ESPERA_LABEL,
  ESPERAS_MIN,
  GRAVIDADE_LABEL,
  GRAVIDADES,
  MEDIDA_LABEL,
  MEDIDAS,
  REGRA_NOME_MAX,
} from '@escuta/shared/domain/rules/rules';
import { useEffect, useRef, useState } from 'react';
import { type Rule, saidFilter } from '../../domain/alerts/rule-words.ts';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { ChoiceSelect, SelectField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { optionsOf } from '../../kit/list/filter-controls.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { Input } from '../../ui/inputs/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BacktestPanel } from './backtest-panel.tsx';
import { ConditionsEditor } from './conditions-editor.tsx';
import {
  alvoOf,
  comparisonsOf,
  esperaOf,
  inputsOf,
  ruleForm,
  type Target,
  targetOf,
  type WindowInputs,
} from './rule-form.ts';
import { useBacktest } from './use-backtest.ts';

const COMPARACAO_LABEL = {
  acima: 'acima de',
  abaixo: 'abaixo de',
  desvio: 'fora do normal para o dia da semana',
} as const;
/** Thrown instead of sending a rule whose conditions are incomplete. */
const INCOMPLETE = new Error();
const UNFINISHED = { title: 'Complete as condições da regra.', description: null };
const TARGETS = [
  { value: 'ligacao', label: 'Ligações com certas condições' },
  { value: 'janela', label: 'Volume de ligações, ou a média de um agente' },
];

interface RuleDialogProps {
  open: boolean;
  onClose: () => void;
  /** The rule to change; null for a new rule. */
  rule: Rule | null;
}

/** 'Nova regra' and 'Editar regra'. During editing, the rule is tested on the company's own calls. */
export function RuleDialog({ open, onClose, rule }: RuleDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-3xl">
      <RuleForm rule={rule} onDone={onClose} />
    </FormDialog>
  );
}

function RuleForm({ rule, onDone }: { rule: Rule | null; onDone: () => void }) {
  const [target, setTarget] = useState<Target>(() => targetOf(rule));
  const [touched, setTouched] = useState(false);
  const [missing, setMissing] = useState(false);
  const alvo = alvoOf(target);
  const { test, more } = useBacktest(alvo);
  const change = (next: Partial<Target>) => {
    setTarget({ ...target, ...next });
    setTouched(true);
    setMissing(false);
    if (missing) api.tell(null);
  };
  const create = useApiMutation(createRegra, { done: 'Regra criada', failed: null });
  const update = useApiMutation(updateRegra, { done: 'Regra salva', failed: null });
  const api = useApiForm({
    schema: ruleForm,
    values: inputsOf(rule),
    send: (given) => {
      if (alvo === null) {
        setMissing(true);
        return Promise.reject(INCOMPLETE);
      }
      const body = { ...given, ...alvo, espera_min: esperaOf(given.espera_min) };
      return rule
        ? update.run({ params: { id: rule.id }, body: { ...body, versao: rule.versao } })
        : create.run({ body: { ...body, ativa: true } });
    },
    onSaved: onDone,
    failed: 'Erro ao salvar a regra',
    onFailure: (error) => {
      if (error !== INCOMPLETE) return false;
      api.tell({ ...UNFINISHED, quiet: true });
      return true;
    },
    invalid: () => {
      if (alvo !== null) return null;
      setMissing(true);
      return UNFINISHED;
    },
    conflict: 'nome',
  });
  const { field } = api;
  const parts = useRef<HTMLDivElement>(null);
  const named = api.form.formState.errors.nome === undefined;
  // Focuses the first incomplete condition. A wrong name comes before the conditions and already has the focus.
  useEffect(() => {
    if (missing && named) parts.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [missing, named]);
  return (
    <DialogForm
      api={api}
      dirty={touched}
      title={rule ? 'Editar regra' : 'Nova regra'}
      description={
        target.tipo === 'janela'
          ? 'A regra avisa quando a medida sair do limite.'
          : 'A regra avisa assim que uma ligação analisada cumprir as condições.'
      }
      submitLabel={rule ? 'Salvar' : 'Criar regra'}
    >
      <TextField {...field('nome')} label="Nome" required maxLength={REGRA_NOME_MAX} />
      <ChoiceSelect
        aria-label="Alvo da regra"
        value={target.tipo}
        options={TARGETS}
        onValueChange={(tipo) => change({ tipo: tipo === 'janela' ? 'janela' : 'ligacao' })}
      />
      <div ref={parts} className="contents">
        {target.tipo === 'janela' ? (
          <WindowEditor
            janela={target.janela}
            onChange={(janela) => change({ janela })}
            error={missing ? 'Informe o limite.' : null}
          />
        ) : target.fixo ? (
          <Notice variant="info">
            {saidFilter(target.fixo, rule?.nomes ?? {})}. Esta combinação de condições foi criada pela API e
            não pode ser editada nesta tela.
          </Notice>
        ) : (
          <ConditionsEditor
            lines={target.lines}
            onChange={(lines) => change({ lines })}
            names={rule?.nomes ?? {}}
            error={missing ? 'Complete cada condição, ou exclua as que não usa.' : null}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...field('gravidade')}
          label="Gravidade"
          options={optionsOf(GRAVIDADES, GRAVIDADE_LABEL)}
        />
        <SelectField
          {...field('agrupar_por')}
          label="Avisos"
          options={optionsOf(AGRUPAMENTOS, AGRUPAMENTO_LABEL)}
        />
        <SelectField
          {...field('espera_min')}
          label="No máximo um aviso a cada"
          options={ESPERAS_MIN.map((value) => ({ value: String(value), label: ESPERA_LABEL[value] }))}
        />
      </div>
      <BacktestPanel
        test={test}
        onMore={more}
        agrupar={api.form.watch('agrupar_por')}
        ofWindows={target.tipo === 'janela'}
      />
    </DialogForm>
  );
}

function WindowEditor({
  janela,
  onChange,
  error,
}: {
  janela: WindowInputs;
  onChange: (janela: WindowInputs) => void;
  error: string | null;
}) {
  const { medida, comparacao, limite, projeto_id } = janela;
  const comparisons = comparisonsOf(medida);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">Quando</legend>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <ChoiceSelect
          aria-label="Medida"
          value={medida}
          options={optionsOf(MEDIDAS, MEDIDA_LABEL)}
          onValueChange={(next) => {
            const chosen = MEDIDAS.find((one) => one === next) ?? medida;
            const [first = 'abaixo'] = comparisonsOf(chosen);
            onChange({
              ...janela,
              medida: chosen,
              comparacao: comparisonsOf(chosen).includes(comparacao) ? comparacao : first,
            });
          }}
        />
        <ChoiceSelect
          aria-label="Comparação"
          value={comparacao}
          options={optionsOf(comparisons, COMPARACAO_LABEL)}
          onValueChange={(next) =>
            onChange({ ...janela, comparacao: comparisons.find((one) => one === next) ?? comparacao })
          }
        />
        {comparacao === 'desvio' ? null : (
          <span className="flex items-center gap-2">
            <Input
              aria-label="Limite"
              aria-invalid={error !== null}
              inputMode="numeric"
              className="w-24"
              value={limite}
              onChange={(event) => onChange({ ...janela, limite: event.target.value })}
            />
            <span className="text-muted-foreground text-sm">
              {medida === 'nota_agente' ? '%' : 'ligações'}
            </span>
          </span>
        )}
      </div>
      <ProjectPicker
        label="Projeto"
        value={projeto_id}
        onValueChange={(next) => onChange({ ...janela, projeto_id: next })}
        noneLabel={medida === 'nota_agente' ? 'Em todos os projetos' : 'Em cada projeto, separadamente'}
        className="w-full"
      />
      {error ? (
        <p role="alert" className="text-destructive-text text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
