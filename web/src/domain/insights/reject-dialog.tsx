import type { ValidacaoInsight } from '@escuta/shared/contracts/insights/insight-parts';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useLast } from '../../kit/use-last.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { ATENDIDO } from './insight-parts.tsx';
import type { Criterio } from './insights.ts';
import {
  type Atendido,
  CRITERIO_ERRADO,
  corrections,
  MOTIVO_OBRIGATORIO,
  MOTIVOS_COMUNS,
  nextAnswer,
  rejection,
  type Verdict,
} from './verdicts.ts';

interface RejectDialogProps {
  open: boolean;
  onClose: () => void;
  criterios: readonly Criterio[];
  onGive: (verdict: Verdict) => void;
  /** Values filled in when the dialog opens; absent: none. */
  correction?: MarkedCriteria;
}

/**
 * Values that the dialog fills in: ids of criteria marked as wrong, and the verdict in force, whose corrections stay.
 */
interface MarkedCriteria {
  marked: readonly string[];
  earlier: ValidacaoInsight | null;
  /** True if the signed-in person gave the verdict in force. */
  own: boolean;
}

const NOTHING: MarkedCriteria = { marked: [], earlier: null, own: false };

/** Asks why an insight is rejected and which criteria are wrong. Mounted again each time it opens. */
export function RejectDialog({ open, onClose, criterios, onGive, correction }: RejectDialogProps) {
  // The page may show the next insight already while this dialog fades out.
  const shown = useLast(open ? criterios : null) ?? criterios;
  const filled = useLast(open ? (correction ?? NOTHING) : null) ?? NOTHING;
  const keys = useRef<KeyHandler>(() => undefined);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      className="sm:max-w-2xl"
      onKeyDown={(event) => keys.current(event)}
    >
      <RejectContent criterios={shown} {...filled} onGive={onGive} keys={keys} />
    </FormDialog>
  );
}

type KeyHandler = (event: KeyboardEvent) => void;

function RejectContent({
  criterios,
  marked,
  earlier,
  own,
  onGive,
  keys,
}: Omit<RejectDialogProps, 'open' | 'onClose' | 'correction'> &
  MarkedCriteria & { keys: RefObject<KeyHandler> }) {
  const { close } = useFormDialog();
  const [preset] = useState(() => corrections(criterios, marked, earlier));
  const [before] = useState(() => corrections(criterios, [], earlier));
  const [wrong, setWrong] = useState<ReadonlyMap<string, Atendido>>(preset);
  const [whole, setWhole] = useState(false);
  const given = (own && !earlier?.inteiro && earlier?.motivo) || (preset.size > 0 ? CRITERIO_ERRADO : '');
  const [motivo, setMotivo] = useState<string>(given);
  const [missing, setMissing] = useState(false);
  const changed = wrong !== preset && !(wrong.size === 0 && preset.size === 0);
  useReportToDialog(false, motivo.trim() !== given || changed || whole);
  const text = useRef<HTMLTextAreaElement>(null);
  const toggle = (criterio: Criterio): void => {
    setWhole(false);
    setWrong((now) => {
      const next = new Map(now);
      const answer = nextAnswer(criterio.atendido, now.get(criterio.id));
      if (answer) next.set(criterio.id, answer);
      else next.delete(criterio.id);
      return next;
    });
  };
  // Approves if the AI's answers are all back, because averages leave out insights rejected without criteria.
  const approves = before.size > 0 && wrong.size === 0 && !whole;
  const submit = (): void => {
    if (approves) {
      onGive({ veredito: 'aprovado' });
      return;
    }
    if (motivo.trim() === '') {
      setMissing(true);
      text.current?.focus();
      return;
    }
    onGive(rejection(motivo, criterios, wrong, whole));
  };
  const write = (reason: string): void => {
    setMotivo(reason);
    setMissing(false);
    text.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.target === text.current) {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        submit();
      }
      return;
    }
    const criterio = /^[1-9]$/.test(event.key) ? criterios[Number(event.key) - 1] : undefined;
    if (criterio) toggle(criterio);
    else if (event.key === '0' && criterios.length > 0) setWhole((now) => !now);
    else if (event.key.toLowerCase() === 'm') text.current?.focus();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    keys.current = onKeyDown;
  });
  return (
    <>
      <DialogHeader>
        <DialogTitle>{approves ? 'Aprovar insight' : 'Rejeitar insight'}</DialogTitle>
        <DialogDescription>
          {approves ? (
            'As respostas da IA ficam sem correção, e a pontuação volta a ser a da IA.'
          ) : (
            <>
              A pontuação passa a usar os critérios corrigidos por você; a da IA fica ao lado. Se você
              rejeitar o insight inteiro ou não marcar critérios, ele sai das médias.
            </>
          )}
        </DialogDescription>
      </DialogHeader>
      {criterios.length > 0 ? (
        <fieldset className="grid gap-1.5">
          <legend className="mb-2 font-medium text-sm">
            O que está errado? <span className="font-normal text-muted-foreground">Pressione o número.</span>
          </legend>
          {/* A long list scrolls alone, so that the reason and the buttons stay in sight. */}
          <div className="grid gap-1.5 sm:-m-1 sm:max-h-[calc(100dvh-29rem)] sm:overflow-y-auto sm:p-1">
            {criterios.map((criterio, index) => {
              const pessoa = wrong.get(criterio.id);
              const marked = whole || pessoa !== undefined;
              return (
                <button
                  key={criterio.id}
                  type="button"
                  aria-pressed={marked}
                  onClick={() => toggle(criterio)}
                  className={cn(
                    'focus-ring flex items-center gap-3 rounded-md border px-3 py-1.5 text-left max-sm:py-2 text-sm transition-colors hover:bg-accent',
                    marked && 'border-destructive bg-destructive-soft',
                  )}
                >
                  {index < 9 ? <ShortcutKey>{index + 1}</ShortcutKey> : null}
                  <span className="min-w-0 flex-1 break-words">{criterio.descricao}</span>
                  <span className="shrink-0 text-xs">
                    <Answers
                      ia={criterio.atendido}
                      antes={before.get(criterio.id)}
                      autor={own ? 'Você' : (earlier?.por.nome ?? 'Outra pessoa')}
                      pessoa={pessoa}
                      whole={whole}
                    />
                  </span>
                </button>
              );
            })}
          </div>
          <button
            type="button"
            aria-pressed={whole}
            onClick={() => setWhole(!whole)}
            className={cn(
              'focus-ring flex items-center gap-3 rounded-md border px-3 py-1.5 text-left max-sm:py-2 text-sm transition-colors hover:bg-accent',
              whole && 'border-destructive bg-destructive-soft',
            )}
          >
            <ShortcutKey>{0}</ShortcutKey>
            <span>O insight inteiro</span>
          </button>
        </fieldset>
      ) : null}
      {approves ? null : (
        <>
          <Field
            label={
              <>
                Motivo{' '}
                {criterios.length > 0 ? (
                  <>
                    (<kbd className="font-sans">M</kbd>)
                  </>
                ) : null}
              </>
            }
            required
            error={missing ? MOTIVO_OBRIGATORIO : undefined}
          >
            <Textarea
              ref={text}
              value={motivo}
              maxLength={1000}
              onChange={(event) => {
                setMotivo(event.target.value);
                setMissing(false);
              }}
              className="min-h-16"
            />
          </Field>
          <ul className="flex flex-wrap gap-1.5" aria-label="Motivos comuns">
            {MOTIVOS_COMUNS.map((reason) => (
              <li key={reason}>
                <Button variant="outline" size="sm" onClick={() => write(reason)}>
                  {reason}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={close}>
          Cancelar
        </Button>
        <Button variant={approves ? 'default' : 'destructive'} onClick={submit}>
          {approves ? 'Aprovar' : 'Rejeitar'}
        </Button>
      </DialogFooter>
    </>
  );
}

interface AnswersProps {
  ia: Atendido;
  /** The answer of the verdict in force, where it differs from the AI's, and its author. */
  antes: Atendido | undefined;
  autor: string;
  pessoa: Atendido | undefined;
  whole: boolean;
}

/** The answers to a criterion, each with its author; the answer that the new verdict will give stands last. */
function Answers({ ia, antes, autor, pessoa, whole }: AnswersProps) {
  const answer = pessoa ?? ia;
  const kept = antes !== undefined && antes === pessoa;
  return (
    <>
      IA: {ATENDIDO[ia].label}
      {antes && !kept ? (
        <span className="block">
          {autor === 'Você' ? 'Antes' : autor}: {ATENDIDO[antes].label}
        </span>
      ) : null}
      {whole ? (
        <span className="block font-medium">errado</span>
      ) : answer !== ia || antes ? (
        <span className="block font-medium">
          {kept ? autor : 'Você'}: {ATENDIDO[answer].label}
        </span>
      ) : null}
    </>
  );
}

function ShortcutKey({ children }: { children: number }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-input bg-muted px-1.5 py-0.5 text-center font-sans text-foreground text-xs">
      {children}
    </kbd>
  );
}
