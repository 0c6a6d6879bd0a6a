import { createQuestionario, updateQuestionario } from '@escuta/shared/contracts/surveys/questionarios';
import { CONSENTIMENTO_PADRAO } from '@escuta/shared/domain/interview/device/consent';
import { SwitchField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { StaleNotice, type ToldField, useStaleRecord } from '../../kit/form/stale-record.tsx';
import { type ApiForm, pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import type { Questionario } from './survey.ts';

interface QuestionnaireDialogProps {
  open: boolean;
  /** The questionnaire to rename; null for a new one. It stays set while the closed dialog fades out. */
  questionario: Questionario | null;
  pesquisaId: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** Creates a questionnaire ('Novo Questionário') or renames the given questionnaire, sending only changes. */
export function QuestionnaireDialog({ open, questionario, onClose, ...props }: QuestionnaireDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      {questionario ? <EditForm questionario={questionario} /> : <CreateForm {...props} />}
    </FormDialog>
  );
}

const CONSENTIMENTO_DICA = `O entrevistador lê este texto em voz alta antes da primeira pergunta. Se ficar em branco, ele lê: “${CONSENTIMENTO_PADRAO}”`;
const SEM_GRAVACAO_DICA = 'Vale quando o entrevistado não quer ser gravado ou não há microfone.';

interface Values {
  nome: unknown;
  descricao?: string | null | undefined;
  consentimento?: string | null | undefined;
  sem_gravacao?: boolean | undefined;
}

interface Output {
  nome: string;
  descricao?: string | null | undefined;
  consentimento?: string | null | undefined;
  sem_gravacao: boolean;
}

const toBody = ({ nome, descricao, consentimento, sem_gravacao }: Output) => ({
  nome,
  descricao: descricao || null,
  consentimento: consentimento || null,
  sem_gravacao,
});

const SCHEMA = createQuestionario.body.omit({ pesquisa_id: true, ativo: true });

function Fields({ api }: { api: ApiForm<Values, Output> }) {
  return (
    <>
      <TextField {...api.field('nome')} label="Nome" required maxLength={200} />
      <TextareaField {...api.field('descricao')} label="Descrição (opcional)" maxLength={2000} rows={3} />
      <TextareaField
        {...api.field('consentimento')}
        label="Consentimento (opcional)"
        hint={CONSENTIMENTO_DICA}
        maxLength={4000}
        rows={3}
      />
      <SwitchField
        {...api.field('sem_gravacao')}
        label="Pode seguir sem gravação"
        hint={SEM_GRAVACAO_DICA}
        row
      />
    </>
  );
}

function CreateForm({ pesquisaId, onCreated }: Pick<QuestionnaireDialogProps, 'pesquisaId' | 'onCreated'>) {
  const { done } = useFormDialog();
  const create = useApiMutation(createQuestionario, {
    done: 'Questionário criado com sucesso!',
    failed: null,
  });
  const api = useApiForm({
    schema: SCHEMA,
    values: { nome: '', descricao: '', consentimento: '', sem_gravacao: true },
    send: (output) => create.run({ body: { ...toBody(output), pesquisa_id: pesquisaId } }),
    onSaved: (answer) => {
      done();
      // Opens the editor, because an empty questionnaire needs questions.
      if (answer) onCreated(answer.data.id);
    },
    failed: 'Erro ao criar questionário',
    draft: { key: `questionario:${pesquisaId}`, title: 'Novo Questionário', dialog: true },
  });
  const blank = !String(api.form.watch('nome') ?? '').trim();
  return (
    <DialogForm
      api={api}
      title="Novo Questionário"
      description="Você configura as perguntas depois de criar o questionário."
      submitLabel="Criar Questionário"
      disabled={blank || api.busy}
    >
      <Fields api={api} />
    </DialogForm>
  );
}

const valuesOf = ({ nome, descricao, consentimento, sem_gravacao }: Questionario) => ({
  nome,
  descricao: descricao ?? '',
  consentimento: consentimento ?? '',
  sem_gravacao,
});

const TOLD: readonly ToldField<Questionario, Values>[] = [
  { name: 'nome', label: 'Nome', read: ({ nome }) => nome, show: String },
  {
    name: 'descricao',
    label: 'Descrição',
    read: ({ descricao }) => descricao ?? '',
    show: (value) => (value ? String(value) : 'vazia'),
  },
  {
    name: 'consentimento',
    label: 'Consentimento',
    read: ({ consentimento }) => consentimento ?? '',
    show: (value) => (value ? String(value) : 'texto padrão'),
  },
  {
    name: 'sem_gravacao',
    label: 'Entrevista sem gravação',
    read: ({ sem_gravacao }) => sem_gravacao,
    show: (value) => (value ? 'permitida' : 'não permitida'),
  },
];

function EditForm({ questionario }: { questionario: Questionario }) {
  const { done } = useFormDialog();
  const save = useApiMutation(updateQuestionario, {
    done: 'Questionário atualizado com sucesso!',
    failed: null,
  });
  const stale = useStaleRecord(questionario);
  const api = useApiForm({
    schema: SCHEMA,
    values: valuesOf(questionario),
    follow: true,
    send: (output, { changed }) =>
      changed.size === 0
        ? null
        : save.run({
            params: { id: questionario.id },
            body: {
              ...pickChanged(toBody(output), changed),
              antes: pickChanged(valuesOf(stale.before), changed),
            },
          }),
    onFailure: stale.onFailure,
    onSaved: done,
    failed: 'Erro ao atualizar o questionário',
    draft: { key: `questionario:${questionario.id}`, title: 'Editar questionário', dialog: true },
  });
  const blank = !String(api.form.watch('nome') ?? '').trim();
  return (
    <DialogForm
      api={api}
      title="Editar questionário"
      submitLabel="Salvar alterações"
      disabled={blank || api.busy}
    >
      <StaleNotice stale={stale} api={api} fields={TOLD} />
      <Fields api={api} />
    </DialogForm>
  );
}
