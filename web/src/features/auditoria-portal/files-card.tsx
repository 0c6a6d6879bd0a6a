import { trocarArquivoDoPreparo } from '@escuta/shared/contracts/preparos';
import { PAPEIS_ARQUIVO, PAPEL_ARQUIVO_LABEL } from '@escuta/shared/domain/audit-preparation';
import { CheckCircle2, CircleAlert, Pause, Play, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { formatFileSize, formatShare } from '../../lib/format.ts';
import type { PartsState } from '../../lib/parts-upload.ts';
import { useCan } from '../../lib/permissions.ts';
import { cn } from '../../lib/utils.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { FileButton } from './file-button.tsx';
import { PORTAL_FILE } from './portal-files.ts';
import { forgetUploads, pauseUploads, resumeUploads, sendFile, useUploads } from './uploads.ts';
import { usePutPreparo } from './use-preparo.ts';
import type { Detalhe } from './words.ts';

type Arquivo = Detalhe['arquivos'][number];

/** Another file in the place of one of the four; what came of the old one is forgotten. */
function useReplace(preparo: Detalhe): {
  replace: (arquivo: Arquivo, file: File) => Promise<void>;
  busy: boolean;
} {
  const put = usePutPreparo();
  const { run, busy } = useApiMutation(trocarArquivoDoPreparo, {
    failed: 'Não foi possível trocar o arquivo',
  });
  return {
    busy,
    replace: async ({ papel }, file) => {
      const { data } = await run({
        params: { id: preparo.id, papel },
        body: { nome: file.name, tamanho: file.size },
      });
      forgetUploads(preparo.id, papel);
      put(data as Detalhe);
      const envio = data.arquivos.find((one) => one.papel === papel)?.envio_id ?? null;
      sendFile(preparo.id, papel, envio, file);
    },
  };
}

const MOVING = ['conferindo', 'enviando', 'esperando'];

/** What one of the files is doing, in words. */
function fileWords(arquivo: Arquivo, state: PartsState | undefined): string {
  const { completo, recebido, tamanho } = arquivo;
  if (completo || state?.phase === 'concluido') return 'Recebido';
  const sent = Math.max(recebido, state?.sent ?? 0);
  const figures = `${formatFileSize(sent)} de ${formatFileSize(tamanho)} (${formatShare(sent / tamanho)})`;
  switch (state?.phase) {
    case 'conferindo':
      return 'Conferindo o que já chegou…';
    case 'enviando':
      return `Enviando: ${figures}`;
    case 'esperando':
      return `Sem conexão: continua sozinho quando ela voltar. ${figures}`;
    case 'pausado':
      return `Pausado: ${figures}`;
    default:
      return recebido > 0 ? `Chegaram ${figures}` : 'Ainda não chegou';
  }
}

const ESQUECIDO = 'O que foi lido do arquivo atual é esquecido; o que veio dos outros fica.';

function FileRow({
  preparo,
  arquivo,
  state,
  mayChange,
}: {
  preparo: Detalhe;
  arquivo: Arquivo;
  state: PartsState | undefined;
  mayChange: boolean;
}) {
  const { papel, nome, tamanho, recebido, envio_id } = arquivo;
  const { replace, busy } = useReplace(preparo);
  const [other, setOther] = useState<File | null>(null);
  const [asking, setAsking] = useState<File | null>(null);
  const asked = useLast(asking);
  const label = PAPEL_ARQUIVO_LABEL[papel];
  const { icon: Icon } = PORTAL_FILE[papel];
  const here = arquivo.completo || state?.phase === 'concluido';
  const isSending = preparo.estado === 'enviando';
  const atFault = preparo.estado === 'falhou' && preparo.motivo_papel === papel;
  /** It is neither here nor on its way: nobody has it but whoever chooses it. */
  const stopped = isSending && !here && (state === undefined || state.phase === 'erro');
  const corrected = papel === 'perguntas' && preparo.questionario?.corrigido === true;
  const lost = corrected ? ' As correções feitas nas perguntas se perdem.' : '';
  const isOther = other !== null || state?.problem?.kind === 'outro_arquivo';

  const goOn = (file: File): void => {
    // Nothing of it has come: whatever is chosen now takes its place.
    if (recebido === 0 && (file.size !== tamanho || file.name !== nome)) {
      change(file);
      return;
    }
    // Its length alone says that it is another one; the rest is found out by what it holds.
    if (file.size !== tamanho) {
      setOther(file);
      return;
    }
    setOther(null);
    sendFile(preparo.id, papel, envio_id, file);
  };
  const change = (file: File): void => {
    if (preparo.estado === 'pronto' || corrected) setAsking(file);
    else {
      setOther(null);
      void replace(arquivo, file).catch(() => undefined);
    }
  };

  let problem: ReactNode = null;
  if (isOther) {
    problem = (
      <>
        <strong className="font-medium">Este não é o mesmo arquivo.</strong> O que já chegou é de “{nome}” (
        {formatFileSize(tamanho)}). Escolha-o de novo, ou envie outro no lugar dele.
      </>
    );
  } else if (state?.problem?.kind === 'ilegivel') {
    problem = 'O arquivo foi mudado ou movido desde que foi escolhido. Escolha-o de novo.';
  } else if (state?.problem?.kind === 'recusado') {
    problem = state.problem.message;
  } else if (atFault) problem = preparo.motivo;

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
          {isSending || !here ? fileWords(arquivo, state) : arquivo.lido ? 'Lido' : 'Recebido'}
        </p>
        {mayChange ? (
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            {stopped ? (
              state?.problem?.kind === 'recusado' ? (
                <Button variant="outline" size="sm" onClick={() => resumeUploads(preparo.id)}>
                  Tentar de novo
                </Button>
              ) : (
                <FileButton papel={papel} onFile={goOn} aria-label={`Escolher o arquivo: ${label}`}>
                  {recebido > 0 ? 'Escolher o mesmo arquivo' : 'Escolher o arquivo'}
                </FileButton>
              )
            ) : null}
            {other ? (
              <Button variant="outline" size="sm" loading={busy} onClick={() => change(other)}>
                Usar este no lugar
              </Button>
            ) : stopped && recebido === 0 && state?.problem?.kind !== 'recusado' ? null : (
              <FileButton
                papel={papel}
                variant={atFault ? 'default' : 'ghost'}
                disabled={busy}
                onFile={change}
                aria-label={`Trocar arquivo: ${label}`}
              >
                Trocar arquivo
              </FileButton>
            )}
          </div>
        ) : null}
      </div>
      {isSending && !here && state && state.phase !== 'erro' ? (
        <Progress value={Math.max(recebido, state.sent) / Math.max(1, tamanho)} label={`Envio: ${label}`} />
      ) : null}
      {isSending && !here && !state && recebido > 0 ? (
        <Progress value={recebido / Math.max(1, tamanho)} label={`Envio: ${label}`} />
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
        description={`“${asked?.name ?? ''}” fica no lugar dele. ${ESQUECIDO}${lost}`}
        confirmLabel="Trocar arquivo"
        onConfirm={() => (asked ? replace(arquivo, asked) : undefined)}
      />
    </li>
  );
}

/** The four files: on their way, received, at fault; each can be sent anew until the audit is confirmed. */
export function FilesCard({ preparo }: { preparo: Detalhe }) {
  const mayChange = useCan()('audit', 'create') && preparo.estado !== 'analisando';
  const states = useUploads(preparo.id);
  const moving = Object.values(states).some(({ phase }) => MOVING.includes(phase));
  const paused = Object.values(states).some(({ phase }) => phase === 'pausado');
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4 pb-2 sm:px-5">
        <h2 className="font-semibold text-base">Arquivos</h2>
        {moving ? (
          <Button variant="outline" size="sm" onClick={() => pauseUploads(preparo.id)}>
            <Pause aria-hidden="true" />
            Pausar
          </Button>
        ) : paused ? (
          <Button size="sm" onClick={() => resumeUploads(preparo.id)}>
            <Play aria-hidden="true" />
            Continuar
          </Button>
        ) : null}
      </div>
      <ul aria-label="Arquivos da auditoria" className="divide-y">
        {PAPEIS_ARQUIVO.map((papel) => {
          const arquivo = preparo.arquivos.find((one) => one.papel === papel);
          return arquivo ? (
            <FileRow
              key={papel}
              preparo={preparo}
              arquivo={arquivo}
              state={states[papel]}
              mayChange={mayChange}
            />
          ) : null;
        })}
      </ul>
    </Card>
  );
}
