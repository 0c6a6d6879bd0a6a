import { listMomentos, type MomentoWire, revokeMomento } from '@escuta/shared/contracts/operation/momentos';
import { answersMoment, SITUACAO_MOMENTO_LABEL } from '@escuta/shared/domain/recordings/moment';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatClockMs, formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Polling interval of a link whose sound is being cut, ms. */
const PREPARING_MS = 2000;

/** Links of a call: author, expiry, number of plays, and 'Revogar'. */
export function MomentLinks({ itemId }: { itemId: string }) {
  const [asked, setAsked] = useState<MomentoWire | null>(null);
  const shown = useLast(asked);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...apiQuery(listMomentos, { params: { id: itemId } }),
    // Never cached, because somebody may have played a moment meanwhile.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ situacao }) => situacao === 'preparando') ? PREPARING_MS : false,
  });
  const revoke = useApiMutation(revokeMomento, {
    done: 'Link revogado: não abre mais.',
    failed: 'Não foi possível revogar o link',
  });
  if (isPending) return <Skeleton className="h-16" />;
  if (error && !data) {
    return (
      <ErrorState
        className="py-6"
        title="Erro ao buscar os links desta gravação"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data.data.length === 0) return null;
  return (
    <section aria-label="Links desta gravação" className="grid gap-2 border-t pt-4">
      <h3 className="font-medium text-sm">Links desta gravação</h3>
      <ul className="max-h-64 divide-y overflow-y-auto">
        {data.data.map((link) => (
          <li key={link.id} className="flex items-start justify-between gap-3 py-2.5 text-sm">
            <div className="grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium tabular-nums">
                {stretchOf(link)}
                <Badge variant={link.situacao === 'em_vigor' ? 'success' : 'neutral'}>
                  {SITUACAO_MOMENTO_LABEL[link.situacao]}
                </Badge>
              </p>
              <p className="break-words text-muted-foreground text-xs">
                {[
                  `${link.por ?? 'Conta excluída'}, ${formatDateTime(link.created_at)}`,
                  endOf(link),
                  link.com_frase ? 'mostra as frases' : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="text-muted-foreground text-xs">{heardOf(link)}</p>
            </div>
            {answersMoment(link.situacao) || link.situacao === 'sem_gravacao' ? (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Revogar o link do trecho ${stretchOf(link)}`}
                onClick={() => setAsked(link)}
              >
                Revogar
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title="Revogar este link?"
        description={`O link do trecho ${shown ? stretchOf(shown) : ''} deixa de abrir agora, e o som do trecho é excluído. Se alguém já ouviu o trecho, pode ter gravado uma cópia.`}
        confirmLabel="Revogar"
        destructive
        onConfirm={() => {
          const link = asked;
          setAsked(null);
          if (link) void revoke.attempt({ params: { id: itemId, momentoId: link.id } });
        }}
      />
    </section>
  );
}

const stretchOf = ({ inicio_ms, fim_ms }: MomentoWire): string =>
  `${formatClockMs(inicio_ms)}–${formatClockMs(fim_ms)}`;

function endOf({ situacao, expira_em, revogado_em, revogado_por }: MomentoWire): string {
  if (revogado_em !== null)
    return `revogado por ${revogado_por ?? 'uma conta excluída'}, ${formatDateTime(revogado_em)}`;
  return `${situacao === 'vencido' ? 'venceu em' : 'vale até'} ${formatDateTime(expira_em)}`;
}

function heardOf({ ouvido, ouvido_em }: MomentoWire): string {
  if (ouvido === 0) return 'Ainda não ouvido';
  const last = ouvido_em === null ? '' : `, a última em ${formatDateTime(ouvido_em)}`;
  return `Ouvido ${plural(ouvido, 'vez', 'vezes')}${last}`;
}
