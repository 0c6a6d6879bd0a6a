import { insightFeedback } from '@escuta/shared/contracts/insights';
import { getResultadoCompleto } from '@escuta/shared/contracts/resultados';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call, errorMessage } from '../../lib/api.ts';
import { useCan } from '../../lib/permissions.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface FeedbackPanelProps {
  insightId: string;
  feedback: string | null;
}

/** What people say of an insight beside any verdict, and where they say it. A new comment replaces the one before. */
export function FeedbackPanel({ insightId, feedback }: FeedbackPanelProps) {
  const mayComment = useCan()('result', 'update');
  const client = useQueryClient();
  /** What is being written; null while nobody writes. */
  const [draft, setDraft] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setDraft(null);
    setMissing(false);
    // The button that opened the form is there again only after this render.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const comment = useMutation({
    mutationFn: (text: string) =>
      call(insightFeedback, { params: { id: insightId }, body: { feedback: text } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKey(getResultadoCompleto) });
      toast.success('Comentário salvo');
      close();
    },
    onError: (error) =>
      toast.error('Erro ao adicionar feedback', { description: errorMessage(error, 'Tente novamente.') }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = draft?.trim() ?? '';
    setMissing(text === '');
    if (text !== '' && !comment.isPending) comment.mutate(text);
  };
  if (feedback === null && !mayComment) return null;
  if (draft !== null) {
    return (
      <form onSubmit={submit} className="grid gap-2.5">
        <Field label="Comentário" error={missing ? 'Escreva o comentário.' : undefined}>
          <Textarea
            autoFocus
            value={draft}
            maxLength={2000}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || comment.isPending) return;
              event.preventDefault();
              close();
            }}
            className="min-h-16"
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button type="button" variant="ghost" size="sm" disabled={comment.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" size="sm" loading={comment.isPending}>
            Salvar comentário
          </Button>
        </div>
      </form>
    );
  }
  return (
    <section aria-label="Comentário" className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      {feedback === null ? null : (
        <p className="min-w-0 flex-1 basis-48 whitespace-pre-line break-words py-1 text-sm">
          <span className="text-muted-foreground">Comentário:</span> {feedback}
        </p>
      )}
      {mayComment ? (
        <Button
          ref={opener}
          variant="ghost"
          size="sm"
          className="-ml-2.5 text-muted-foreground"
          onClick={() => setDraft(feedback ?? '')}
        >
          <MessageSquareText aria-hidden="true" />
          {feedback === null ? 'Comentar' : 'Editar comentário'}
        </Button>
      ) : null}
    </section>
  );
}
