import {
  ANEXOS,
  type AnexoDoTicket,
  addAnexoDoTicket,
  deleteAnexoDoTicket,
  getAnexoDoTicket,
} from '@escuta/shared/contracts/accounts/suporte';
import { FileText, Paperclip, Trash2, X } from 'lucide-react';
import { type ClipboardEvent, useCallback, useState } from 'react';
import { FileButton } from '../../kit/file-button.tsx';
import { useFileUrl } from '../../kit/file-url.ts';
import { useApiFile, useApiMutation, useStaleAfter } from '../../kit/mutation.ts';
import { ApiError, errorMessage, upload } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { formatFileSize } from '../../lib/text/format.ts';
import { newId } from '../../lib/text/ids.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const KINDS = `imagens PNG, JPEG ou WebP e arquivos PDF, de até ${ANEXOS.mb} MB`;

function problemOf(file: File): string | null {
  if (!(ANEXOS.tipos as readonly string[]).includes(file.type)) return `${file.name}: anexe só ${KINDS}.`;
  return file.size > ANEXOS.mb * 1024 * 1024
    ? `${file.name} passa de ${ANEXOS.mb} MB: anexe um arquivo menor.`
    : null;
}

/** Files chosen for a text that is not sent yet. */
export function useChosenFiles() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const add = (chosen: readonly File[]): void => {
    const fit = chosen.filter((file) => !problemOf(file));
    const room = ANEXOS.porTexto - files.length;
    setProblem(
      chosen.map(problemOf).find(Boolean) ??
        (fit.length > room ? `Cada mensagem aceita até ${ANEXOS.porTexto} anexos.` : null),
    );
    setFiles([...files, ...fit.slice(0, room)]);
  };
  return {
    files,
    problem,
    add,
    remove: (file: File): void => setFiles(files.filter((one) => one !== file)),
    clear: (): void => {
      setFiles([]);
      setProblem(null);
    },
    /** Adds files from the clipboard, such as a screenshot. */
    paste: (event: ClipboardEvent): void => {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      add(pasted);
    },
  };
}

/** Button that chooses files to attach, and the list of chosen files. */
export function AttachmentField({ chosen }: { chosen: ReturnType<typeof useChosenFiles> }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <FileButton
          name="anexo"
          several="arquivos"
          type="button"
          accept={ANEXOS.tipos.join(',')}
          disabled={chosen.files.length >= ANEXOS.porTexto}
          onFiles={chosen.add}
        >
          <Paperclip aria-hidden="true" />
          Anexar
        </FileButton>
        <span className="text-muted-foreground text-xs">
          Até {ANEXOS.porTexto} {KINDS}
        </span>
      </div>
      {chosen.problem ? (
        <p role="alert" className="text-destructive-text text-xs">
          {chosen.problem}
        </p>
      ) : null}
      {chosen.files.length > 0 ? (
        <ul aria-label="Arquivos selecionados" className="flex flex-wrap gap-2">
          {chosen.files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex min-w-0 max-w-full items-center gap-1 rounded-md border bg-muted/40 pl-2.5 text-xs"
            >
              <span className="min-w-0 truncate" title={file.name}>
                {file.name}
              </span>
              <span className="shrink-0 text-muted-foreground">{formatFileSize(file.size)}</span>
              <Button
                type="button"
                variant="ghost"
                size="icon-sm"
                aria-label={`Remover ${file.name}`}
                onClick={() => chosen.remove(file)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

export type Unsent = { file: File; reason: string };

/** Id of each file's upload, so that the server attaches a file once even if it is sent again after a lost response. */
const UPLOADS = new WeakMap<File, string>();

function uploadId(file: File): string {
  const id = UPLOADS.get(file) ?? newId();
  UPLOADS.set(file, id);
  return id;
}

/** True if no clear response came, so that the server may have stored the file despite the error. */
const isAnswerLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Attaches files to a ticket's description or, with `mensagemId`, to a message. `send` resolves to failed files. */
export function useSendAttachments() {
  const [sending, setSending] = useState(false);
  const refresh = useStaleAfter(addAnexoDoTicket);
  const send = useCallback(
    async (ticketId: string, mensagemId: string | null, files: readonly File[]): Promise<Unsent[]> => {
      if (files.length === 0) return [];
      const unsent: Unsent[] = [];
      setSending(true);
      // Sends the files one after the other, so that they appear in the order in which they were chosen.
      for (const file of files) {
        const sendFile = () =>
          upload(addAnexoDoTicket, file, {
            params: { id: ticketId },
            fields: { envio: uploadId(file), ...(mensagemId === null ? {} : { mensagem: mensagemId }) },
          });
        try {
          await sendFile().catch((error: unknown) => {
            if (!isAnswerLost(error)) throw error;
            return sendFile();
          });
        } catch (error) {
          unsent.push({ file, reason: errorMessage(error) });
        }
      }
      setSending(false);
      refresh();
      return unsent;
    },
    [refresh],
  );
  return { send, sending };
}

function Picture({ ticketId, anexo }: { ticketId: string; anexo: AnexoDoTicket }) {
  const { url, error } = useFileUrl(getAnexoDoTicket, { params: { id: ticketId, anexoId: anexo.id } });
  if (error) return <p className="p-3 text-destructive-text text-xs">A imagem não pôde ser carregada.</p>;
  if (!url) return <Skeleton className="h-28 w-full" />;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="focus-ring block rounded-t-md">
      <img
        src={url}
        alt={`Anexo ${anexo.nome}, abre em nova janela`}
        className="h-28 w-full rounded-t-md object-cover"
      />
    </a>
  );
}

function Attachment({
  ticketId,
  anexo,
  onDelete,
}: {
  ticketId: string;
  anexo: AnexoDoTicket;
  /** Deletes the attachment; undefined if this person may not delete it. */
  onDelete: (() => void) | undefined;
}) {
  const { save, busy } = useApiFile(getAnexoDoTicket, {
    name: anexo.nome,
    done: 'Anexo salvo.',
    failed: 'Erro ao baixar o anexo',
    fallback: 'O anexo não pôde ser baixado.',
  });
  return (
    <li className="grid w-48 max-w-full content-between rounded-md border">
      {anexo.tipo === 'application/pdf' ? (
        <Button
          type="button"
          variant="ghost"
          className="h-28 min-h-28 flex-col gap-2 rounded-b-none"
          loading={busy}
          aria-label={`Baixar ${anexo.nome}`}
          onClick={() => save({ params: { id: ticketId, anexoId: anexo.id } })}
        >
          <FileText aria-hidden="true" className="size-8" />
          <span className="text-xs">PDF</span>
        </Button>
      ) : (
        <Picture ticketId={ticketId} anexo={anexo} />
      )}
      <div className="flex min-w-0 items-center gap-1 border-t py-1 pr-1 pl-2.5 text-xs">
        <span className="min-w-0 flex-1 truncate" title={anexo.nome}>
          {anexo.nome}
        </span>
        <span className="shrink-0 text-muted-foreground">{formatFileSize(anexo.tamanho)}</span>
        {onDelete ? (
          <Button
            type="button"
            variant="ghost"
            size="icon-sm"
            aria-label={`Excluir ${anexo.nome}`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** List of the files attached to a ticket's description or message. */
export function Attachments({ ticketId, anexos }: { ticketId: string; anexos: readonly AnexoDoTicket[] }) {
  const { user } = useRequiredSession();
  const mayDeleteAny = useCan()('ticket', 'delete');
  const [asked, setAsked] = useState<AnexoDoTicket | null>(null);
  const remove = useApiMutation(deleteAnexoDoTicket, {
    done: 'Anexo excluído.',
    failed: 'Erro ao excluir o anexo',
  });
  if (anexos.length === 0) return null;
  return (
    <>
      <ul aria-label="Anexos" className="flex flex-wrap gap-2.5">
        {anexos.map((anexo) => (
          <Attachment
            key={anexo.id}
            ticketId={ticketId}
            anexo={anexo}
            onDelete={mayDeleteAny || anexo.por?.id === user.id ? () => setAsked(anexo) : undefined}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title="Excluir anexo"
        description={`O anexo “${asked?.nome ?? ''}” será excluído. Esta ação não pode ser desfeita.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={async () => {
          if (asked) await remove.run({ params: { id: ticketId, anexoId: asked.id } });
        }}
      />
    </>
  );
}
