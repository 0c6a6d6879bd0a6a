import type { DocumentoWire } from '@escuta/shared/contracts/surveys/documentos';
import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { plural } from '@escuta/shared/domain/text/in-words';
import { LoaderCircle, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useLast } from '../../../kit/use-last.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useTask } from '../../tasks/use-task.ts';

interface AiReadingProps {
  ia: DocumentoWire['ia'];
  mayAsk: boolean;
  asking: boolean;
  /** Proposals awaiting a person's decision. */
  pending: number;
  onAsk: () => void;
  onEnded: () => void;
}

/** Sends lines without a question to the configured model at a person's request, and shows the result. */
export function AiReading({ ia, mayAsk, asking, pending, onAsk, onEnded }: AiReadingProps) {
  // Keeps the last task, because its outcome is shown after its end too.
  const task = useTask(useLast(ia.tarefa_id));
  const tarefa = task.data;
  const ended = tarefa !== undefined && !isOpenTask(tarefa.status);
  useEffect(() => {
    if (ended) onEnded();
  }, [ended, onEnded]);
  const erro = ended && tarefa.status !== 'concluida' ? tarefa.erro : null;
  const said = [
    ia.lidas > 0 && pending === 0 ? 'A IA não tem outras propostas nas páginas lidas.' : null,
    ia.recusadas > 0
      ? `${plural(ia.recusadas, 'trecho da IA foi recusado: não está', 'trechos da IA foram recusados: não estão')} assim no documento.`
      : null,
    ia.ilegiveis > 0
      ? `${plural(ia.ilegiveis, 'resposta da IA não pôde ser usada', 'respostas da IA não puderam ser usadas')}.`
      : null,
  ].filter((words) => words !== null);
  if (ia.situacao === 'nada' && said.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-lg border bg-muted/40 p-3 text-sm">
      {ia.situacao === 'lendo' ? (
        <p role="status" className="flex items-center gap-2">
          <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden="true" />A IA está lendo as
          linhas não reconhecidas…
        </p>
      ) : null}
      {ia.situacao === 'pode' && mayAsk ? (
        <>
          <p className="text-muted-foreground">
            A IA lê as linhas não reconhecidas e propõe perguntas e opções. O texto de{' '}
            {plural(ia.paginas, 'página', 'páginas')} é enviado uma única vez ao provedor configurado, sem
            usar créditos. Nada é adicionado sem a sua confirmação.
          </p>
          <Button variant="outline" size="sm" className="justify-self-start" loading={asking} onClick={onAsk}>
            {asking ? null : <Sparkles aria-hidden="true" />}
            Ler com IA as linhas restantes
          </Button>
        </>
      ) : null}
      {ia.situacao === 'desligada' ? <p className="text-muted-foreground">{ia.motivo}</p> : null}
      {erro ? (
        <Notice variant="destructive" role="alert">
          {erro}
        </Notice>
      ) : null}
      {said.map((words) => (
        <p key={words} className="text-muted-foreground">
          {words}
        </p>
      ))}
    </div>
  );
}
