import { openQueueBoard } from '@escuta/shared/contracts/operation/operacao';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { ErrorState } from '../../ui/states.tsx';

/**
 * 'Filas': exchanges the session for the queue board's cookie and goes there. The board is a server page, whose
 * requests cannot carry the session's token in a header.
 */
export default function FilasPage() {
  const { attempt, error, busy } = useApiMutation(openQueueBoard, {
    failed: null,
    onDone: ({ data }) => window.location.replace(data.url),
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void attempt();
  }, [attempt]);
  return (
    <>
      <PageHeader title="Filas" description="O painel das filas de processamento." />
      {error ? (
        <ErrorState
          title="Erro ao abrir o painel das filas"
          error={error}
          onRetry={() => void attempt()}
          retrying={busy}
        />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-muted-foreground text-sm">
          <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />
          Abrindo o painel das filas…
        </p>
      )}
    </>
  );
}
