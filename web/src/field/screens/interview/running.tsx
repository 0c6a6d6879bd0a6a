import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { AGRADECIMENTO } from '@escuta/shared/domain/interview/questionnaire/screening';
import { ArrowLeft, ArrowRight, Check, CircleAlert, Eye } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { LiveInterview, LiveState } from '../../device/sound/live-interview.ts';
import { AnswerInput } from './answer/answer-input.tsx';
import { CardImage } from './answer/card-image.tsx';
import { Farewell } from './farewell.tsx';
import { useAnswers } from './use-answers.ts';
import { useDigits } from './use-digits.ts';

/** Selector of an open dialog. While a dialog is open, the keys belong to it. */
const MODAL = 'dialog[open]';

/** The battery of a question and the question's position among the items that the interview asks; null without one. */
function batteryOf(question: PerguntaDaVersao, list: readonly PerguntaDaVersao[]) {
  const bateria = question.regras?.bateria;
  if (!bateria) return null;
  const items = list.filter(({ regras }) => regras?.bateria?.id === bateria.id);
  const item = items.findIndex(({ id }) => id === question.id) + 1;
  return { texto: bateria.texto, item, itens: items.length };
}

/** An interview in progress: one question after the other. */
export function RunningInterview({
  live,
  state,
  onPlace,
  onFinished,
}: {
  live: LiveInterview;
  state: LiveState;
  /** Called with the question's number, from 1, and the number of all questions. */
  onPlace: (place: number, total: number) => void;
  onFinished: () => void;
}) {
  const { question, answer, problem, place, list, busy, unseen, change, keep, next, back, farewell, ends } =
    useAnswers(live, state, onFinished);
  const total = list.length;
  const digits = useDigits(question, answer, change);
  /** The answer before a waiting digit takes effect, while going on waits for that effect; null if nothing waits. */
  const onward = useRef<typeof answer | null>(null);
  const goOn = (): void => {
    onward.current = answer;
    if (digits.settle()) return;
    onward.current = null;
    void next();
  };
  useEffect(() => {
    if (onward.current === null || onward.current === answer) return;
    onward.current = null;
    void next();
  });
  const box = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(question?.id);
  useEffect(() => {
    // Does nothing for the first question, because the page's heading then has the focus.
    if (shown.current === question?.id) return;
    shown.current = question?.id;
    window.scrollTo(0, 0);
    const field = box.current?.querySelector<HTMLElement>(
      'textarea, input:not([type="radio"], [type="checkbox"])',
    );
    (field ?? box.current)?.focus();
  }, [question?.id]);
  useWindowKeys((event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!question || farewell || event.defaultPrevented || event.altKey || document.querySelector(MODAL))
      return;
    const typing = target?.matches('textarea, input:not([type="radio"], [type="checkbox"])') ?? false;
    if (event.key === 'Enter') {
      // Enter keeps its own effect in a text area (a new line) and on a button or link (a press).
      const own = target?.matches('textarea')
        ? !(event.ctrlKey || event.metaKey)
        : target?.matches('button, a');
      if (own) return;
      event.preventDefault();
      // Ignores the repeats of a key that stays pressed, which would skip questions that nobody saw.
      if (!event.repeat) goOn();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey) return;
    onward.current = null;
    if (!digits.type(event.key)) return;
    event.preventDefault();
    // After an answer by key the focus returns to the question, so that Enter goes on instead of pressing the last used
    // button.
    if (target?.matches('button, a')) box.current?.focus({ preventScroll: true });
  });
  useEffect(() => onPlace(place + 1, total), [onPlace, place, total]);
  if (!question) return null;
  if (farewell) {
    return (
      <Farewell
        words={(farewell.perfil ? null : question.regras?.encerra?.mensagem) ?? AGRADECIMENTO}
        perfil={farewell.perfil}
        busy={busy}
        onStay={farewell.stay}
        onEnd={() => void farewell.dismiss()}
      />
    );
  }
  const last = place === total - 1;
  const bateria = batteryOf(question, list);
  return (
    <div className="grid gap-5 pb-28 sm:pb-0">
      <Card className="p-5">
        <fieldset
          ref={box}
          tabIndex={-1}
          aria-busy={busy}
          aria-describedby={problem ? 'resposta-recusada' : undefined}
          className="grid min-w-0 gap-4 outline-none"
          onBlur={() => void keep()}
          onClickCapture={(event) => {
            // Ignores a double click's second half on 'Próxima', which would choose an option of the next question.
            if (event.detail > 1 && unseen()) event.preventDefault();
          }}
        >
          <legend className="contents">
            {bateria ? (
              <span className="grid gap-0.5 border-primary/40 border-l-2 pl-3">
                <span className="break-words text-base leading-snug">{bateria.texto}</span>
                <span className="text-muted-foreground text-xs">
                  Item {bateria.item} de {bateria.itens}
                </span>
              </span>
            ) : null}
            <span className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <span className="min-w-0 flex-1 break-words font-medium text-lg leading-snug">
                {question.texto_pergunta}
              </span>
              {question.campo_texto ? <Badge variant="warning">Obrigatória</Badge> : null}
            </span>
          </legend>
          {problem ? (
            <p
              id="resposta-recusada"
              className="flex items-center gap-2 font-medium text-destructive-text text-sm"
            >
              <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
              {problem}
            </p>
          ) : null}
          {question.observada ? (
            <p className="flex items-center gap-2 font-medium text-muted-foreground text-sm">
              <Eye className="size-4 shrink-0" aria-hidden="true" />
              Não pergunte: preencha pelo que você vê.
            </p>
          ) : null}
          {question.instrucao ? (
            <p className="break-words rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">
              <strong className="font-medium">Não ler:</strong> {question.instrucao}
            </p>
          ) : null}
          {question.regras?.cartao ? (
            <CardImage key={`cartao:${question.id}`} cartao={question.regras.cartao} />
          ) : null}
          <AnswerInput key={question.id} question={question} answer={answer} onChange={change} />
        </fieldset>
      </Card>
      <div className="grid gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:py-3">
        <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-between">
          <Button
            variant="outline"
            size="lg"
            disabled={place === 0 || busy}
            className="h-13"
            onClick={() => {
              digits.settle();
              void back();
            }}
          >
            <ArrowLeft aria-hidden="true" />
            Anterior
          </Button>
          <Button size="lg" className="h-13" disabled={busy} onClick={goOn}>
            {last && !ends ? 'Finalizar Entrevista' : 'Próxima'}
            {last && !ends ? <Check aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
          </Button>
        </div>
        <p className="text-center text-muted-foreground text-xs max-sm:hidden">
          No teclado, os números selecionam as opções, e Enter avança.
        </p>
      </div>
    </div>
  );
}
