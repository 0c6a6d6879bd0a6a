import { createLigacao } from '@escuta/shared/contracts/calls/auditoria-items';
import { DIRECAO_LABEL, DIRECOES } from '@escuta/shared/domain/calls/call-direction';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/runs/status';
import { useEffect, useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import { AudioDrop } from '../../domain/items/recording/audio-drop.tsx';
import { assertSendable } from '../../domain/items/recording/audio-file.ts';
import { ProcessAfter } from '../../domain/items/recording/upload-dialog.tsx';
import { UploadProgressBar } from '../../domain/items/recording/upload-progress.tsx';
import { useAudioLength } from '../../domain/items/recording/use-audio-length.ts';
import { useUploadRecording } from '../../domain/items/recording/use-upload-recording.ts';
import { AgentePicker } from '../../domain/survey/agente-picker.tsx';
import {
  ControlField,
  DateField,
  MaskField,
  SelectField,
  TextareaField,
  TextField,
} from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm, useOnceKey } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PHONE } from '../../lib/text/masks.ts';
import {
  CAMPOS_OBRIGATORIOS,
  type CallForm,
  callBody,
  durationSeconds,
  durationText,
  EMPTY_CALL,
  endOf,
  lacksValue,
  MAX_LENGTH,
  validateCall,
} from './logic/call-form.ts';

const DIRECTIONS = [
  { value: '', label: 'Não informada' },
  ...DIRECOES.map((value) => ({ value, label: DIRECAO_LABEL[value] })),
];

interface NewCallDialogProps {
  projetoId: string;
  open: boolean;
  onClose: () => void;
  /** Called if the sent recording is to be processed at once. */
  onProcess: (itemId: string) => unknown;
}

/** 'Nova Ligação': registers a call by hand and, if wanted, sends and processes its recording. */
export function NewCallDialog({ open, onClose, ...props }: NewCallDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-xl">
      <NewCallForm {...props} />
    </FormDialog>
  );
}

type NewCall = CallForm & { file: File | null; process: boolean };

/** Missing values are marked at each input and named once above the buttons; a wrong time is named at its input. */
const resolver: Resolver<NewCall, unknown, NewCall> = (values) => {
  const wrong = Object.entries(validateCall(values));
  if (wrong.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'regra', message }])),
  };
};

function NewCallForm({ projetoId, onProcess }: Omit<NewCallDialogProps, 'open' | 'onClose'>) {
  const { done } = useFormDialog();
  const { progress, send, cancel } = useUploadRecording();
  const once = useOnceKey();
  const create = useApiMutation(createLigacao, {
    done: 'Ligação registrada',
    failed: null,
    headers: once.headers,
  });
  const api = useApiForm({
    resolver,
    values: { ...EMPTY_CALL, file: null, process: true } as NewCall,
    send: async ({ file, process, ...call }) => {
      if (file) await assertSendable(file);
      const { data } = await create.run({
        params: { id: AUDITORIA_PADRAO_ID },
        body: callBody(call, projetoId),
      });
      if (!file) return;
      const outcome = await send(data.id, file);
      if (outcome === 'enviado' && process) void onProcess(data.id);
    },
    onSaved: done,
    once,
    failed: 'Erro ao criar ligação.',
    fallback: 'Falha ao criar item de auditoria.',
    invalid: (values) => (lacksValue(values) ? { title: CAMPOS_OBRIGATORIOS, description: null } : null),
    draft: { key: `ligacao:${projetoId}`, title: 'Nova Ligação', dialog: true },
  });
  const { field, form, busy: disabled } = api;
  const { file, process, inicio, fim } = form.watch();
  const seconds = durationSeconds({ inicio, fim });
  const length = useAudioLength(file);
  /** The end that was computed from the recording's length. It may be replaced; an end that a person typed stays. */
  const filled = useRef('');
  useEffect(() => {
    if (length === null || (fim !== '' && fim !== filled.current)) return;
    const end = endOf(inicio, length);
    if (end === '' || end === fim) return;
    filled.current = end;
    form.setValue('fim', end, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }, [length, inicio, fim, form]);
  return (
    <DialogForm
      api={api}
      title="Nova Ligação"
      description="Registre a ligação; envie a gravação agora ou depois."
      submitLabel="Registrar ligação"
      busyLabel={progress ? 'Enviando…' : undefined}
      onCancel={progress ? cancel : undefined}
      cancelLabel={progress ? 'Cancelar envio' : undefined}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <MaskField
          {...field('numero_destino')}
          mask={PHONE}
          label="Número de destino"
          required
          disabled={disabled}
          inputMode="tel"
          maxLength={MAX_LENGTH.numero_destino}
          placeholder="(11) 98765-4321"
        />
        <TextField {...field('ramal')} label="Ramal" disabled={disabled} maxLength={MAX_LENGTH.ramal} />
        <DateField
          {...field('inicio')}
          time="seconds"
          label="Início da chamada"
          required
          disabled={disabled}
        />
        <DateField
          {...field('fim')}
          time="seconds"
          label="Fim da chamada"
          required
          disabled={disabled}
          hint={
            seconds === null
              ? undefined
              : `Duração: ${durationText(seconds)}${fim === filled.current ? ', pela gravação' : ''}`
          }
        />
        <TextField
          {...field('nome_entrevistado')}
          label="Nome do cliente"
          disabled={disabled}
          maxLength={MAX_LENGTH.nome_entrevistado}
        />
        <ControlField {...field('agente')} label="Agente">
          {({ ref, value, onChange, onBlur }) => (
            <AgentePicker
              ref={ref}
              onBlur={onBlur}
              label="Agente"
              noneLabel="Pelo ramal"
              disabled={disabled}
              value={value}
              onValueChange={(agente) => onChange(agente && { id: agente.id, nome: agente.nome })}
            />
          )}
        </ControlField>
        <SelectField {...field('direcao')} label="Direção" disabled={disabled} options={DIRECTIONS} />
        <TextareaField
          {...field('observacoes')}
          label="Observações"
          rows={2}
          disabled={disabled}
          maxLength={MAX_LENGTH.observacoes}
          className="sm:col-span-2"
        />
      </div>
      <AudioDrop
        file={file}
        onChange={(next) => form.setValue('file', next, { shouldDirty: true })}
        disabled={disabled}
        hint="Gravação (opcional): MP3, WAV, OGG ou M4A"
      />
      {progress ? <UploadProgressBar progress={progress} /> : null}
      {file && !progress ? (
        <ProcessAfter
          id="processar-agora"
          checked={process}
          disabled={disabled}
          onChange={(next) => form.setValue('process', next)}
        />
      ) : null}
    </DialogForm>
  );
}
