import {
  createGravacaoAnteriorUrl,
  type GravacaoAnteriorWire,
  listGravacoesAnteriores,
  recuperarGravacao,
} from '@escuta/shared/contracts/gravacoes-anteriores';
import { MOTIVO_DA_TROCA_MAX } from '@escuta/shared/domain/former-recording';
import { useQuery } from '@tanstack/react-query';
import { Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { formatDateTime, formatFileSize, plural } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useMayChangeEvidence } from './evidence-note.tsx';

/** Recordings that a call had before: when each left it, by whom and why, until when it can come back. */
export function FormerRecordingsDialog({
  itemId,
  open,
  onClose,
}: {
  itemId: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Gravações anteriores</DialogTitle>
          <DialogDescription>
            O que foi trocado ou removido depois de analisado. Recuperar traz a gravação de volta com a
            análise dela; a atual passa para esta lista.
          </DialogDescription>
        </DialogHeader>
        <FormerRecordings itemId={itemId} onRecovered={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function FormerRecordings({ itemId, onRecovered }: { itemId: string; onRecovered: () => void }) {
  const { data, error, isPending, refetch } = useQuery(
    apiQuery(listGravacoesAnteriores, { params: { id: itemId } }),
  );
  if (isPending) return <Skeleton className="h-32" />;
  if (error) {
    return (
      <ErrorState title="As gravações anteriores não vieram" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <ul className="grid gap-3">
      {data.data.map((one) => (
        <Former key={one.id} itemId={itemId} anterior={one} onRecovered={onRecovered} />
      ))}
    </ul>
  );
}

const SAIDA = { trocada: 'Trocada', removida: 'Removida' } as const;

function Former({
  itemId,
  anterior,
  onRecovered,
}: {
  itemId: string;
  anterior: GravacaoAnteriorWire;
  onRecovered: () => void;
}) {
  const mayRecover = useMayChangeEvidence();
  const [asking, setAsking] = useState(false);
  const [motivo, setMotivo] = useState('');
  const params = { id: itemId, anteriorId: anterior.id };
  const address = useApiMutation(createGravacaoAnteriorUrl, { failed: 'Não foi possível tocar a gravação' });
  const recover = useApiMutation(recuperarGravacao, {
    done: 'Gravação recuperada, com a análise dela',
    failed: 'Erro ao recuperar a gravação',
    onDone: onRecovered,
  });
  const { url, aviso } = address.answer?.data ?? {};
  return (
    <li className="grid gap-3 rounded-md border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-all font-medium">
          {anterior.nome ?? 'Gravação excluída pelo prazo'}
        </span>
        {anterior.resultados.length > 0 ? (
          <Badge>
            {plural(anterior.resultados.length, 'análise feita com ela', 'análises feitas com ela')}
          </Badge>
        ) : null}
      </p>
      <Facts className="max-sm:grid-cols-1">
        <Fact label={SAIDA[anterior.saida]}>
          {formatDateTime(anterior.saiu_em)}
          {anterior.por ? ` por ${anterior.por}` : ''}
        </Fact>
        <Fact label="Pode ser recuperada até">
          {anterior.ate ? formatDateTime(anterior.ate) : 'O prazo terminou'}
        </Fact>
        <Fact label="Recebida">{anterior.recebida_em ? formatDateTime(anterior.recebida_em) : '—'}</Fact>
        <Fact label="Tamanho">{formatFileSize(anterior.tamanho)}</Fact>
        {anterior.motivo ? (
          <Fact label="Motivo" className="col-span-full">
            {anterior.motivo}
          </Fact>
        ) : null}
        <Fact label="SHA-256" className="col-span-full">
          <span className="break-all font-mono text-xs">{anterior.sha256 ?? '—'}</span>
        </Fact>
      </Facts>
      {aviso ? <p className="text-muted-foreground">{aviso}</p> : null}
      {url && !aviso ? (
        // biome-ignore lint/a11y/useMediaCaption: the words that are said stand in the transcript of its analysis.
        <audio
          controls
          autoPlay
          src={url}
          aria-label={`Gravação ${anterior.nome ?? ''}`}
          className="w-full"
        />
      ) : null}
      {asking ? (
        <Field label="Motivo" hint="Opcional. Fica no registro de ações.">
          <Textarea
            value={motivo}
            maxLength={MOTIVO_DA_TROCA_MAX}
            disabled={recover.busy}
            onChange={(event) => setMotivo(event.target.value)}
          />
        </Field>
      ) : null}
      {anterior.ate ? (
        <div className="flex flex-wrap justify-end gap-2">
          {(url && !aviso) || asking ? null : (
            <Button
              variant="outline"
              size="sm"
              loading={address.busy}
              onClick={() => void address.attempt({ params })}
            >
              {address.busy ? null : <Play aria-hidden="true" />}
              Ouvir
            </Button>
          )}
          {asking ? (
            <Button variant="outline" size="sm" disabled={recover.busy} onClick={() => setAsking(false)}>
              Cancelar
            </Button>
          ) : null}
          {mayRecover ? (
            <Button
              size="sm"
              loading={recover.busy}
              onClick={() =>
                asking
                  ? void recover.attempt({
                      params,
                      body: motivo.trim() === '' ? undefined : { motivo: motivo.trim() },
                    })
                  : setAsking(true)
              }
            >
              {recover.busy ? null : <Undo2 aria-hidden="true" />}
              {asking ? 'Recuperar esta gravação' : 'Recuperar'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
