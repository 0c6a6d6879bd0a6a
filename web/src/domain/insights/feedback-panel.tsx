import type { ComentarioInsight } from '@escuta/shared/contracts/insights/insight-parts';
import { giveInsightFeedback } from '@escuta/shared/contracts/insights/insights';
import { MessageSquareText } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useDraftText } from '../../kit/form/use-draft-text.ts';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';

interface FeedbackPanelProps {
  insightId: string;
  /** The comments, the oldest first. */
  comentarios: readonly ComentarioInsight[];
  /** The insight's template, if the page shows several. */
  template?: string;
}

/** Comments on an insight, independent of verdicts, each with name and time, and a field for a new comment. */
export function FeedbackPanel({ insightId, comentarios, template }: FeedbackPanelProps) {
  const mayComment = useCan()('result', 'update');
  if (comentarios.length === 0 && !mayComment) return null;
  return (
    <section aria-label={template ? `Comentários: ${template}` : 'Comentários'} className="grid gap-2">
      {comentarios.length > 0 ? (
        <ol className="grid gap-2.5 border-l-2 pl-3">
          {comentarios.map((comentario) => (
            <li key={comentario.id} className="grid gap-0.5 text-sm">
              <p className="text-muted-foreground text-xs">
                <span className="font-medium text-foreground">{authorOf(comentario)}</span>
                {' · '}
                <time dateTime={comentario.em}>{formatDateTime(comentario.em)}</time>
              </p>
              <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">{comentario.texto}</p>
            </li>
          ))}
        </ol>
      ) : null}
      {mayComment ? <CommentForm key={insightId} insightId={insightId} /> : null}
    </section>
  );
}

function authorOf({ por }: ComentarioInsight): string {
  if (por === null) return 'Autor não registrado';
  return por.nome ?? 'Conta removida';
}

function CommentForm({ insightId }: { insightId: string }) {
  /** Text of the comment that is being written; null: the field is closed. */
  const [draft, setDraft] = useDraftText(`comentario:${insightId}`, 'Comentário');
  const [missing, setMissing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useUnsaved(() => (draft?.trim() ? TYPED : null));
  const close = (): void => {
    setDraft(null);
    setMissing(false);
    // The button that opened the form is drawn again only after this render.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const comment = useApiMutation(giveInsightFeedback, {
    done: 'Comentário salvo',
    failed: 'Erro ao adicionar feedback',
    fallback: 'Tente novamente.',
    onDone: close,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = draft?.trim() ?? '';
    setMissing(text === '');
    if (text !== '' && !comment.busy)
      void comment.attempt({ params: { id: insightId }, body: { feedback: text } });
  };
  if (draft === null) {
    return (
      <Button
        ref={opener}
        variant="ghost"
        size="sm"
        className="-ml-2.5 justify-self-start text-muted-foreground"
        onClick={() => setDraft('')}
      >
        <MessageSquareText aria-hidden="true" />
        Comentar
      </Button>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      <Field label="Comentário" error={missing ? 'Escreva o comentário.' : undefined}>
        <Textarea
          // A restored draft does not take the focus.
          autoFocus={draft === ''}
          value={draft}
          maxLength={2000}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            // Esc does not close a field with text: only 'Cancelar' does.
            if (event.key !== 'Escape' || comment.busy || draft.trim() !== '') return;
            event.preventDefault();
            close();
          }}
          className="min-h-16"
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" size="sm" disabled={comment.busy} onClick={close}>
          Cancelar
        </Button>
        <Button type="submit" size="sm" loading={comment.busy}>
          Salvar comentário
        </Button>
      </div>
    </form>
  );
}
