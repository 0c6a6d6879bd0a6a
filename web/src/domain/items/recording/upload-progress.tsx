import type { UploadProgress } from '../../../lib/network/api.ts';
import { formatMegabytes, formatShare } from '../../../lib/text/format.ts';
import { Progress } from '../../../ui/progress.tsx';

/** Progress of an upload. After the last byte it shows that the server is still at work. */
export function UploadProgressBar({ progress }: { progress: UploadProgress }) {
  const sent = progress.loaded >= progress.total && progress.total > 0;
  return (
    <div className="grid gap-1.5">
      <Progress value={progress.share} label="Envio do áudio" />
      <p className="flex justify-between gap-3 text-muted-foreground text-xs tabular-nums">
        <span>{sent ? 'Conferindo o arquivo…' : 'Enviando…'}</span>
        <span>
          {formatMegabytes(progress.loaded)} de {formatMegabytes(progress.total)} (
          {formatShare(progress.share)})
        </span>
      </p>
    </div>
  );
}
