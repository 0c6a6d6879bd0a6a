import {
  createTicket,
  TICKET_DESCRICAO_MAX,
  TICKET_TITULO_MAX,
} from '@escuta/shared/contracts/accounts/suporte';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  TIPO_TICKET_LABEL,
  TIPOS_TICKET_FORMULARIO,
} from '@escuta/shared/domain/accounts/tickets';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ControlField, SelectField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { toast } from '../../lib/browser/toast.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { CompanyPicker } from '../company/company-picker.tsx';
import { ProjectPicker } from '../projects/project-picker.tsx';
import { AttachmentField, useChosenFiles, useSendAttachments } from './attachments.tsx';
import { useCreateTicket } from './use-ticket-actions.ts';

interface CreateTicketDialogProps {
  open: boolean;
  onClose: () => void;
  /** The ticket's company; null if the person, an administrator, chooses it in the form. */
  empresaId: string | null;
  /** Initial values taken from what the ticket is about. */
  initial?: Partial<Pick<BodyIn<typeof createTicket>, 'titulo' | 'descricao' | 'tipo'>> | undefined;
}

export function CreateTicketDialog({ open, onClose, ...props }: CreateTicketDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <TicketForm {...props} />
    </FormDialog>
  );
}

const TIPOS = TIPOS_TICKET_FORMULARIO.map((value) => ({ value, label: TIPO_TICKET_LABEL[value] }));
const PRIORIDADES = SEVERIDADES.map((value) => ({ value, label: SEVERIDADE_LABEL[value] }));
const TITLE = 'Novo Ticket de Suporte';

function TicketForm({ empresaId, initial }: Pick<CreateTicketDialogProps, 'empresaId' | 'initial'>) {
  const session = useRequiredSession();
  const { done } = useFormDialog();
  const create = useCreateTicket();
  const chosen = useChosenFiles();
  const attachments = useSendAttachments();
  const api = useApiForm({
    schema: createTicket.body,
    values: {
      titulo: '',
      descricao: '',
      tipo: 'duvida',
      severidade: 'media',
      origem: 'web',
      empresaId: empresaId ?? '',
      projetoId: '',
      ...initial,
    },
    send: async (body) => {
      const answer = await create.run({ body });
      const unsent = await attachments.send(answer.data.id, null, chosen.files);
      if (unsent.length > 0) {
        toast.error(
          `O ticket foi criado, mas ${plural(unsent.length, 'anexo não foi enviado', 'anexos não foram enviados')}`,
          {
            description: `${unsent.map(({ file, reason }) => `${file.name}: ${reason}`).join(' ')} Abra o ticket e envie ${unsent.length === 1 ? 'o anexo' : 'os anexos'} em uma resposta.`,
          },
        );
      }
      return answer;
    },
    onSaved: done,
    failed: 'Erro ao criar ticket de suporte',
    draft: { key: 'ticket', title: TITLE, dialog: true },
  });
  const { field, form } = api;
  return (
    <DialogForm
      api={api}
      title={TITLE}
      description="Descreva o problema; a resposta aparece na página Suporte."
      submitLabel="Criar Ticket"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('titulo')}
          label="Título"
          required
          maxLength={TICKET_TITULO_MAX}
          placeholder="Resumo em uma linha"
          className="sm:col-span-2"
        />
        <TextareaField
          {...field('descricao')}
          label="Descrição"
          required
          rows={5}
          maxLength={TICKET_DESCRICAO_MAX}
          inputClassName="max-h-72 min-h-28"
          placeholder="Descreva a ação, o resultado esperado e o resultado obtido"
          className="sm:col-span-2"
        />
        <SelectField {...field('tipo')} label="Tipo" required options={TIPOS} />
        <SelectField {...field('severidade')} label="Prioridade" required options={PRIORIDADES} />
        {empresaId === null ? (
          <ControlField {...field('empresaId')} label="Empresa" required className="sm:col-span-2">
            {({ ref, value, onChange, onBlur }) => (
              <CompanyPicker
                ref={ref}
                onBlur={onBlur}
                label="Empresa"
                value={value ?? ''}
                onValueChange={(id) => {
                  onChange(id);
                  form.setValue('projetoId', '');
                }}
              />
            )}
          </ControlField>
        ) : null}
        {/* The projects listed are those of the session's company. */}
        {form.watch('empresaId') === session.empresaId ? (
          <ControlField
            {...field('projetoId')}
            label="Projeto"
            hint="Opcional: o projeto relacionado."
            className="sm:col-span-2"
          >
            {({ ref, value, onChange, onBlur }) => (
              <ProjectPicker
                ref={ref}
                onBlur={onBlur}
                label="Projeto"
                noneLabel="Nenhum"
                value={value ?? ''}
                onValueChange={onChange}
              />
            )}
          </ControlField>
        ) : null}
        <div className="sm:col-span-2">
          <AttachmentField chosen={chosen} />
        </div>
      </div>
    </DialogForm>
  );
}
