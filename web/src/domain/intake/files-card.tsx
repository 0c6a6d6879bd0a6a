import { CheckCircle2, CircleAlert, type LucideIcon, Pause, Play, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileButton } from '../../kit/file-button.tsx';
import { useLast } from '../../kit/use-last.ts';
import type { PartsState } from '../../lib/network/parts-upload.ts';
import { formatFileSize, formatShare } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Sender } from './kind.ts';
import { forgetUploads, pauseUploads, resumeUploads, sendFile, useUploads } from './uploads.ts';

/** A file of an intake, as stored by the server. */
export interface IntakeFile<Papel extends string> {
  papel: Papel;
  label: string;
  icon: LucideIcon;
  nome: string;
  tamanho: number;
  /** Number of bytes that the server has received; absent: the server does not report it. */
  recebido?: number;
  /** Id of the upload of this file; null if no upload was begun. */
  envio_id: string | null;
  completo?: boolean;
  lido?: boolean;
  /** Accepted files and a check of the chosen file; absent if the intake has several files, chosen elsewhere. */
  choice?: { accept: string; problemOf: (file: File) => string | null };
}

/** Means of replacing a file; the results of the former file are discarded. */
interface Replacing<Papel extends string> {
  /** Replaces the file. @returns the id of the new file's upload; null if no upload was begun */
  run: (papel: Papel, file: File) => Promise<string | null>;
  busy: boolean;
  /** Loss if the file is replaced, told to the person beforehand; null if nothing would be lost. */
  lost: (papel: Papel) => string | null;
}

interface FilesCardProps<Papel extends string> {
  sender: Sender<Papel>;
  intakeId: string;
  files: readonly IntakeFile<Papel>[];
  /** True while the intake waits for its files. */
  sending: boolean;
  mayChange: boolean;
  replacing?: Replacing<Papel>;
  /** The unreadable file, and the reason. */
  fault?: { papel: Papel; motivo: string | null } | null;
}

function fileWords<P extends string>(file: IntakeFile<P>, state: PartsState | undefined): string {
  const { completo, recebido = 0, tamanho } = file;
  if (completo || state?.phase === 'concluido') return 'Recebido';
  const sent = Math.max(recebido, state?.sent ?? 0);
  const figures = `${formatFileSize(sent)} de ${formatFileSize(tamanho)} (${formatShare(sent / tamanho)})`;
  switch (state?.phase) {
    case 'conferindo':
      return 'Conferindo os dados recebidos…';
    case 'enviando':
      return `Enviando: ${figures}`;
    case 'esperando':
      return `Sem conexão: o envio continua automaticamente quando ela voltar. ${figures}`;
    case 'pausado':
      return `Pausado: ${figures}`;
    default:
      // This page does not send the file; another page may have sent a part of it.
      if (file.recebido === undefined) return 'Envio interrompido';
      return recebido > 0 ? `Recebido: ${figures}` : 'Ainda não recebido';
  }
}

/**
 * The reason, in words for people, why a file's upload has stopped; null: no problem.
 * @param isOther true if the chosen file differs from the file whose upload began
 */
function problemText<P extends string>(
  { replacing, fault }: Pick<FilesCardProps<P>, 'replacing' | 'fault'>,
  { papel, nome, tamanho, choice }: IntakeFile<P>,
  state: PartsState | undefined,
  isOther: boolean,
): ReactNode {
  const problem = state?.problem;
  if (isOther || problem?.kind === 'outro_arquivo') {
    if (!choice)
      return 'Estes arquivos são diferentes dos que já estavam sendo enviados. Selecione os mesmos arquivos.';
    return (
      <>
        <strong className="font-medium">Este não é o mesmo arquivo.</strong> A parte já recebida é de “{nome}”
        ({formatFileSize(tamanho)}). Selecione esse arquivo de novo
        {replacing ? ', ou envie outro no lugar dele' : ''}.
      </>
    );
  }
  if (problem?.kind === 'ilegivel') {
    return choice
      ? 'O arquivo foi alterado ou movido depois da seleção. Selecione-o de novo.'
      : 'Um dos arquivos foi alterado ou movido depois da seleção. Selecione os arquivos de novo.';
  }
  if (problem) return problem.message;
  return fault?.papel === papel ? fault.motivo : null;
}

/** Name of a file that replaces another, with its size if the two files have the same name. */
function otherOf(file: File | null, { nome, tamanho }: { nome: string; tamanho: number }): string {
  if (!file) return '';
  return file.name === nome
    ? `Outro arquivo “${file.name}”, de ${formatFileSize(file.size)} em vez de ${formatFileSize(tamanho)},`
    : `“${file.name}”`;
}

function FileRow<P extends string>({
  file,
  state,
  ...card
}: Omit<FilesCardProps<P>, 'files'> & { file: IntakeFile<P>; state: PartsState | undefined }) {
  const { sender, intakeId, sending, mayChange, replacing, fault } = card;
  const { papel, label, nome, tamanho, recebido, envio_id, choice, icon: Icon } = file;
  const [refused, setRefused] = useState<string | null>(null);
  const [other, setOther] = useState<File | null>(null);
  const [asking, setAsking] = useState<File | null>(null);
  const asked = useLast(asking);
  const here = file.completo === true || state?.phase === 'concluido';
  const atFault = fault?.papel === papel;
  /** True if the file is neither stored nor being sent by this page, so that the person has to choose it again. */
  const stopped = sending && !here && (state === undefined || state.phase === 'erro');
  const lost = replacing?.lost(papel) ?? null;
  const isRefused = state?.problem?.kind === 'recusado';

  const replace = async (chosen: File): Promise<void> => {
    const opened = (await replacing?.run(papel, chosen)) ?? null;
    forgetUploads(intakeId, papel);
    sendFile(sender, intakeId, papel, opened, chosen);
  };
  const change = (chosen: File): void => {
    if (lost !== null) setAsking(chosen);
    else {
      setOther(null);
      void replace(chosen).catch(() => undefined);
    }
  };
  const goOn = (chosen: File): void => {
    // No byte has arrived, so the chosen file may replace the announced file.
    if (replacing && recebido === 0 && (chosen.size !== tamanho || chosen.name !== nome)) {
      // A file of the same name and another size is probably a newer version, so the person is asked.
      if (chosen.name === nome) setAsking(chosen);
      else change(chosen);
      return;
    }
    // Another length means another file; equal lengths are compared by content.
    if (recebido !== undefined && chosen.size !== tamanho) {
      setOther(chosen);
      return;
    }
    setOther(null);
    sendFile(sender, intakeId, papel, envio_id, chosen);
  };
  const checked =
    (take: (chosen: File) => void) =>
    ([chosen]: File[]) => {
      if (!chosen) return;
      const problem = choice?.problemOf(chosen) ?? null;
      setRefused(problem);
      if (problem === null) take(chosen);
    };

  const problem = refused ?? problemText(card, file, state, other !== null);

  return (
    <li className={cn('grid grid-cols-1 gap-2 px-4 py-3 sm:px-5', atFault && 'bg-destructive-soft')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon className="size-5 shrink-0 text-primary-text" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium text-sm">{label}</p>
          <p className="truncate text-muted-foreground text-xs" title={nome}>
            {nome} · {formatFileSize(tamanho)}
          </p>
        </div>
        <p
          className={cn(
            'flex items-center gap-1.5 text-xs tabular-nums',
            here && !atFault ? 'text-success-text' : 'text-muted-foreground',
          )}
        >
          {here && !atFault ? <CheckCircle2 className="size-4" aria-hidden="true" /> : null}
          {state?.phase === 'esperando' ? <WifiOff className="size-4" aria-hidden="true" /> : null}
          {sending || !here ? fileWords(file, state) : file.lido ? 'Lido' : 'Recebido'}
        </p>
        {mayChange && (choice || isRefused) ? (
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            {stopped && isRefused ? (
              <Button variant="outline" size="sm" onClick={() => resumeUploads(intakeId)}>
                Tentar de novo
              </Button>
            ) : stopped && choice ? (
              <FileButton
                name={papel}
                accept={choice.accept}
                onFiles={checked(goOn)}
                aria-label={`Selecionar o arquivo: ${label}`}
              >
                {recebido ? 'Selecionar o mesmo arquivo' : 'Selecionar o arquivo'}
              </FileButton>
            ) : null}
            {other && replacing ? (
              <Button variant="outline" size="sm" loading={replacing.busy} onClick={() => change(other)}>
                Usar este arquivo
              </Button>
            ) : !replacing || !choice || (stopped && recebido === 0 && !isRefused) ? null : (
              <FileButton
                name={papel}
                accept={choice.accept}
                variant={atFault ? 'default' : 'ghost'}
                disabled={replacing.busy}
                onFiles={checked(change)}
                aria-label={`Trocar arquivo: ${label}`}
              >
                Trocar arquivo
              </FileButton>
            )}
          </div>
        ) : null}
      </div>
      {sending && !here && (state ? state.phase !== 'erro' : recebido) ? (
        <Progress
          value={Math.max(recebido ?? 0, state?.sent ?? 0) / Math.max(1, tamanho)}
          label={`Envio: ${label}`}
        />
      ) : null}
      {problem ? (
        <p role="alert" className="flex items-start gap-1.5 text-destructive-text text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => (open ? undefined : setAsking(null))}
        title={`Trocar “${nome}”?`}
        description={`${otherOf(asked, { nome, tamanho })} fica no lugar dele. ${lost ?? 'A Escuta não recebeu nada do arquivo anterior.'}`}
        confirmLabel="Trocar arquivo"
        onConfirm={() => (asked ? replace(asked) : undefined)}
      />
    </li>
  );
}

/** Table of an intake's files, each with its state: being sent, received, or with a problem. */
export function FilesCard<P extends string>({ files, ...card }: FilesCardProps<P>) {
  const { intakeId, sending } = card;
  const states = useUploads<P>(intakeId);
  const phases = (Object.values(states) as PartsState[]).map(({ phase }) => phase);
  const missing = files.some(({ papel, completo }) => !completo && states[papel]?.phase !== 'concluido');
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4 pb-2 sm:px-5">
          <h2 className="font-semibold text-base">{files.length === 1 ? 'Envio' : 'Arquivos'}</h2>
          {phases.some((phase) => phase === 'conferindo' || phase === 'enviando' || phase === 'esperando') ? (
            <Button variant="outline" size="sm" onClick={() => pauseUploads(intakeId)}>
              <Pause aria-hidden="true" />
              Pausar
            </Button>
          ) : phases.includes('pausado') ? (
            <Button size="sm" onClick={() => resumeUploads(intakeId)}>
              <Play aria-hidden="true" />
              Continuar
            </Button>
          ) : null}
        </div>
        <ul aria-label="Arquivos enviados" className="divide-y">
          {files.map((file) => (
            <FileRow key={file.papel} {...card} file={file} state={states[file.papel]} />
          ))}
        </ul>
      </Card>
      {sending && missing ? (
        <p className="text-muted-foreground text-sm">
          Deixe esta página do navegador aberta até o fim do envio; você pode usar as outras telas enquanto
          isso. Se o envio for interrompido, volte aqui e selecione o mesmo arquivo: a Escuta envia só a parte
          que falta.
        </p>
      ) : null}
    </div>
  );
}
