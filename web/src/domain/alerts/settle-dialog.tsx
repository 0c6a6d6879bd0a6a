import { OBSERVACAO_MAX } from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useLast } from '../../kit/use-last.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { criteriaOf, type FiredCriteria, type Firing, titleOf, type useDecision } from './firings.ts';

/** Firings to decide on. `firing`: the only firing, if the page shows it; else null. */
export type Settling = { ids: readonly string[]; procedente: boolean; firing: Firing | null };

interface SettleDialogProps {
  /** Alerts to decide on; null: the dialog is closed. */
  settling: Settling | null;
  decision: ReturnType<typeof useDecision>;
  onClose: () => void;
  onSettled?: () => void;
  /** The insight whose correction the page opens itself; other insights are corrected in the call's analysis. */
  correctable?: Correctable | undefined;
}

export type Correctable = { insightId: string; correct: (criterios: readonly string[]) => void };

/** Asks for the reason of a decision on firings; the reason may stay empty, and Enter sends it. */
export function SettleDialog({ settling, onClose, ...rest }: SettleDialogProps) {
  const shown = useLast(settling);
  return (
    <FormDialog open={settling !== null} onClose={onClose} className="sm:max-w-lg">
      {shown ? <SettleContent settling={shown} {...rest} /> : null}
    </FormDialog>
  );
}

function SettleContent({
  settling: { ids, procedente, firing },
  decision,
  onSettled,
  correctable,
}: Omit<SettleDialogProps, 'settling' | 'onClose'> & { settling: Settling }) {
  const { close, done } = useFormDialog();
  const kept = firing?.observacao ?? '';
  const [observacao, setObservacao] = useState(kept);
  useReportToDialog(decision.busy, observacao !== kept);
  const send = async (): Promise<void> => {
    // A reason that was not changed is not sent, so that each of several firings keeps its own reason.
    const reason = observacao === kept ? {} : { observacao };
    if (!(await decision.attempt({ body: { ids: [...ids], estado: 'resolvido', procedente, ...reason } })))
      return;
    done();
    onSettled?.();
  };
  const word = procedente ? 'procedente' : 'não procedente';
  const fired = procedente || !firing ? [] : criteriaOf(firing);
  return (
    <>
      <DialogHeader>
        <DialogTitle>
          {ids.length === 1
            ? `Alerta ${word}`
            : `${plural(ids.length, 'alerta', 'alertas')} ${word.replace(/e$/, 'es')}`}
        </DialogTitle>
        <DialogDescription>
          {firing ? `${firing.regra.nome}, ${titleOf(firing)}` : 'A decisão vale para todos os selecionados.'}
        </DialogDescription>
      </DialogHeader>
      <Field label="Observação (opcional)" hint="Aparece no alerta e na exportação.">
        <Textarea
          autoFocus
          value={observacao}
          maxLength={OBSERVACAO_MAX}
          onChange={(event) => setObservacao(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send();
          }}
          className="min-h-16"
        />
      </Field>
      {fired.length > 0 ? (
        <div className="grid gap-2 rounded-md bg-muted px-3 py-2.5 text-sm">
          <p>
            {fired.flatMap(({ criterios }) => criterios).length === 1
              ? 'O critério foi avaliado errado?'
              : 'Algum critério foi avaliado errado?'}{' '}
            Corrija o critério: a pontuação muda, e o alerta é encerrado
            {fired.length > 1 ? ' quando nenhum dos templates apontar mais a falha' : ''}.
          </p>
          {fired.map((one) => (
            <CorrectButton
              key={one.insightId}
              fired={one}
              named={fired.length > 1}
              correctable={correctable}
              onLeave={done}
            />
          ))}
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={close} disabled={decision.busy}>
          Cancelar
        </Button>
        <Button loading={decision.busy} onClick={() => void send()}>
          {procedente ? 'Procedente' : 'Não procedente'}
        </Button>
      </DialogFooter>
    </>
  );
}

interface CorrectButtonProps {
  fired: FiredCriteria;
  /** True if the label names the template, because another template found the same failure. */
  named: boolean;
  correctable: Correctable | undefined;
  onLeave: () => void;
}

/** Leads to the correction of an insight's criteria, in the page or in the call's analysis. */
function CorrectButton({ fired, named, correctable, onLeave }: CorrectButtonProps) {
  const what = fired.criterios.length === 1 ? 'Corrigir o critério' : 'Corrigir os critérios';
  const label = named ? `${what} em “${fired.template}”` : what;
  const looks = { variant: 'outline', size: 'sm', className: 'h-auto min-h-8 justify-self-start' } as const;
  if (correctable?.insightId === fired.insightId)
    return (
      <Button
        {...looks}
        onClick={() => {
          onLeave();
          correctable.correct(fired.criterios);
        }}
      >
        <PenLine aria-hidden="true" />
        {label}
      </Button>
    );
  return (
    <Button asChild {...looks}>
      <Link to={fired.correction} onClick={onLeave}>
        <PenLine aria-hidden="true" />
        {label}
      </Link>
    </Button>
  );
}
