import { downloadSomDoRetorno, type LinhaDeFolha } from '@escuta/shared/contracts/team/folhas';
import { AudioLines, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callFile, errorMessage } from '../../lib/network/api.ts';
import { Button } from '../../ui/button.tsx';

/** The reason why a moment cannot be heard. */
const SILENT = {
  falhou: 'O som deste momento não pôde ser preparado. Peça ao coordenador para ouvir com você.',
  encerrado: 'O som deste momento não está mais disponível. Peça ao coordenador para ouvir com você.',
} as const;

/** The sound of a moment, requested only on a press on play, because the server counts each request as a hearing. */
export function MomentSound({
  retornoId,
  name,
  som,
}: {
  retornoId: string;
  name: string;
  som: NonNullable<LinhaDeFolha['som']>;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const hear = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { blob } = await callFile(downloadSomDoRetorno, { params: { id: retornoId } });
      setUrl(URL.createObjectURL(blob));
    } catch (error) {
      setProblem(errorMessage(error, 'Não foi possível ouvir o momento. Tente de novo.'));
    } finally {
      setBusy(false);
    }
  };
  if (url !== null) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the row's text says what is heard
      <audio
        controls
        controlsList="nodownload"
        autoPlay
        src={url}
        aria-label={`Som de ${name}`}
        className="w-full"
      />
    );
  }
  if (som === 'falhou' || som === 'encerrado') {
    return <p className="text-muted-foreground text-sm">{SILENT[som]}</p>;
  }
  if (som === 'preparando') {
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <LoaderCircle className="size-4 animate-spin" aria-hidden="true" /> Preparando o som…
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="w-full sm:w-fit"
        loading={busy}
        aria-label={`Ouvir ${name}`}
        onClick={() => void hear()}
      >
        <AudioLines aria-hidden="true" /> Ouvir
      </Button>
      {problem ? (
        <p role="alert" className="text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
