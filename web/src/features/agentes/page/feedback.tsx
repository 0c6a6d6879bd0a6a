import {
  confirmRetorno,
  deleteRetorno,
  listRetornos,
  type RetornoWire,
} from '@escuta/shared/contracts/team/agente-pagina';
import { dayInWords } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { useQuery } from '@tanstack/react-query';
import { Check, FileText, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AnswerFeedback } from '../../../domain/agents/answer-feedback.tsx';
import { momentPath } from '../../../domain/player/heard-moment.tsx';
import { PagedCard } from '../../../kit/list/paged-card.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatClockMs, formatDateTime } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/alert-dialog.tsx';

/** Feedback to an agent, the newest first. `own` is true if the reader is that agent, who can mark it as seen. */
export function Feedback({ agenteId, own }: { agenteId: string; own: boolean }) {
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<RetornoWire | null>(null);
  const query = useQuery(apiListQuery(listRetornos, { params: { id: agenteId }, query: { page } }));
  const remove = useApiMutation(deleteRetorno, {
    done: 'Retorno retirado.',
    failed: 'Erro ao retirar o retorno',
  });
  const { hash } = useLocation();
  const rows = query.data?.data;
  const shown = rows?.some(({ id }) => hash === `#retorno-${id}`) ?? false;
  useEffect(() => {
    if (shown) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
  }, [shown, hash]);
  return (
    <>
      <PagedCard
        title="Retornos"
        listLabel="Retornos dados ao agente"
        noun="retornos"
        query={query}
        rows={rows}
        pagination={query.data?.pagination}
        onPageChange={setPage}
        failedTitle="Erro ao buscar os retornos"
        empty={
          <p className="text-muted-foreground text-sm">
            {own
              ? 'Você ainda não recebeu nenhum retorno.'
              : 'Nenhum retorno ainda. Use “Dar retorno” ao lado de um momento, ou no alto da página.'}
          </p>
        }
      >
        {(one) => <Given one={one} own={own} onRemove={() => setLeaving(one)} />}
      </PagedCard>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => (open ? undefined : setLeaving(null))}
        title="Retirar este retorno?"
        description={
          leaving?.folha && !leaving.item
            ? 'A folha inteira, os momentos dela e as respostas do agente são apagados.'
            : 'O texto e a resposta do agente são apagados.'
        }
        confirmLabel="Retirar"
        destructive
        onConfirm={() => remove.run({ params: { id: leaving?.id ?? '' } })}
      />
    </>
  );
}

function Given({ one, own, onRemove }: { one: RetornoWire; own: boolean; onRemove: () => void }) {
  const { user } = useRequiredSession();
  const leads = useCan()('user', 'read');
  const see = useApiMutation(confirmRetorno, { failed: 'Erro ao marcar o retorno como visto' });
  const mayRemove = leads || (one.autor?.id === user.id && one.visto_em === null);
  return (
    <div id={`retorno-${one.id}`} className="grid min-w-0 flex-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <span className="font-medium text-foreground text-sm">{one.autor?.nome ?? 'Conta excluída'}</span>
        <time dateTime={one.created_at}>{formatDateTime(one.created_at)}</time>
        {one.item ? (
          <Link
            to={momentPath(one.item.id, one.inicio_ms ?? 0)}
            className="focus-ring rounded-sm underline-offset-2 hover:underline"
          >
            {one.folha ? 'Entrevista' : 'Ligação'} de {formatDateTime(one.item.momento)}
            {one.inicio_ms === null ? '' : `, em ${formatClockMs(one.inicio_ms)}`}
          </Link>
        ) : null}
        <Badge variant={one.visto_em ? 'success' : 'neutral'}>
          {one.visto_em ? `Visto em ${formatDateTime(one.visto_em)}` : 'Ainda não visto'}
        </Badge>
      </div>
      {one.criterio ? (
        <p className="break-words text-muted-foreground text-sm">
          {one.folha ? one.criterio : `Critério: ${one.criterio}`}
          {one.folha && one.item ? `, na folha de ${dayInWords(one.folha)}` : ''}
        </p>
      ) : null}
      <p className="whitespace-pre-wrap break-words text-sm">{one.texto}</p>
      {one.resposta ? (
        <blockquote className="whitespace-pre-wrap break-words border-l-2 pl-3 text-sm">
          <span className="block text-muted-foreground text-xs">
            Resposta de {one.agente.nome}, {formatDateTime(one.respondido_em)}
          </span>
          {one.resposta}
        </blockquote>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {own && one.visto_em === null ? (
          <Button
            variant="outline"
            size="sm"
            loading={see.busy}
            onClick={() => void see.attempt({ params: { id: one.id } })}
          >
            <Check aria-hidden="true" />
            Marcar como visto
          </Button>
        ) : null}
        {own && one.folha ? (
          <Button variant="outline" size="sm" asChild>
            <Link to={href(paths.minhaFolha, { dia: one.folha })}>
              <FileText aria-hidden="true" />
              Abrir a folha
            </Link>
          </Button>
        ) : null}
        {mayRemove ? (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
            Retirar
          </Button>
        ) : null}
      </div>
      {own && one.resposta === null ? <AnswerFeedback retornoId={one.id} /> : null}
    </div>
  );
}
