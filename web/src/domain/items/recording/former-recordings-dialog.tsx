import {
  createGravacaoAnteriorUrl,
  type GravacaoAnteriorWire,
  listGravacoesAnteriores,
  recoverGravacao,
} from '@escuta/shared/contracts/calls/gravacoes-anteriores';
import { MOTIVO_DA_TROCA_MAX } from '@escuta/shared/domain/recordings/former-recording';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { formatDateTime, formatFileSize } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useMayChangeEvidence } from './evidence-note.tsx';

/** Former recordings of a call: when, by whom and why each was replaced, and until when it can be restored. */
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
    <FormDialog open={open} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Gravações anteriores</DialogTitle>
        <DialogDescription>
          Gravações substituídas ou removidas depois da análise. Ao recuperar uma gravação, ela volta com a
          análise dela, e a gravação atual passa para esta lista.
        </DialogDescription>
      </DialogHeader>
      <FormerRecordings itemId={itemId} />
    </FormDialog>
  );
}

function FormerRecordings({ itemId }: { itemId: string }) {
  const { done } = useFormDialog();
  const { data, error, isPending, refetch } = useQuery(
    apiQuery(listGravacoesAnteriores, { params: { id: itemId } }),
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  useReportToDialog(false, (asked?.motivo.trim() ?? '') !== '');
  if (isPending) return <Skeleton className="h-32" />;
  if (error) {
    return (
      <ErrorState
        title="Não foi possível carregar as gravações anteriores"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <ul className="grid gap-3">
      {data.data.map((one) => (
        <FormerRecording
          key={one.id}
          itemId={itemId}
          anterior={one}
          motivo={asked?.id === one.id ? asked.motivo : null}
          onMotivo={(motivo) => setAsked(motivo === null ? null : { id: one.id, motivo })}
          onRecovered={done}
        />
      ))}
    </ul>
  );
}

/** The recording to restore, and the reason typed so far. */
type Asked = { id: string; motivo: string };

/** Focuses the reason's field once it is drawn. */
const focus = (field: HTMLTextAreaElement | null): void => field?.focus();

const SAIDA = { trocada: 'Trocada', removida: 'Removida' } as const;

function FormerRecording({
  itemId,
  anterior,
  motivo,
  onMotivo,
  onRecovered,
}: {
  itemId: string;
  anterior: GravacaoAnteriorWire;
  /** The reason as typed so far; null while nobody has asked to restore this recording. */
  motivo: string | null;
  onMotivo: (motivo: string | null) => void;
  onRecovered: () => void;
}) {
  const mayRecover = useMayChangeEvidence();
  const params = { id: itemId, anteriorId: anterior.id };
  const address = useApiMutation(createGravacaoAnteriorUrl, { failed: 'Não foi possível tocar a gravação' });
  const recover = useApiMutation(recoverGravacao, {
    done: 'Gravação recuperada, com a análise dela',
    failed: 'Erro ao recuperar a gravação',
    onDone: onRecovered,
  });
  const { url, aviso } = address.answer?.data ?? {};
  return (
    <li className="grid gap-3 rounded-md border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-all font-medium">
          {anterior.nome ?? 'Gravação excluída no fim do prazo'}
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
        <Fact label="Recebida">{anterior.recebida_em ? formatDateTime(anterior.recebida_em) : '-'}</Fact>
        <Fact label="Tamanho">{formatFileSize(anterior.tamanho)}</Fact>
        {anterior.motivo ? (
          <Fact label="Motivo" className="col-span-full">
            {anterior.motivo}
          </Fact>
        ) : null}
        <Fact label="SHA-256" className="col-span-full">
          <span className="break-all font-mono text-xs">{anterior.sha256 ?? '-'}</span>
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
      {motivo !== null ? (
        <Field label="Motivo" hint="Opcional. Fica no registro de ações.">
          <Textarea
            ref={focus}
            value={motivo}
            maxLength={MOTIVO_DA_TROCA_MAX}
            disabled={recover.busy}
            onChange={(event) => onMotivo(event.target.value)}
          />
        </Field>
      ) : null}
      {anterior.ate ? (
        <div className="flex flex-wrap justify-end gap-2">
          {(url && !aviso) || motivo !== null ? null : (
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
          {motivo !== null ? (
            <Button variant="outline" size="sm" disabled={recover.busy} onClick={() => onMotivo(null)}>
              Cancelar
            </Button>
          ) : null}
          {mayRecover ? (
            <Button
              size="sm"
              loading={recover.busy}
              onClick={() =>
                motivo === null
                  ? onMotivo('')
                  : void recover.attempt({
                      params,
                      body: motivo.trim() ? { motivo: motivo.trim() } : undefined,
                    })
              }
            >
              {recover.busy ? null : <Undo2 aria-hidden="true" />}
              {motivo === null ? 'Recuperar' : 'Recuperar esta gravação'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
