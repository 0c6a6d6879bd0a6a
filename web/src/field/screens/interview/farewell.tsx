import { ArrowLeft, DoorOpen, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface FarewellProps {
  /** Words to read aloud to the respondent. */
  words: string;
  /** Names of the complete profile's groups; empty if the total is reached; null if the end has another reason. */
  perfil: readonly string[] | null;
  busy: boolean;
  /** Goes back to the question, which is possible because the interview has not ended yet. */
  onStay: () => void;
  onEnd: () => void;
}

/** Asks the interviewer to end an interview politely, because the respondent is not part of the sample. */
export function Farewell({ words, perfil, busy, onStay, onEnd }: FarewellProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <div className="grid gap-5 pb-28 sm:pb-0">
      <Card className="grid gap-4 p-5">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg leading-snug outline-none">
          A entrevista termina aqui
        </h2>
        <p className="flex items-center gap-2 font-medium text-primary-text text-sm">
          <Volume2 className="size-4 shrink-0" aria-hidden="true" />
          Leia em voz alta
        </p>
        <p className="whitespace-pre-line break-words text-lg leading-relaxed">{words}</p>
        <p className="text-muted-foreground text-sm">
          {perfil
            ? perfil.length === 0
              ? 'A meta total de entrevistas está completa.'
              : `A cota deste perfil está completa (${perfil.join(', ')}).`
            : 'Pela resposta, esta pessoa está fora do perfil da pesquisa.'}
          {perfil?.length === 0 ? '' : ' Se a resposta foi marcada por engano, volte e corrija.'}
        </p>
      </Card>
      <div className="grid grid-cols-2 gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:py-3 sm:flex sm:justify-between">
        <Button variant="outline" size="lg" className="h-13" disabled={busy} onClick={onStay}>
          <ArrowLeft aria-hidden="true" />
          Voltar
        </Button>
        <Button size="lg" className="h-13 whitespace-normal" loading={busy} onClick={onEnd}>
          Encerrar entrevista
          <DoorOpen aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
