import type { VereditoAnterior } from '@escuta/shared/contracts/calls/resultados';
import { listVereditosAnteriores } from '@escuta/shared/contracts/calls/resultados';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../../lib/network/query.ts';
import { formatDateTime, formatNumber } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Section } from '../section.tsx';

/**
 * Folded list of verdicts and comments on insights that the newest analysis did not repeat; nothing if there are none.
 */
export function EarlierVerdicts({ itemId }: { itemId: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(apiQuery(listVereditosAnteriores, { params: { id: itemId } }));
  const entries = data?.data ?? [];
  if (entries.length === 0) return null;
  return (
    <Section
      title="Vereditos de uma análise anterior"
      summary={formatNumber(entries.length)}
      open={open}
      onOpenChange={setOpen}
    >
      <p className="mb-3 text-muted-foreground text-sm">
        Vereditos e comentários de pessoas sobre insights que a análise mais recente não repetiu.
      </p>
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

function Entry({ entry }: { entry: VereditoAnterior }) {
  const { validacao, comentarios } = entry;
  return (
    <li className="grid gap-1.5 rounded-md border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{entry.template}</span>
        {validacao ? (
          <Badge variant={validacao.veredito === 'aprovado' ? 'success' : 'destructive'}>
            {validacao.veredito === 'aprovado' ? 'Aprovado' : 'Rejeitado'}
          </Badge>
        ) : null}
        {entry.destaGravacao ? null : <Badge variant="outline">de outra gravação</Badge>}
      </p>
      <p className="text-muted-foreground text-xs">
        Análise de {formatDateTime(entry.analisadoEm)}
        {validacao ? ` · ${validacao.por.nome ?? 'Pessoa excluída'}, ${formatDateTime(validacao.em)}` : ''}
      </p>
      {validacao?.motivo ? <p className="break-words">Motivo: {validacao.motivo}</p> : null}
      {validacao?.observacoes ? <p className="break-words">{validacao.observacoes}</p> : null}
      {comentarios.map((comment) => (
        <p key={comment.id} className="break-words border-l-2 pl-2">
          {comment.texto}
          <span className="block text-muted-foreground text-xs">
            {comment.por?.nome ?? 'Autor não registrado'}, {formatDateTime(comment.em)}
          </span>
        </p>
      ))}
    </li>
  );
}
