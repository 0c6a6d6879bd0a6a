import { answerRetorno, RETORNO_MAX } from '@escuta/shared/contracts/team/agente-pagina';
import { MessageSquareReply } from 'lucide-react';
import { useId, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';

/** Field for the agent's answer to feedback, which can be given only once. */
export function AnswerFeedback({ retornoId, label = 'Responder' }: { retornoId: string; label?: string }) {
  const [texto, setTexto] = useState('');
  const [open, setOpen] = useState(false);
  const box = useId();
  const save = useApiMutation(answerRetorno, { done: 'Resposta enviada.', failed: 'Erro ao responder' });
  if (!open) {
    return (
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" />
        {label}
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
        Sua resposta{' '}
        <span className="font-normal text-muted-foreground">(você só pode responder uma vez)</span>
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
