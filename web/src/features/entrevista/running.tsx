import type { EntrevistaWire } from '@escuta/shared/contracts/entrevistas';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Label } from '../../ui/label.tsx';
import { AnswerInput } from './answer-input.tsx';
import { keyChoice } from './answer-keys.ts';
import { RunnerHeader, Standing } from './header.tsx';
import { useInterview } from './use-interview.ts';

const BUSY = {
  salvando: 'Salvando…',
  repetindo: 'Sem conexão. Tentando salvar de novo…',
  finalizando: 'Finalizando…',
} as const;

/** An interview under way: one question after the other. */
export function Running({ entrevista, onFinished }: { entrevista: EntrevistaWire; onFinished: () => void }) {
  const interview = useInterview(entrevista, onFinished);
  const { question, answer, place, total, busy, change, next, back, recusada, setRecusada } = interview;
  const box = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(question?.id);
  useEffect(() => {
    // Not at the first: the page's heading has the focus then.
    if (shown.current === question?.id) return;
    shown.current = question?.id;
    const field = box.current?.querySelector<HTMLElement>(
      'textarea, input:not([type="radio"], [type="checkbox"])',
    );
    (field ?? box.current)?.focus();
  }, [question?.id]);
  const latest = useRef({ question, answer, change, next });
  useEffect(() => {
    latest.current = { question, answer, change, next };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { question: now, answer: given, change: put, next: go } = latest.current;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!now || event.defaultPrevented || event.altKey || target?.closest('[role="alertdialog"]')) return;
      const typing = target?.matches('textarea, input:not([type="radio"], [type="checkbox"])') ?? false;
      if (event.key === 'Enter') {
        // In a text area Enter is a new line, on a button its own.
        const own = target?.matches('textarea')
          ? !(event.ctrlKey || event.metaKey)
          : target?.matches('button, a');
        if (own) return;
        event.preventDefault();
        void go();
        return;
      }
      if (typing || event.ctrlKey || event.metaKey) return;
      const chosen = keyChoice(event.key, now, given);
      if (!chosen) return;
      event.preventDefault();
      put(chosen);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!question) return null;
  const last = place === total - 1;
  return (
    <div className="grid gap-5 pb-24 sm:pb-0">
      <RunnerHeader nome={entrevista.questionario_nome} descricao={entrevista.questionario_descricao}>
        <Standing
          place={place + 1}
          total={total}
          since={Date.parse(entrevista.created_at)}
          nome={entrevista.nome_entrevistado}
          telefone={entrevista.telefone_entrevistado}
        />
      </RunnerHeader>
      <Card className="p-5">
        <fieldset
          ref={box}
          tabIndex={-1}
          aria-busy={busy !== null}
          className="grid min-w-0 gap-4 outline-none"
        >
          <legend className="contents">
            <span className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <span className="min-w-0 flex-1 break-words font-medium text-lg leading-snug">
                {question.texto_pergunta}
              </span>
              {question.campo_texto ? <Badge variant="warning">Obrigatória</Badge> : null}
            </span>
          </legend>
          {question.instrucao ? (
            <p className="break-words rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">
              <strong className="font-medium">Não ler:</strong> {question.instrucao}
            </p>
          ) : null}
          <AnswerInput key={question.id} question={question} answer={answer} onChange={change} />
        </fieldset>
      </Card>
      {last ? (
        <Label className="flex items-center gap-2 font-normal text-sm max-sm:min-h-11">
          <Checkbox
            checked={recusada}
            disabled={busy !== null}
            onCheckedChange={(on) => setRecusada(on === true)}
          />
          O entrevistado recusou a gravação
        </Label>
      ) : null}
      <div className="grid gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:py-3">
        <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-between">
          <Button variant="outline" size="lg" disabled={place === 0 || busy !== null} onClick={back}>
            <ArrowLeft aria-hidden="true" />
            Anterior
          </Button>
          <Button size="lg" loading={busy !== null} onClick={() => void next()}>
            {last ? 'Finalizar Entrevista' : 'Próxima'}
            {busy !== null ? null : last ? <Check aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
          </Button>
        </div>
        <p role="status" className="min-h-4 text-center text-muted-foreground text-xs">
          {busy ? BUSY[busy] : <span className="max-sm:hidden">Teclas: 1–9 escolhem, Enter avança.</span>}
        </p>
      </div>
    </div>
  );
}
