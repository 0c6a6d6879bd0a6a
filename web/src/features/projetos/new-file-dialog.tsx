import { createArquivo } from '@escuta/shared/contracts/calls/auditoria-items';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/runs/status';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheck, FileAudio, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { AUDIO_ACCEPT, assertSendable, useAudioFileError } from '../../domain/items/recording/audio-file.ts';
import { DemoSamples } from '../../domain/items/recording/demo-samples.tsx';
import { ProcessAfter } from '../../domain/items/recording/upload-dialog.tsx';
import { UploadProgressBar } from '../../domain/items/recording/upload-progress.tsx';
import { useUploadRecording } from '../../domain/items/recording/use-upload-recording.ts';
import { FilesDrop } from '../../kit/file-drop.tsx';
import { FormButtons } from '../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { newIdempotencyKey } from '../../lib/network/idempotency.ts';
import { formatFileSize } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';

/** Greatest number of files in a dialog; limited because each file is sent and shown separately. */
const FILES_MAX = 100;

interface NewFileDialogProps {
  projetoId: string;
  open: boolean;
  onClose: () => void;
  /** Called if the recordings are to be processed at once. */
  onProcess: (itemIds: readonly string[]) => unknown;
}

/** Dialog that registers an item for each chosen file and sends the file as its recording. */
export function NewFileDialog({ open, onClose, ...props }: NewFileDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <NewFiles {...props} />
    </FormDialog>
  );
}

interface Chosen {
  /** Idempotency key of the registering request, the same in every try. */
  key: string;
  file: File;
  /** Id of the item once it is registered, so that another try only uploads; null before. */
  itemId: string | null;
  sent: boolean;
  /** Words for why the last try failed; null if it did not fail. */
  problem: string | null;
}

function NewFiles({ projetoId, onProcess }: Omit<NewFileDialogProps, 'open' | 'onClose'>) {
  const { close, done } = useFormDialog();
  const { progress, send, cancel } = useUploadRecording();
  const problemOf = useAudioFileError();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [process, setProcess] = useState(true);
  const [sending, setSending] = useState<string | null>(null);
  const key = useRef('');
  const create = useApiMutation(createArquivo, {
    failed: null,
    headers: () => ({ 'Idempotency-Key': key.current }),
  });
  const busy = sending !== null;
  useReportToDialog(busy, false);
  const open = chosen.filter(({ sent }) => !sent);
  const add = (files: readonly File[]): void =>
    setChosen((before) => {
      const known = (file: File) =>
        before.some(
          (one) =>
            one.file.name === file.name &&
            one.file.size === file.size &&
            one.file.lastModified === file.lastModified,
        );
      const fresh = files.filter((file) => !known(file));
      return [
        ...before,
        ...fresh.map((file) => ({
          key: newIdempotencyKey(),
          file,
          itemId: null,
          sent: false,
          problem: null,
        })),
      ].slice(0, FILES_MAX);
    });

  /** Registers an item and sends its recording. Returns the item's id; null if the recording was not sent. */
  const sendOne = async (one: Chosen, note: (change: Partial<Chosen>) => void): Promise<string | null> => {
    let { itemId } = one;
    if (itemId === null) {
      try {
        await assertSendable(one.file);
        key.current = one.key;
        const body = { projeto_id: projetoId };
        itemId = (await create.run({ params: { id: AUDITORIA_PADRAO_ID }, body })).data.id;
        note({ itemId });
      } catch (error) {
        note({ problem: errorMessage(error, 'Falha ao criar item de auditoria.') });
        return null;
      }
    }
    const outcome = await send(itemId, one.file, { onFailed: (problem) => note({ problem }) });
    if (outcome === 'enviado') note({ sent: true, problem: null });
    else if (outcome === 'cancelado') note({ problem: 'Envio cancelado.' });
    return outcome === 'enviado' ? itemId : null;
  };
  const stopped = useRef(false);
  const submit = async (): Promise<void> => {
    if (open.length === 0 || busy) return;
    stopped.current = false;
    const items: string[] = [];
    for (const one of open) {
      if (stopped.current) break;
      setSending(one.key);
      const itemId = await sendOne(one, (change) =>
        setChosen((all) => all.map((other) => (other.key === one.key ? { ...other, ...change } : other))),
      );
      if (itemId !== null) items.push(itemId);
    }
    setSending(null);
    if (items.length > 0 && process) void onProcess(items);
    if (items.length === open.length) done();
  };
  const stop = (): void => {
    stopped.current = true;
    cancel();
  };
  const failed = chosen.some(({ problem }) => problem !== null);
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DialogHeader>
        <DialogTitle>Enviar Arquivo</DialogTitle>
        <DialogDescription>
          Cada gravação vira um item do projeto. Você pode selecionar várias.
        </DialogDescription>
      </DialogHeader>
      <DemoSamples />
      <FilesDrop
        onFiles={add}
        disabled={busy || chosen.length >= FILES_MAX}
        accept={AUDIO_ACCEPT}
        problemOf={problemOf}
        what="gravações"
        hint={`MP3, WAV, OGG ou M4A; até ${FILES_MAX} de uma vez`}
        testId="arquivos-de-audio"
      />
      {chosen.length > 0 ? (
        <ul
          aria-label="Gravações selecionadas"
          className="grid max-h-64 divide-y overflow-y-auto rounded-md border"
        >
          {chosen.map((one) => (
            <FileLine
              key={one.key}
              chosen={one}
              onRemove={
                busy || one.sent
                  ? null
                  : () => setChosen((all) => all.filter((other) => other.key !== one.key))
              }
            />
          ))}
        </ul>
      ) : null}
      {busy ? (
        <div className="grid gap-1.5">
          <p className="text-sm tabular-nums" aria-live="polite">
            {chosen.filter(({ sent }) => sent).length} de {plural(chosen.length, 'gravação', 'gravações')}
          </p>
          {progress ? <UploadProgressBar progress={progress} /> : null}
        </div>
      ) : (
        <ProcessAfter
          id="processar-arquivo"
          checked={process}
          onChange={setProcess}
          cost={
            open.length > 1 ? `${plural(open.length, 'crédito', 'créditos')}, 1 por gravação` : '1 crédito'
          }
        />
      )}
      <FormButtons
        busy={busy}
        submitLabel={
          failed ? 'Tentar de novo' : open.length > 1 ? `Enviar ${open.length} áudios` : 'Enviar áudio'
        }
        busyLabel="Enviando…"
        disabled={open.length === 0}
        onCancel={busy ? stop : close}
        cancelLabel={busy ? 'Cancelar envio' : failed ? 'Fechar' : 'Cancelar'}
        cancelDisabled={false}
      />
    </form>
  );
}

/** A chosen file, with 'Enviada' if it was sent, else the reason why sending failed, else its size. */
function FileLine({ chosen, onRemove }: { chosen: Chosen; onRemove: (() => void) | null }) {
  const { file, sent, problem } = chosen;
  const Icon = sent ? CircleCheck : problem ? TriangleAlert : FileAudio;
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <Icon
        className={`size-4 shrink-0 ${sent ? 'text-success-text' : problem ? 'text-destructive-text' : 'text-muted-foreground'}`}
        aria-hidden="true"
      />
      <span className="grid min-w-0 flex-1">
        <span className="truncate" title={file.name}>
          {file.name}
        </span>
        <span className="text-muted-foreground text-xs">
          {sent ? 'Enviada' : (problem ?? formatFileSize(file.size))}
        </span>
      </span>
      {onRemove ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Remover ${file.name}`} onClick={onRemove}>
          <X />
        </Button>
      ) : null}
    </li>
  );
}
