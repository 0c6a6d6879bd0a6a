import {
  answerRetorno,
  confirmRetorno,
  deleteRetorno,
  listRetornos,
  RETORNO_MAX,
  type RetornoWire,
} from '@escuta/shared/contracts/team/agente-pagina';
import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquareReply, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { momentPath } from '../../../domain/player/heard-moment.tsx';
import { PagedCard } from '../../../kit/list/paged-card.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import { formatClockMs, formatDateTime } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { ConfirmDialog } from '../../../ui/overlays/alert-dialog.tsx';

/** Feedback to an agent, newest first. `own`: the reader is the agent, who reads and answers it. */
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
              ? 'Ninguém deu um retorno a você ainda.'
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
        description="O texto e a resposta do agente são apagados."
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
  const see = useApiMutation(confirmRetorno, { failed: 'Erro ao marcar como visto' });
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
            Ligação de {formatDateTime(one.item.momento)}
            {one.inicio_ms === null ? '' : `, em ${formatClockMs(one.inicio_ms)}`}
          </Link>
        ) : null}
        <Badge variant={one.visto_em ? 'success' : 'neutral'}>
          {one.visto_em ? `Visto em ${formatDateTime(one.visto_em)}` : 'Ainda não visto'}
        </Badge>
      </div>
      {one.criterio ? (
        <p className="break-words text-muted-foreground text-sm">Critério: {one.criterio}</p>
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
        {mayRemove ? (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
            Retirar
          </Button>
        ) : null}
      </div>
      {own && one.resposta === null ? <Answer retornoId={one.id} /> : null}
    </div>
  );
}

function Answer({ retornoId }: { retornoId: string }) {
  const [texto, setTexto] = useState('');
  const [open, setOpen] = useState(false);
  const box = useId();
  const save = useApiMutation(answerRetorno, { done: 'Resposta enviada.', failed: 'Erro ao responder' });
  if (!open) {
    return (
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" />
        Responder
      </Button>
    );
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (texto.trim()) void save.attempt({ params: { id: retornoId }, body: { texto: texto.trim() } });
      }}
    >
      <label htmlFor={box} className="font-medium text-sm">
        Sua resposta <span className="font-normal text-muted-foreground">(uma só; depois não muda)</span>
      </label>
      <Textarea
        id={box}
        value={texto}
        maxLength={RETORNO_MAX}
        rows={3}
        onChange={(event) => setTexto(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={save.busy} disabled={texto.trim() === ''}>
          Enviar resposta
        </Button>
        <Button type="button" size="sm" variant="ghost" disabled={save.busy} onClick={() => setOpen(false)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
