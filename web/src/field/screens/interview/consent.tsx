import type { Consentimento } from '@escuta/shared/domain/interview/device/device-log';
import { CircleSlash, Mic, MicOff, Volume2, X } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { LiveInterview, LiveState } from '../../device/sound/live-interview.ts';
import { asked, shownOptions } from '../../log/answers.ts';

/** Screen before the first question: the consent's text, and buttons for the reply. It does not count as a question. */
export function Consent({ live, state }: { live: LiveInterview; state: LiveState }) {
  const { questionario } = live;
  const { semSom } = state.entrevista;
  const [busy, setBusy] = useState(false);
  // True if the questionnaire requires a recording, but none is possible: the interview cannot go on.
  const mustStop = semSom !== null && !questionario.sem_gravacao;
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await act();
    } catch {
      toast.error('Erro ao salvar resposta. Tente novamente.');
    } finally {
      setBusy(false);
    }
  };
  const say = (disse: Consentimento): Promise<void> => {
    const { id } = state.entrevista;
    const first = asked(questionario.questoes, {}, id)[0];
    return once(() => live.consent(disse, first?.id ?? null, first ? shownOptions(first, id) : null));
  };
  return (
    <Card className="grid gap-5 p-5 max-sm:gap-3 max-sm:p-4">
      <div className="grid gap-3">
        <p className="flex items-center gap-2 font-medium text-primary-text text-sm">
          <Volume2 className="size-4 shrink-0" aria-hidden="true" />
          Leia em voz alta
        </p>
        <p className="whitespace-pre-line break-words text-lg leading-relaxed max-sm:leading-snug">
          {questionario.consentimento}
        </p>
      </div>
      {semSom === null ? null : mustStop ? (
        <Notice role="alert" icon={<MicOff aria-hidden="true" />}>
          A gravação parou. {semSom} Este questionário só aceita entrevistas gravadas. Explique isso ao
          entrevistado e interrompa a entrevista: ela não conta como recusa, e nenhuma fala dele é salva.
        </Notice>
      ) : (
        <Notice icon={<MicOff aria-hidden="true" />}>
          Esta entrevista não está sendo gravada. {semSom} Diga isso ao entrevistado.
        </Notice>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields of a form */}
      <div
        role="group"
        aria-label="Resposta do entrevistado"
        className="grid gap-3 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:gap-2 max-sm:rounded-b-xl max-sm:border-t max-sm:bg-card max-sm:p-4"
      >
        {semSom === null ? (
          <Button
            size="lg"
            className="h-14 w-full whitespace-normal"
            disabled={busy}
            onClick={() => void say('aceito')}
          >
            <Mic aria-hidden="true" />
            Aceita participar e ser gravado
          </Button>
        ) : null}
        {questionario.sem_gravacao ? (
          <Button
            size="lg"
            variant={semSom === null ? 'outline' : 'default'}
            className="h-14 w-full whitespace-normal"
            disabled={busy}
            // If nothing can be recorded, the respondent cannot refuse the recording, and the button means consent.
            onClick={() => void say(semSom === null ? 'recusou_gravacao' : 'aceito')}
          >
            <MicOff aria-hidden="true" />
            Aceita participar sem gravação
          </Button>
        ) : null}
        {mustStop ? (
          <Button
            size="lg"
            className="h-14 w-full whitespace-normal"
            disabled={busy}
            onClick={() => void once(() => live.end(`A gravação parou antes do consentimento. ${semSom}`))}
          >
            <CircleSlash aria-hidden="true" />
            Interromper a entrevista
          </Button>
        ) : null}
        <Button
          size="lg"
          variant="outline"
          className="h-14 w-full whitespace-normal"
          disabled={busy}
          onClick={() => void say('recusou')}
        >
          <X aria-hidden="true" />
          Não quer participar
        </Button>
      </div>
    </Card>
  );
}
