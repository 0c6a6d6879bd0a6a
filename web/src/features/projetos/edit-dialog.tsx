import { updateProjeto } from '@escuta/shared/contracts/operation/projetos';
import { creditosSozinha, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { TriangleAlert } from 'lucide-react';
import { CANAIS, CANAL_LABEL } from '../../domain/projects/canais.ts';
import { SelectField, SwitchField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { StaleNotice, type ToldField, useStaleRecord } from '../../kit/form/stale-record.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { Notice } from '../../ui/notice.tsx';
import { ITENS, type Projeto } from './projeto.ts';

interface EditDialogProps {
  open: boolean;
  projeto: Projeto;
  onClose: () => void;
  /** Called after a change of the channel on which the agent speaks. */
  onChannelChanged: () => void;
}

/** Edits a project: name, description, the agent's channel, and whether it is active. Sends only changes. */
export function EditDialog({ open, onClose, ...props }: EditDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-xl">
      <ProjectForm {...props} />
    </FormDialog>
  );
}

interface Values {
  nome?: string | undefined;
  descricao?: string | null | undefined;
  canal_agente?: Projeto['canal_agente'] | undefined;
  isActive?: boolean | undefined;
  auditoria_automatica?: boolean | undefined;
}

const valuesOf = ({ nome, descricao, canal_agente, isActive, auditoria_automatica }: Projeto) => ({
  nome,
  descricao: descricao ?? '',
  canal_agente,
  isActive,
  auditoria_automatica,
});

const TOLD: readonly ToldField<Projeto, Values>[] = [
  { name: 'nome', label: 'Nome', read: ({ nome }) => nome, show: String },
  {
    name: 'descricao',
    label: 'Descrição',
    read: ({ descricao }) => descricao ?? '',
    show: (value) => (value ? String(value) : 'vazia'),
  },
  {
    name: 'canal_agente',
    label: 'Canal do agente',
    read: ({ canal_agente }) => canal_agente,
    show: (value) => CANAL_LABEL[value as Projeto['canal_agente']],
  },
  {
    name: 'isActive',
    label: 'Projeto ativo',
    read: ({ isActive }) => isActive,
    show: (value) => (value ? 'sim' : 'não'),
  },
  {
    name: 'auditoria_automatica',
    label: 'Auditoria automática',
    read: ({ auditoria_automatica }) => auditoria_automatica,
    show: (value) => (value ? 'ligada' : 'desligada'),
  },
];

function ProjectForm({ projeto, onChannelChanged }: Omit<EditDialogProps, 'open' | 'onClose'>) {
  const { done } = useFormDialog();
  const { id, tipo_projeto, estatisticas, minutos_por_credito: minutos } = projeto;
  const mayDecide = useCan()('project', 'delete');
  const itens = ITENS[tipo_projeto];
  const save = useApiMutation(updateProjeto, { done: 'Projeto atualizado com sucesso!', failed: null });
  const stale = useStaleRecord(projeto);
  const api = useApiForm({
    schema: updateProjeto.body.omit({ antes: true }),
    values: valuesOf(projeto),
    follow: true,
    send: (output, { changed }) =>
      changed.size === 0
        ? null
        : save.run({
            params: { id },
            body: {
              ...pickChanged(output, changed),
              antes: pickChanged(valuesOf(stale.before), changed),
            },
          }),
    onFailure: stale.onFailure,
    onSaved: (answer) => {
      if (answer && answer.data.canal_agente !== projeto.canal_agente) onChannelChanged();
      done();
    },
    failed: 'Falha ao atualizar projeto.',
    draft: { key: `projeto:${id}`, title: 'Editar projeto', dialog: true },
  });
  const { field } = api;
  const canal = api.form.watch('canal_agente');
  const processed = estatisticas.auditoriasConcluidas;
  return (
    <DialogForm api={api} title="Editar projeto" submitLabel="Salvar alterações">
      <StaleNotice stale={stale} api={api} fields={TOLD} />
      <TextField {...field('nome')} label="Nome" required maxLength={200} />
      <TextareaField
        {...field('descricao')}
        label="Descrição"
        hint="Opcional. Aparece na lista de projetos."
        maxLength={2000}
        rows={3}
      />
      {tipo_projeto === 'pesquisa' ? null : (
        <SelectField
          {...field('canal_agente')}
          label="Canal do agente"
          hint="Lado da gravação estéreo em que o agente fala."
          options={CANAIS}
        />
      )}
      {canal && canal !== projeto.canal_agente ? (
        <Notice role="alert" icon={<TriangleAlert aria-hidden="true" />}>
          Nos próximos processamentos, o canal do agente passa a ser o {CANAL_LABEL[canal].toLowerCase()}.
          {processed > 0
            ? ` ${plural(processed, `${itens.um} já processada continua`, `${itens.varios} já processadas continuam`)} com os papéis de antes na transcrição, no tempo de fala e nos insights. Para refazer a análise com o canal novo, use “Regenerar análise” na página da ${itens.um} (1 crédito).`
            : ''}
        </Notice>
      ) : null}
      {tipo_projeto === 'pesquisa' ? (
        <SwitchField
          {...field('auditoria_automatica')}
          row
          disabled={!mayDecide}
          label="Auditar automaticamente as entrevistas do campo"
          hint={`Entrevistas que os aparelhos enviam são auditadas assim que chegam, conforme a amostragem em vigor. Cada uma consome 1 crédito a cada ${plural(minutos, 'minuto iniciado', 'minutos iniciados')} de gravação; sem saldo, aguarda créditos. Entrevistas interrompidas e entrevistas que consumiriam mais de ${formatCreditos(creditosSozinha(minutos))} aguardam processamento manual.${mayDecide ? '' : ' Só gerentes e administradores podem alterar esta opção.'}`}
        />
      ) : null}
      <SwitchField
        {...field('isActive')}
        row
        label="Projeto ativo"
        hint={`Um projeto inativo não recebe ${itens.novos}; os dados continuam disponíveis.`}
      />
    </DialogForm>
  );
}
