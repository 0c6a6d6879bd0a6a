import {
  type CelulaWire,
  type SentencaDoTrecho,
  swapVozes,
} from '@escuta/shared/contracts/surveys/confrontos';
import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ArrowLeftRight, Pencil, Play, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { formatClockMs, formatDateTime } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConfirmDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useBegunCorrection } from '../../transcripts/correction-draft.ts';
import { SentenceForm } from '../../transcripts/sentence-form.tsx';

const CORRIGIDA = 'Correção salva: os vereditos desta entrevista serão refeitos, sem custo.';

/** Sentences in and around an excerpt, with speakers; each can be played and corrected. */
export function CellSentences({
  celula,
  onHear,
}: {
  celula: CelulaWire;
  onHear: (fromMs: number, untilMs: number) => void;
}) {
  // Opens a correction again that a person began here and neither saved nor discarded.
  const begun = useBegunCorrection(celula.item_id, celula.sentencas);
  const [editing, setEditing] = useState<number | null>(begun);
  const { sentencas, item_id: itemId } = celula;
  const mayCorrect = !celula.entrevista.propria;
  if (sentencas.length === 0)
    return <p className="text-muted-foreground text-sm">Nada foi transcrito neste trecho.</p>;
  return (
    <div className="grid gap-2">
      <ol className="grid gap-1">
        {sentencas.map((sentenca) =>
          editing === sentenca.ordem ? (
            <li key={sentenca.ordem}>
              <SentenceForm
                itemId={itemId}
                perfil="entrevista"
                sentenca={sentenca}
                done={CORRIGIDA}
                onClose={() => setEditing(null)}
              />
            </li>
          ) : (
            <Sentence
              key={sentenca.ordem}
              sentenca={sentenca}
              isInside={isInside(celula, sentenca)}
              onHear={() => onHear(sentenca.inicio_ms, sentenca.fim_ms)}
              onEdit={mayCorrect ? () => setEditing(sentenca.ordem) : null}
            />
          ),
        )}
      </ol>
      {mayCorrect && celula.vozes ? <Voices itemId={itemId} vozes={celula.vozes} /> : null}
    </div>
  );
}

/** Swaps the voices of the whole interview after a confirmation; then shows a message with a button to swap back. */
function Voices({ itemId, vozes }: { itemId: string; vozes: NonNullable<CelulaWire['vozes']> }) {
  const [asking, setAsking] = useState(false);
  const params = { id: itemId };
  const undo = useApiMutation(swapVozes, {
    done: 'Troca de vozes desfeita: os vereditos serão refeitos, sem custo.',
    failed: 'Não foi possível desfazer a troca das vozes.',
  });
  const swap = useApiMutation(swapVozes, {
    failed: 'Não foi possível trocar as vozes.',
    onDone: ({ data: { visto } }) =>
      toast.success('Vozes trocadas: os vereditos serão refeitos, sem custo.', {
        duration: 10_000,
        action: { label: 'Desfazer', onClick: () => void undo.attempt({ params, body: { visto } }) },
      }),
  });
  const swappedBy = vozes.trocadas?.por ?? null;
  // Closes the confirmation if another person swaps the voices meanwhile, so that nobody swaps them back by mistake.
  useEffect(() => {
    if (!asking || swappedBy === null) return;
    setAsking(false);
    toast.info(`${swappedBy} já trocou as vozes desta entrevista`, { description: 'Nada mais foi trocado.' });
  }, [asking, swappedBy]);
  const body = { visto: vozes.visto };
  if (vozes.trocadas) {
    return (
      <Notice variant="info">
        <span className="block">
          {vozes.trocadas.por} trocou as vozes desta entrevista em {formatDateTime(vozes.trocadas.em)}.
        </span>
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          loading={undo.busy}
          onClick={() => void undo.attempt({ params, body })}
        >
          <Undo2 aria-hidden="true" /> Desfazer a troca
        </Button>
      </Notice>
    );
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        loading={swap.busy}
        onClick={() => setAsking(true)}
      >
        <ArrowLeftRight aria-hidden="true" /> Trocar as vozes da entrevista
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Trocar as vozes desta entrevista?"
        description={`Na entrevista inteira (${plural(vozes.frases, 'frase', 'frases')}), o entrevistador passa a ser o entrevistado, e o entrevistado, o entrevistador. Os vereditos são refeitos, sem custo, e podem mudar em qualquer pergunta. Os vereditos de pessoas e o primeiro veredito da IA são mantidos. Você pode desfazer a troca.`}
        confirmLabel="Trocar as vozes"
        onConfirm={() => {
          setAsking(false);
          void swap.attempt({ params, body });
        }}
      />
    </>
  );
}

/** True if a sentence belongs to the answer itself, not to its surroundings. */
const isInside = ({ ouvir }: CelulaWire, { inicio_ms, fim_ms }: SentencaDoTrecho): boolean =>
  ouvir === null || (fim_ms > ouvir.inicio_ms && inicio_ms < ouvir.fim_ms);

function Sentence({
  sentenca,
  isInside,
  onHear,
  onEdit,
}: {
  sentenca: SentencaDoTrecho;
  isInside: boolean;
  onHear: () => void;
  onEdit: (() => void) | null;
}) {
  const { falante, texto, texto_original, falante_original, inicio_ms } = sentenca;
  const corrected = texto_original !== null || falante_original !== null;
  return (
    <li className={cn('group flex items-start gap-1 rounded-md py-1 pl-2', isInside && 'bg-muted/60')}>
      <span className="min-w-0 flex-1 text-sm">
        <span
          className={cn(
            'text-xs',
            falante === 'entrevistador'
              ? 'text-primary-text'
              : falante === 'entrevistado'
                ? 'text-cliente'
                : 'text-muted-foreground',
          )}
        >
          {FALANTE_LABEL[falante]} · {formatClockMs(inicio_ms)}
        </span>{' '}
        {corrected ? (
          <Badge
            variant="info"
            title={`Original: ${texto_original ?? texto}${falante_original ? ` (${FALANTE_LABEL[falante_original]})` : ''}`}
          >
            corrigida
          </Badge>
        ) : null}
        <span className="block break-words">{texto}</span>
      </span>
      <Button variant="ghost" size="icon-sm" aria-label={`Ouvir: ${texto.slice(0, 40)}`} onClick={onHear}>
        <Play />
      </Button>
      {onEdit ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Corrigir: ${texto.slice(0, 40)}`}
          onClick={onEdit}
        >
          <Pencil />
        </Button>
      ) : null}
    </li>
  );
}
