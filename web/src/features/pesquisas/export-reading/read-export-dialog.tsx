import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheck, CircleSlash, FileJson, Hourglass, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { reasonsHeld } from '../../../domain/survey/state/quarantine.tsx';
import { FileDrop } from '../../../kit/file-drop.tsx';
import { FormButtons } from '../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Exportacao } from './exported-file.ts';
import type { Desfecho, Lida } from './read-in.ts';
import { useReading } from './use-reading.ts';

const DESFECHO: Record<Desfecho, { label: string; variant: BadgeVariant; icon: ReactNode }> = {
  recebida: { label: 'Recebida', variant: 'success', icon: <CircleCheck aria-hidden="true" /> },
  ja_estava: { label: 'Já estava no servidor', variant: 'neutral', icon: <CircleCheck aria-hidden="true" /> },
  em_parte: { label: 'Recebida em parte', variant: 'warning', icon: <Hourglass aria-hidden="true" /> },
  apagada: { label: 'Apagada', variant: 'neutral', icon: <CircleSlash aria-hidden="true" /> },
  nao_enviada: { label: 'Não enviada', variant: 'warning', icon: <TriangleAlert aria-hidden="true" /> },
  recusada: { label: 'Recusada', variant: 'destructive', icon: <TriangleAlert aria-hidden="true" /> },
};

/**
 * Sentence on the parts of an interview that the server newly stored: 'O servidor recebeu 12 eventos.'; without any, 'O
 * arquivo não traz nada de novo.' if the server has the interview (`ja_estava`, `em_parte`), else null.
 */
function newsOf({ eventos, partes, desfecho }: Lida): string | null {
  const news = [
    eventos > 0 ? plural(eventos, 'evento', 'eventos') : '',
    partes > 0 ? plural(partes, 'parte de gravação', 'partes de gravação') : '',
  ].filter(Boolean);
  if (news.length > 0) return `O servidor recebeu ${news.join(' e ')}.`;
  return desfecho === 'ja_estava' || desfecho === 'em_parte' ? 'O arquivo não traz nada de novo.' : null;
}

/** Lists the file's interviews, each with its result, its newly stored data and, if it is incomplete, the reason. */
export function ReadInterviews({ lidas }: { lidas: readonly Lida[] }) {
  return (
    <ul
      aria-label="Entrevistas do arquivo"
      className="grid max-h-80 divide-y overflow-y-auto rounded-md border text-sm"
    >
      {lidas.map((lida, index) => {
        const { label, variant, icon } = DESFECHO[lida.desfecho];
        const says = [
          lida.motivo,
          newsOf(lida),
          lida.quarentena ? `Em quarentena. ${reasonsHeld([lida.quarentena]).join(' ')}` : null,
        ].filter(Boolean);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may hold an interview twice, and rows are only added
          <li key={index} className="grid gap-1 px-3 py-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words font-medium">
                {lida.nome || 'Sem nome'}{' '}
                <span className="whitespace-nowrap font-normal text-muted-foreground text-xs tabular-nums">
                  {formatDateTime(new Date(lida.iniciadaEm).toISOString())}
                </span>
              </span>
              <Badge variant={variant}>
                {icon}
                {label}
              </Badge>
            </span>
            {says.length > 0 ? (
              <span className="break-words text-muted-foreground text-xs">{says.join(' ')}</span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function ExportSummary({ exportacao, de }: { exportacao: Exportacao; de: string | null }) {
  const { cabecalho, entrevistas, cortada, estragadas } = exportacao;
  return (
    <div className="grid gap-3">
      <Facts className="text-sm">
        <Fact label="Exportado em">{formatDateTime(cabecalho.exportado_em)}</Fact>
        <Fact label="Entrevistas">{entrevistas.length}</Fact>
        {de ? (
          <Fact label="De" className="col-span-2">
            {de}
          </Fact>
        ) : null}
      </Facts>
      {cortada || estragadas > 0 ? (
        <Notice variant="warning" icon={<TriangleAlert aria-hidden="true" />}>
          {cortada ? 'O arquivo está incompleto: falta a parte final. ' : ''}
          {estragadas > 0
            ? `${plural(estragadas, 'entrevista está corrompida', 'entrevistas estão corrompidas')} e não pode${estragadas === 1 ? '' : 'm'} ser lida${estragadas === 1 ? '' : 's'}.`
            : ''}
        </Notice>
      ) : null}
    </div>
  );
}

/** Refuses only an empty file, because phones give exports different types; the first line is checked later. */
const anyFile = (file: File): string | null => (file.size === 0 ? 'O arquivo está vazio.' : null);

function ExportReading() {
  const { close } = useFormDialog();
  const [file, setFile] = useState<File | null>(null);
  const { leitura, open, read, stop } = useReading();
  const busy = leitura.fase === 'lendo';
  useReportToDialog(busy, false);
  const total = 'exportacao' in leitura ? leitura.exportacao.entrevistas.length : 0;
  const choose = (next: File | null): void => {
    setFile(next);
    open(next);
  };
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (leitura.fase === 'lida') close();
        else read();
      }}
    >
      <DialogHeader>
        <DialogTitle>Ler exportação de um aparelho</DialogTitle>
        <DialogDescription>
          Use o arquivo gerado por “Exportar cópia” em um aparelho que não consegue enviar as entrevistas. Os
          dados já recebidos pelo servidor não mudam, e a leitura fica no registro de ações da empresa.
        </DialogDescription>
      </DialogHeader>
      {leitura.fase === 'lida' ? null : (
        <FileDrop
          file={file}
          onChange={choose}
          disabled={busy}
          accept=".ndjson,application/x-ndjson"
          problemOf={anyFile}
          what="o arquivo"
          hint="Arquivo .ndjson, com as entrevistas do aparelho, inclusive as de outras pesquisas"
          icon={FileJson}
          testId="exportacao-de-aparelho"
        />
      )}
      {leitura.fase === 'escolher' && leitura.problema ? (
        <Notice variant="destructive" role="alert" icon={<TriangleAlert aria-hidden="true" />}>
          {leitura.problema}
        </Notice>
      ) : null}
      {leitura.fase === 'abrindo' ? <Progress value={leitura.parte} label="Abrindo o arquivo" /> : null}
      {'exportacao' in leitura ? (
        <ExportSummary exportacao={leitura.exportacao} de={'de' in leitura ? leitura.de : null} />
      ) : null}
      {leitura.fase === 'lendo' ? (
        <div className="grid gap-1.5">
          <Progress value={leitura.lidas.length / Math.max(1, total)} label="Entrevistas lidas" />
          <p className="text-muted-foreground text-xs tabular-nums" aria-live="polite">
            {leitura.lidas.length} de {plural(total, 'entrevista', 'entrevistas')}
          </p>
        </div>
      ) : null}
      {'lidas' in leitura && leitura.lidas.length > 0 ? <ReadInterviews lidas={leitura.lidas} /> : null}
      {leitura.fase === 'lida' && leitura.problema ? (
        <Notice variant="destructive" role="alert" icon={<TriangleAlert aria-hidden="true" />}>
          {leitura.problema}
        </Notice>
      ) : null}
      <FormButtons
        busy={busy}
        submitLabel={
          leitura.fase === 'lida'
            ? 'Concluir'
            : total > 0
              ? `Ler ${plural(total, 'entrevista', 'entrevistas')}`
              : 'Ler entrevistas'
        }
        busyLabel="Lendo…"
        disabled={leitura.fase !== 'aberta' && leitura.fase !== 'lida'}
        // After the reading there is nothing left to cancel, so there is no button.
        onCancel={leitura.fase === 'lida' ? undefined : busy ? stop : close}
        cancelLabel={busy ? 'Parar' : 'Cancelar'}
        cancelDisabled={false}
      />
    </form>
  );
}

/** Lets managers read in the export of a device that cannot send its interviews (docs/decisions/0017-field.md). */
export function ReadExportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-xl">
      <ExportReading />
    </FormDialog>
  );
}
