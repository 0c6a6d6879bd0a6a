import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import {
  createSegundaGravacaoUrl,
  discardSegundaGravacao,
  retrySegundaGravacao,
  useSegundaGravacao,
} from '@escuta/shared/contracts/surveys/campo';
import { Play } from 'lucide-react';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { formatClock, formatDateTime, formatFileSize } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../../ui/overlays/dialog.tsx';
import { type ActionItem, interviewOf } from '../item.ts';

const clock = (seconds: number | null | undefined): string => (seconds == null ? '-' : formatClock(seconds));

/** Pauses the other player when one starts, because a person compares the two recordings. */
function silenceOthers(playing: HTMLAudioElement): void {
  for (const other of playing.closest('dl')?.querySelectorAll('audio') ?? []) {
    if (other !== playing) other.pause();
  }
}

/** A button that plays a recording, and then turns into the recording's player. */
function RecordingPreview({
  of,
  sound,
  busy,
  onAsk,
}: {
  of: string;
  sound: { url: string; aviso: string | null } | undefined;
  busy: boolean;
  onAsk: () => void;
}) {
  if (sound?.aviso) return <p className="mt-1 text-muted-foreground text-sm">{sound.aviso}</p>;
  if (sound) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down yet what is said in it.
      <audio
        controls
        autoPlay
        src={sound.url}
        aria-label={`Gravação ${of}`}
        className="mt-1 w-full"
        onPlay={({ currentTarget }) => silenceOthers(currentTarget)}
      />
    );
  }
  return (
    <Button
      variant="outline"
      size="sm"
      className="mt-1"
      loading={busy}
      aria-label={`Ouvir a gravação ${of}`}
      onClick={onAsk}
    >
      {busy ? null : <Play aria-hidden="true" />}
      Ouvir
    </Button>
  );
}

const CANNOT_PLAY = 'Não foi possível tocar a gravação';

function HearItem({ id }: { id: string }) {
  const { answer, busy, attempt } = useApiMutation(createAudioUrl, { failed: CANNOT_PLAY });
  const ask = () => void attempt({ params: { id } });
  return <RecordingPreview of="da entrevista" sound={answer?.data} busy={busy} onAsk={ask} />;
}

function HearSecond({ id }: { id: string }) {
  const { answer, busy, attempt } = useApiMutation(createSegundaGravacaoUrl, { failed: CANNOT_PLAY });
  const ask = () => void attempt({ params: { id } });
  return <RecordingPreview of="do aparelho" sound={answer?.data} busy={busy} onAsk={ask} />;
}

/**
 * Asks which recording of an interview is used: the present one, or the one sent by its device after a manager stopped
 * waiting.
 */
export function SecondRecordingDialog({
  target,
  onClose,
}: {
  target: ActionItem | null;
  onClose: () => void;
}) {
  const shown = useLast(target && interviewOf(target));
  const use = useApiMutation(useSegundaGravacao, {
    done: 'A entrevista agora usa a gravação do aparelho.',
    failed: 'Erro ao trocar a gravação',
    onDone: onClose,
  });
  const discard = useApiMutation(discardSegundaGravacao, {
    done: 'Gravação do aparelho descartada.',
    failed: 'Erro ao descartar a gravação',
    onDone: onClose,
  });
  const again = useApiMutation(retrySegundaGravacao, {
    done: 'A gravação do aparelho está sendo preparada de novo. Aguarde.',
    failed: 'Erro ao preparar a gravação de novo',
    onDone: onClose,
  });
  const busy = use.busy || discard.busy || again.busy;
  const segunda = shown?.segunda_gravacao;
  if (!shown || !segunda) return null;
  const params = { id: shown.id };
  const hasFile = Boolean(shown.item?.arquivo_nome);
  const audited = shown.item?.status === 'concluido';
  return (
    <Dialog open={target !== null} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent hideClose={busy} aria-busy={busy || undefined}>
        <DialogHeader>
          <DialogTitle>Qual gravação usar?</DialogTitle>
          <DialogDescription>
            A entrevista {shown.nome_entrevistado ? `de ${shown.nome_entrevistado}` : 'sem nome'} foi
            encerrada sem o aparelho, que enviou a gravação depois.
          </DialogDescription>
        </DialogHeader>
        <Facts className="max-sm:grid-cols-1">
          <Fact label="Gravação da entrevista">
            {hasFile && shown.item ? (
              <>
                <p>{clock(shown.item.duracao_s)}</p>
                <HearItem key={shown.item.id} id={shown.item.id} />
              </>
            ) : (
              'Não tem'
            )}
          </Fact>
          <Fact label="Gravação do aparelho">
            {segunda.estado === 'oferecida' ? (
              <>
                <p>{clock(segunda.duracao_s)}</p>
                <HearSecond key={shown.id} id={shown.id} />
              </>
            ) : (
              'Não pôde ser preparada'
            )}
          </Fact>
          <Fact label="Recebida em">{formatDateTime(segunda.recebida_em)}</Fact>
          {segunda.estado === 'oferecida' ? (
            <Fact label="Tamanho">{formatFileSize(segunda.tamanho)}</Fact>
          ) : null}
        </Facts>
        {segunda.motivo ? <Notice variant="warning">{segunda.motivo}</Notice> : null}
        {segunda.estado === 'oferecida' && audited ? (
          <Notice>
            Esta entrevista já foi auditada. Se você usar a gravação do aparelho, os vereditos deixam de valer
            até que a entrevista seja processada de novo.
          </Notice>
        ) : null}
        <DialogFooter>
          <Button
            variant="outline"
            disabled={use.busy || again.busy}
            loading={discard.busy}
            onClick={() => void discard.attempt({ params })}
          >
            Descartar gravação do aparelho
          </Button>
          {segunda.estado === 'oferecida' ? (
            <Button disabled={discard.busy} loading={use.busy} onClick={() => void use.attempt({ params })}>
              Usar gravação do aparelho
            </Button>
          ) : null}
          {segunda.estado === 'nao_juntada' ? (
            <Button
              disabled={discard.busy}
              loading={again.busy}
              onClick={() => void again.attempt({ params })}
            >
              Preparar gravação de novo
            </Button>
          ) : null}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
