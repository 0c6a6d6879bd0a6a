import { useEffect, useRef } from 'react';
import { cn } from '../../../lib/utils.ts';
import { isOpen, LOOKS, type SeenLine, saysOf } from './seen-line.ts';

export interface LineProps {
  linha: SeenLine;
  chosen: boolean;
  /** New object each time the line is to be shown; null: it is not to be shown. */
  shown: object | null;
  mayChoose: boolean;
  onPress: (linha: SeenLine) => void;
}

/** Scrolls a line into view and focuses it for each new object `shown`, also if the line was only just drawn. */
function useShown(shown: object | null) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!shown) return;
    line.current?.scrollIntoView({ block: 'center' });
    line.current?.focus({ preventScroll: true });
  }, [shown]);
  return line;
}

/** A line of the list: its icon, its question's code, its words. A press goes to the question, or selects the line. */
export function TextLine({ linha, chosen, shown, mayChoose, onPress }: LineProps) {
  const { Icon, stroke, text, one } = LOOKS[linha.uso];
  const line = useShown(shown);
  const open = isOpen(linha);
  return (
    <button
      ref={line}
      type="button"
      data-linha={linha.n}
      aria-label={saysOf(linha)}
      aria-pressed={open && mayChoose ? chosen : undefined}
      disabled={!linha.pergunta && !(open && mayChoose)}
      onClick={() => onPress(linha)}
      className={cn(
        'focus-ring grid w-full grid-cols-[1rem_3.25rem_minmax(0,1fr)] items-start gap-x-2 rounded-r-sm border-l-4 py-1.5 pr-2 pl-2 text-left text-sm',
        'enabled:hover:bg-accent max-sm:min-h-11',
        stroke,
        chosen && 'bg-primary-soft',
        shown && 'outline-2 outline-primary outline-offset-1',
      )}
    >
      <Icon className={cn('mt-0.5 size-4', text)} aria-hidden="true" />
      <span className="truncate font-medium text-muted-foreground text-xs leading-5">
        {linha.pergunta?.codigo ?? (linha.uso === 'usada' ? '' : one)}
      </span>
      <span className="min-w-0 whitespace-pre-line break-words">{linha.texto}</span>
    </button>
  );
}

/** A button over a line of the drawn page, framed in the style of its use; screen readers get the line's words. */
export function PlacedLine({ linha, chosen, shown, mayChoose, onPress }: LineProps) {
  const { Icon, frame, text, one } = LOOKS[linha.uso];
  const line = useShown(shown);
  const { lugar } = linha;
  if (!lugar) return null;
  const open = isOpen(linha);
  const share = (part: number) => `${(part * 100).toFixed(3)}%`;
  return (
    <button
      ref={line}
      type="button"
      data-linha={linha.n}
      aria-label={saysOf(linha)}
      aria-pressed={open && mayChoose ? chosen : undefined}
      title={linha.pergunta ? linha.pergunta.codigo : one}
      disabled={!linha.pergunta && !(open && mayChoose)}
      onClick={() => onPress(linha)}
      style={{
        left: share(lugar.x),
        top: share(lugar.y),
        width: share(lugar.largura),
        height: share(lugar.altura),
      }}
      className={cn(
        'focus-ring absolute rounded-xs enabled:hover:bg-primary/10',
        frame,
        chosen && 'bg-primary/20 ring-2 ring-primary',
        shown && 'ring-4 ring-primary',
      )}
    >
      {linha.uso === 'usada' ? null : (
        <Icon
          className={cn('absolute top-1/2 right-full mr-0.5 size-3 -translate-y-1/2', text)}
          aria-hidden="true"
        />
      )}
    </button>
  );
}
