import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { ArrowDown, ArrowUp, Pencil, Plus, ScanText, Trash2 } from 'lucide-react';
import { QuestionAsRead } from '../../../domain/survey/question-as-read.tsx';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { AlertList } from '../alerts.tsx';
import type { Detalhe } from '../words.ts';

/** Words for the condition under which a question is asked; null if everybody is asked. */
export function conditionOf(perguntas: readonly PerguntaWire[], { mostrar_se }: PerguntaWire): string | null {
  const condition = optionTest(mostrar_se);
  const asked = condition && perguntas.find(({ id }) => id === condition.pergunta_id);
  if (!condition || !asked) return null;
  const options = asked.respostas_definidas
    .filter(({ id }) => condition.opcoes.includes(id))
    .map(({ texto_resposta }) => `“${texto_resposta}”`);
  return `Só se ${asked.codigo} for ${options.join(' ou ')}`;
}

/** Converts a question to what `QuestionAsRead` draws, without notes on its reading, because the warnings have them. */
const asRead = (pergunta: PerguntaWire): PerguntaLida => ({
  codigo: pergunta.codigo,
  texto: pergunta.texto_pergunta,
  tipo: pergunta.tipo,
  obrigatoria: pergunta.campo_texto,
  ler_opcoes: pergunta.ler_opcoes,
  instrucao: pergunta.instrucao,
  minimo: pergunta.minimo,
  maximo: pergunta.maximo,
  unidade: pergunta.unidade,
  opcoes: pergunta.respostas_definidas.map(({ texto_resposta, valor, especial }) => ({
    texto: texto_resposta,
    valor,
    especial,
  })),
  mostrar_se: null,
  avisos: [],
});

interface QuestionRowProps {
  pergunta: PerguntaWire;
  place: number;
  /** Index of the question in the questionnaire as read; -1 for a new question. */
  origin: number;
  last: boolean;
  /** True if the document is shown beside the questions: the actions then stand below the words, for lack of room. */
  narrow: boolean;
  condition: string | null;
  state: 'nova' | 'alterada' | null;
  mayCorrect: boolean;
  problems: readonly string[];
  alertas: Detalhe['alertas'];
  /** Shows the question's lines in the document; null if the question has no lines there. */
  onDocument: (() => void) | null;
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

/** A question of the preparation, with its warnings and actions. */
export function QuestionRow(props: QuestionRowProps) {
  const { pergunta, place, origin, last, state, mayCorrect, alertas } = props;
  const { codigo } = pergunta;
  const act = (label: string, Icon: typeof Plus, onClick: () => void, disabled = false, title = label) => (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`${label} ${codigo}`}
      title={title}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon />
    </Button>
  );
  return (
    <li
      data-lida={origin}
      data-pergunta={pergunta.id}
      tabIndex={-1}
      className={cn(
        'focus-ring grid gap-2 rounded-sm py-3 first:pt-0 last:pb-0',
        props.narrow || 'sm:grid-cols-[minmax(0,1fr)_auto]',
        alertas.some(({ gravidade }) => gravidade === 'impede') &&
          'rounded-none border-l-2 border-l-destructive pl-3',
      )}
    >
      <div className="grid min-w-0 content-start gap-1.5">
        <QuestionAsRead pergunta={asRead(pergunta)} condition={props.condition} warnings={props.problems} />
        {state ? <Badge variant={state === 'nova' ? 'violeta' : 'primary'}>{state}, não salva</Badge> : null}
        <AlertList label={`Avisos de ${codigo}`} alertas={alertas} />
      </div>
      {mayCorrect || props.onDocument ? (
        <div className="flex shrink-0 items-start">
          {props.onDocument ? act('Ver no documento', ScanText, props.onDocument) : null}
          {mayCorrect ? (
            <>
              {act('Corrigir', Pencil, props.onEdit)}
              {act('Subir', ArrowUp, () => props.onMove(-1), place === 0)}
              {act('Descer', ArrowDown, () => props.onMove(1), last)}
              {act(
                'Adicionar pergunta depois de',
                Plus,
                props.onAdd,
                false,
                'Adicionar pergunta depois desta',
              )}
              {act('Remover', Trash2, props.onRemove)}
            </>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
