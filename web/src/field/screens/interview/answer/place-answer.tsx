import {
  NAO_AUTORIZOU,
  placeText,
  readPlace,
  SEM_LOCAL,
} from '@escuta/shared/domain/interview/device/typed-place';
import { CircleAlert, MapPin, MapPinOff, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { type Answer, isBlank } from '../../../log/answers.ts';

/** Time limit of finding the position, ms. */
const WAIT_MS = 30_000;

/** Sentence read aloud before the position is recorded. */
const LICENCA = 'O senhor ou a senhora autoriza registrar o local desta entrevista pelo celular?';

/** Words for why the device did not find its position, and what the interviewer can do. */
function problemOf(error: GeolocationPositionError): string {
  switch (error.code) {
    case error.PERMISSION_DENIED:
      return 'O navegador não tem permissão para usar o local. Permita o uso do local nas configurações do site e tente de novo, ou siga sem o local.';
    case error.TIMEOUT:
      return 'O aparelho não encontrou o local em 30 segundos. Vá para um lugar aberto e tente de novo, ou siga sem o local.';
    default:
      return 'O aparelho está sem sinal de GPS. Vá para um lugar aberto e tente de novo, ou siga sem o local.';
  }
}

const SEM_GPS =
  'Este navegador não informa o local nesta página. Abra a entrevista por um endereço https, ou siga sem o local.';

/** A question about the place: the device's position is recorded once, after the respondent's permission. */
export function PlaceAnswer({ answer, onChange }: { answer: Answer; onChange: (answer: Answer) => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const alive = useRef(true);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  const put = (texto: string): void => {
    setProblem(null);
    latest.current({ opcoes: [], texto });
  };
  const note = (): void => {
    // Undefined on pages over plain http, although the type says otherwise.
    const gps = navigator.geolocation as Geolocation | undefined;
    if (!gps || !window.isSecureContext) {
      setProblem(SEM_GPS);
      return;
    }
    setBusy(true);
    setProblem(null);
    gps.getCurrentPosition(
      ({ coords }) => {
        // If another question is on screen by now, the position is dropped.
        if (!alive.current) return;
        setBusy(false);
        const { latitude, longitude, accuracy: precisao } = coords;
        put(placeText({ latitude, longitude, precisao }));
      },
      (error) => {
        if (!alive.current) return;
        setBusy(false);
        setProblem(problemOf(error));
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    );
  };
  const found = readPlace(answer.texto);
  return (
    <div className="grid gap-3">
      <p className="flex items-start gap-2 text-primary-text text-sm">
        <Volume2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>
          <span className="font-medium">Leia em voz alta:</span> “{LICENCA}”
        </span>
      </p>
      <p role="status" className="rounded-md bg-muted px-3 py-2 text-sm empty:hidden">
        {found
          ? `Local registrado, com precisão de ${found.precisao} m.`
          : isBlank(answer)
            ? null
            : `Resposta: ${answer.texto}.`}
      </p>
      {problem ? (
        <p role="alert" className="flex items-start gap-2 text-destructive-text text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      ) : null}
      <div className="grid gap-2 sm:flex">
        <Button size="lg" className="h-13" loading={busy} onClick={note}>
          <MapPin aria-hidden="true" />
          {found ? 'Registrar de novo' : 'Registrar o local'}
        </Button>
        <Button
          size="lg"
          variant="outline"
          className="h-13"
          aria-pressed={answer.texto === NAO_AUTORIZOU}
          disabled={busy}
          onClick={() => put(NAO_AUTORIZOU)}
        >
          <MapPinOff aria-hidden="true" />
          Não autorizou
        </Button>
        {problem || answer.texto === SEM_LOCAL ? (
          <Button
            size="lg"
            variant="outline"
            className="h-13"
            aria-pressed={answer.texto === SEM_LOCAL}
            onClick={() => put(SEM_LOCAL)}
          >
            Seguir sem o local
          </Button>
        ) : null}
      </div>
    </div>
  );
}
