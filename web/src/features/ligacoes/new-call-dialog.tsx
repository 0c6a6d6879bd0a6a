import { createLigacao } from '@escuta/shared/contracts/auditoria-items';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/status';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { AudioDrop } from '../../components/calls/audio-drop.tsx';
import { UploadProgressBar } from '../../components/calls/upload-progress.tsx';
import { invalidateCall } from '../../components/calls/use-process-call.ts';
import { useUploadCall } from '../../components/calls/use-upload-call.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { DateTimeInput } from '../../components/ui/date-input.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import {
  CAMPOS_OBRIGATORIOS,
  type CallForm,
  callBody,
  durationMinutes,
  EMPTY_CALL,
  MAX_LENGTH,
  validateCall,
} from './logic/call-form.ts';

interface NewCallDialogProps {
  projetoId: string;
  open: boolean;
  onClose: () => void;
  /** Asked for when the recording that came along is to be processed at once. */
  onProcess: (itemId: string) => unknown;
}

/** 'Nova Ligação': registers a call by hand and, if wanted, sends and processes its recording in the same step. */
export function NewCallDialog({ projetoId, open, onClose, onProcess }: NewCallDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent className="max-w-xl" hideClose={busy}>
        {open ? (
          <NewCallForm projetoId={projetoId} onBusy={setBusy} onClose={onClose} onProcess={onProcess} />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

interface NewCallFormProps {
  projetoId: string;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  onProcess: (itemId: string) => unknown;
}

function NewCallForm({ projetoId, onBusy, onClose, onProcess }: NewCallFormProps) {
  const client = useQueryClient();
  const errorId = useId();
  const [form, setForm] = useState<CallForm>(EMPTY_CALL);
  const [file, setFile] = useState<File | null>(null);
  const [processNow, setProcessNow] = useState(true);
  const [error, setError] = useState<{ message: string | null; fields: readonly (keyof CallForm)[] }>({
    message: null,
    fields: [],
  });
  const [saving, setSaving] = useState(false);
  const { progress, send, cancel } = useUploadCall();

  const set = (name: keyof CallForm, value: string): void => {
    setForm((current) => ({ ...current, [name]: value }));
    if (error.fields.includes(name)) setError({ message: null, fields: [] });
  };
  const bind = (name: keyof CallForm) => ({
    name,
    value: form[name],
    disabled: saving,
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const bindTime = (name: 'inicio' | 'fim') => ({
    name,
    value: form[name],
    disabled: saving,
    onValueChange: (value: string) => set(name, value),
  });
  // What is missing is marked at each input and said once, above the buttons; a wrong time is said at its input.
  const missing = error.message === CAMPOS_OBRIGATORIOS;
  const errorOf = (name: keyof CallForm) =>
    error.fields.includes(name) ? (missing ? 'Campo obrigatório' : (error.message ?? undefined)) : undefined;
  const general = missing || error.fields.length === 0 ? error.message : null;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const problem = validateCall(form);
    setError(problem);
    if (problem.message) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${problem.fields[0]}"]`)?.focus();
      return;
    }
    setSaving(true);
    onBusy(true);
    try {
      const { data } = await call(createLigacao, {
        params: { id: AUDITORIA_PADRAO_ID },
        body: callBody(form, projetoId),
      });
      void invalidateCall(client, data.id);
      toast.success('Ligação registrada');
      if (file) {
        const outcome = await send(data.id, file);
        if (outcome === 'enviado' && processNow) void onProcess(data.id);
      }
      onClose();
    } catch (failure) {
      const message = errorMessage(failure, 'Falha ao criar item de auditoria.');
      toast.error('Erro ao criar ligação.', { description: message });
      setError({
        message: failure instanceof ApiError ? message : 'Erro ao criar ligação.',
        fields: [],
      });
    } finally {
      setSaving(false);
      onBusy(false);
    }
  };

  const minutes = durationMinutes(form);
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-5"
      aria-describedby={general ? errorId : undefined}
    >
      <DialogHeader>
        <DialogTitle>Nova Ligação</DialogTitle>
        <DialogDescription>Registre a ligação; a gravação pode ir agora ou depois.</DialogDescription>
      </DialogHeader>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Número de destino" required error={errorOf('numero_destino')}>
          <Input
            {...bind('numero_destino')}
            inputMode="tel"
            autoComplete="off"
            maxLength={MAX_LENGTH.numero_destino}
            placeholder="(11) 98765-4321"
          />
        </Field>
        <Field label="Ramal">
          <Input {...bind('ramal')} autoComplete="off" maxLength={MAX_LENGTH.ramal} />
        </Field>
        <Field label="Início da chamada" required error={errorOf('inicio')}>
          <DateTimeInput {...bindTime('inicio')} />
        </Field>
        <Field
          label="Fim da chamada"
          required
          error={errorOf('fim')}
          hint={minutes === null ? undefined : `Duração: ${plural(minutes, 'minuto', 'minutos')}`}
        >
          <DateTimeInput {...bindTime('fim')} />
        </Field>
        <Field label="Nome do entrevistado" className="sm:col-span-2">
          <Input {...bind('nome_entrevistado')} autoComplete="off" maxLength={MAX_LENGTH.nome_entrevistado} />
        </Field>
        <Field label="Observações" className="sm:col-span-2">
          <Textarea {...bind('observacoes')} rows={2} maxLength={MAX_LENGTH.observacoes} />
        </Field>
      </div>
      <AudioDrop
        file={file}
        onChange={setFile}
        disabled={saving}
        hint="Gravação (opcional): MP3, WAV, OGG ou M4A"
      />
      {progress ? <UploadProgressBar progress={progress} /> : null}
      {file && !progress ? (
        <div className="flex items-center gap-2.5">
          <Checkbox
            id="processar-agora"
            checked={processNow}
            disabled={saving}
            onCheckedChange={(checked) => setProcessNow(checked === true)}
          />
          <Label htmlFor="processar-agora" className="font-normal">
            Processar assim que o envio terminar (1 crédito)
          </Label>
        </div>
      ) : null}
      {general ? (
        <p
          id={errorId}
          role="alert"
          className="rounded-md bg-destructive-soft px-3 py-2 text-destructive-text text-sm"
        >
          {general}
        </p>
      ) : null}
      <DialogFooter>
        <Button variant="outline" disabled={saving && !progress} onClick={progress ? cancel : onClose}>
          {progress ? 'Cancelar envio' : 'Cancelar'}
        </Button>
        <Button type="submit" loading={saving}>
          {progress ? 'Enviando…' : 'Registrar ligação'}
        </Button>
      </DialogFooter>
    </form>
  );
}
