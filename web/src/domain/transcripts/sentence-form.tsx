import { correctSentenca, undoCorrecao } from '@escuta/shared/contracts/surveys/confrontos';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { FALANTE_LABEL, PAPEIS, type Papel } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type CorrectedSentence, type SeenSentence, useCorrectionDraft } from './correction-draft.ts';

const FAILED = 'Não foi possível corrigir a transcrição.';
const KEPT = 'Abra a frase de novo para salvar ou cancelar.';
const isPapel = (falante: string): falante is Papel => PAPEIS.some((one) => one === falante);

/**
 * Corrects the words or the speaker of a sentence, or undoes the correction. Esc closes the form, not the page or
 * dialog around it, and keeps the typed text; 'Cancelar' drops it.
 */
export function SentenceForm({
  itemId,
  perfil,
  sentenca,
  done,
  onClose,
}: {
  itemId: string;
  perfil: Perfil;
  sentenca: CorrectedSentence;
  /** Toast after a correction is saved. */
  done: string;
  onClose: () => void;
}) {
  const { texto, falante, visto, change, accept, drop } = useCorrectionDraft(itemId, sentenca);
  const mudou = visto.texto !== sentenca.texto || visto.falante !== sentenca.falante;
  const close = (): void => {
    drop();
    onClose();
  };
  const correct = useApiMutation(correctSentenca, { done, failed: FAILED, onDone: close });
  const undo = useApiMutation(undoCorrecao, {
    done: 'A frase voltou à transcrição original.',
    failed: FAILED,
    onDone: close,
  });
  const params = { id: itemId, ordem: sentenca.ordem };
  const corrected = sentenca.texto_original !== null || sentenca.falante_original !== null;
  const changed = texto.trim() !== sentenca.texto || falante !== sentenca.falante;
  const maySave = changed && !mudou && texto.trim() !== '';
  const save = (): void => {
    const body = {
      ...(texto.trim() === sentenca.texto ? {} : { texto: texto.trim() }),
      ...(falante !== sentenca.falante && isPapel(falante) ? { falante } : {}),
      visto,
    };
    void correct.attempt({ params, body });
  };
  const form = useRef<HTMLFormElement>(null);
  useEscapeWithin(form, () => {
    if (correct.busy || undo.busy) return;
    if (changed) toast.info('A correção digitada continua nesta frase', { description: KEPT });
    onClose();
  });
  return (
    <form
      ref={form}
      className="grid gap-3 rounded-md border border-primary p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySave) save();
      }}
    >
      <Field label="Texto da frase" error={texto.trim() === '' ? 'Escreva a fala correta.' : undefined}>
        <Textarea
          value={texto}
          maxLength={5000}
          onChange={(event) => change({ texto: event.target.value })}
        />
      </Field>
      <Field label="Falante">
        <FalanteSelect perfil={perfil} value={falante} onChange={(value) => change({ falante: value })} />
      </Field>
      {corrected ? (
        <p className="text-muted-foreground text-xs">
          Transcrito: {sentenca.texto_original ?? sentenca.texto}
        </p>
      ) : null}
      {mudou ? <ChangedSentence sentenca={sentenca} visto={visto} onAccept={accept} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={correct.busy} disabled={!maySave}>
          Salvar correção
        </Button>
        {corrected ? (
          <Button
            variant="outline"
            size="sm"
            loading={undo.busy}
            disabled={mudou}
            onClick={() => void undo.attempt({ params })}
          >
            <Undo2 aria-hidden="true" /> Voltar ao original
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={close}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** Calls `leave` on Esc while the focus is within `element`, before a dialog around the element closes. */
function useEscapeWithin(element: RefObject<HTMLElement | null>, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (!element.current?.contains(document.activeElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current();
    };
    // Dialogs listen on the document in the capture phase; the window gets the event before them.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [element]);
}

/** Shows how another person corrected the sentence in the meantime, before saving replaces that correction. */
function ChangedSentence({
  sentenca,
  visto,
  onAccept,
}: {
  sentenca: CorrectedSentence;
  visto: SeenSentence;
  onAccept: () => void;
}) {
  return (
    <Notice role="alert">
      <span className="block">
        Esta frase mudou depois que você a abriu. Agora é “{sentenca.texto}”
        {sentenca.falante === visto.falante ? '' : `, de ${FALANTE_LABEL[sentenca.falante]}`}.
      </span>
      <Button variant="outline" size="sm" className="mt-2" onClick={onAccept}>
        Manter o meu texto
      </Button>
    </Notice>
  );
}

function FalanteSelect({
  perfil,
  value,
  onChange,
  ...props
}: {
  perfil: Perfil;
  value: string;
  onChange: (value: string) => void;
  id?: string;
}) {
  const { agente, cliente } = PROFILES[perfil].papeis;
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger {...props}>
        <SelectValue placeholder="Selecione" />
      </SelectTrigger>
      <SelectContent>
        {[agente, cliente, 'desconhecido' as const].map((falante) => (
          <SelectItem key={falante} value={falante}>
            {falante === 'desconhecido' ? 'Desconhecido' : FALANTE_LABEL[falante]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
