import {
  type ProcessingConfigWire,
  updateAdvancedConfig,
} from '@escuta/shared/contracts/insights/processing-config';
import { ModelSelect } from '../../domain/models/model-select.tsx';
import { ControlField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import {
  type AdvancedValues,
  advancedForm,
  LEVELS,
  MAX_RETRIES,
  patchOf,
  valuesOf,
} from './advanced-values.ts';

interface AdvancedDialogProps {
  config: ProcessingConfigWire;
  open: boolean;
  onClose: () => void;
}

/** Edits the advanced settings; sends only changes. */
export function AdvancedDialog({ config, open, onClose }: AdvancedDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="sm:max-w-2xl">
      <AdvancedForm config={config} />
    </FormDialog>
  );
}

const SWITCHES: readonly { name: SwitchName; label: string; hint: string }[] = [
  {
    name: 'isActive',
    label: 'Processamento ativo',
    hint: 'Com o processamento inativo, novos pedidos são recusados.',
  },
  { name: 'noise_reduction', label: 'Redução de Ruído', hint: 'Filtra o ruído antes da transcrição.' },
  { name: 'normalize_audio', label: 'Normalização', hint: 'Iguala o volume da gravação.' },
  {
    name: 'enhance_speed',
    label: 'Melhoria de Velocidade',
    hint: 'Encurta silêncios longos; os tempos mostrados são os da gravação.',
  },
  {
    name: 'sentiment_analysis',
    label: 'Análise de Sentimento',
    hint: 'Mede o sentimento por frase e a cada 25% da ligação.',
  },
  { name: 'summary_generation', label: 'Geração de Resumo', hint: 'Gera um resumo por ligação.' },
  {
    name: 'response_detection',
    label: 'Detecção de Resposta',
    hint: 'Encontra as perguntas e as suas respostas.',
  },
  {
    name: 'enable_exponential_backoff',
    label: 'Backoff Exponencial',
    hint: 'Cada nova tentativa espera mais que a anterior.',
  },
  {
    name: 'dead_letter_queue',
    label: 'Dead Letter Queue',
    hint: 'Guarda os itens que falharam na última tentativa.',
  },
];
type SwitchName = {
  [K in keyof AdvancedValues]: AdvancedValues[K] extends boolean ? K : never;
}[keyof AdvancedValues];

const NIVEIS = LEVELS.map((value) => ({ value, label: value }));

function AdvancedForm({ config }: { config: ProcessingConfigWire }) {
  const { done } = useFormDialog();
  const { empresaId, projetoId } = config;
  const update = useApiMutation(updateAdvancedConfig, { done: 'Configurações atualizadas', failed: null });
  const api = useApiForm({
    schema: advancedForm,
    values: valuesOf(config),
    follow: true,
    send: (values, { changed }) =>
      changed.size === 0 ? null : update.run({ body: { empresaId, projetoId, ...patchOf(values, changed) } }),
    onSaved: done,
    failed: 'Erro ao atualizar configurações',
    fallback: 'Não foi possível salvar as configurações.',
    draft: { key: `avancadas:${empresaId}:${projetoId}`, title: 'Configurações Avançadas', dialog: true },
  });
  const { field } = api;
  return (
    <DialogForm
      api={api}
      className="gap-6"
      title="Configurações Avançadas"
      description={
        projetoId === null
          ? 'As alterações valem para toda a empresa, a partir da próxima etapa de cada ligação.'
          : 'As alterações valem só para este projeto, a partir da próxima etapa de cada ligação.'
      }
      submitLabel="Salvar"
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {SWITCHES.map(({ name, ...words }) => (
          <SwitchField key={name} {...field(name)} {...words} row />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('max_retries')}
          label="Max Tentativas"
          hint="Tentativas depois da primeira, de 0 a 10. Se o provedor de IA não responde, as esperas são de 10 s, 1 min e 5 min. Se ele está fora do ar para todos, a tentativa não conta."
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_RETRIES}
        />
        <SelectField {...field('level')} label="Nível de Log" options={NIVEIS} />
        <ControlField
          {...field('modeloTranscricao')}
          label="Modelo de transcrição"
          hint="Use um rótulo do catálogo de modelos."
        >
          {({ value, onChange }) => (
            <ModelSelect finalidade="transcricao" value={value} onValueChange={onChange} />
          )}
        </ControlField>
        <ControlField
          {...field('modeloTexto')}
          label="Modelo da análise de texto"
          hint="Use um rótulo do catálogo de modelos."
        >
          {({ value, onChange }) => <ModelSelect finalidade="texto" value={value} onValueChange={onChange} />}
        </ControlField>
        <ControlField
          {...field('modeloConfronto')}
          label="Segundo modelo do confronto"
          hint="Confere as divergências que só a IA apontou. Sem um segundo modelo, o modelo da análise de texto responde de novo, com outra pergunta."
        >
          {({ value, onChange }) => (
            <ModelSelect finalidade="texto" value={value} onValueChange={onChange} none="Nenhum" />
          )}
        </ControlField>
      </div>
    </DialogForm>
  );
}
