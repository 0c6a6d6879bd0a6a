import type { QuestionarioBaixado } from '@escuta/shared/contracts/campo';
import { type FormEvent, useState } from 'react';
import { formatMegabytes } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { PHONE } from '../../lib/masks.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { MaskedInput } from '../../ui/masked-input.tsx';
import { whyNoNew } from '../device/device.ts';
import { useField } from '../device/field.ts';
import { LiveInterview } from '../device/live-interview.ts';
import { MICROPHONE_FAULTS, NoMicrophone, openMicrophone } from '../device/recorder.ts';
import { askToKeep, freeBytes, ROOM_BYTES } from '../device/room.ts';
import { begin } from '../log/interview.ts';
import { SoundProblem, type SoundTrouble } from './sound-problem.tsx';

const NAO_INICIADA = 'Não foi possível iniciar a entrevista. Tente novamente.';
const LONGEST_NAME = 200;

/** What stands in the way of a recording, looked for before anybody is asked anything; else the microphone. */
async function prepareSound(): Promise<MediaStream | SoundTrouble> {
  try {
    const stream = await openMicrophone();
    const free = await freeBytes();
    if (free === null || free >= ROOM_BYTES) return stream;
    for (const track of stream.getTracks()) track.stop();
    return {
      reason: 'Pouco espaço neste aparelho.',
      text: `Restam ${formatMegabytes(free)} e uma entrevista gravada precisa de ${formatMegabytes(ROOM_BYTES)}. Apague arquivos do aparelho ou envie as entrevistas que estão nele.`,
    };
  } catch (error) {
    if (!(error instanceof NoMicrophone)) throw error;
    return {
      reason: MICROPHONE_FAULTS[error.fault],
      text:
        error.fault === 'sem_https'
          ? 'Peça a quem cuida da instalação o endereço com https.'
          : error.fault === 'negado'
            ? 'Libere o microfone nas permissões deste site, no cadeado ao lado do endereço, e tente de novo.'
            : 'Confira o microfone e tente de novo.',
    };
  }
}

/** 'Dados do Entrevistado': the interview begins with the name. */
export function StartForm({
  questionario,
  onStarted,
}: {
  questionario: QuestionarioBaixado;
  onStarted: (live: LiveInterview) => void;
}) {
  const { store } = useField();
  const [nome, setNome] = useState('');
  const [telefone, setTelefone] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [trouble, setTrouble] = useState<SoundTrouble | null>(null);
  const blank = nome.trim() === '';

  const start = async (semSom: string | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      const refused = whyNoNew(await store.meta('aparelho'), Date.now());
      if (refused !== null) {
        toast.error(NAO_INICIADA, { description: refused });
        return;
      }
      const sound = semSom === null ? await prepareSound() : null;
      if (sound && 'reason' in sound) {
        setTrouble(sound);
        return;
      }
      void askToKeep();
      const passo = begin(
        newId(),
        questionario,
        { nome, telefone: telefone.trim() || null },
        semSom,
        Date.now(),
      );
      const live = await LiveInterview.begin(store, passo, questionario);
      toast.success('Entrevista iniciada');
      // It has begun: what the recorder refuses is said there, by the red bar with its button.
      if (sound) await live.record(sound).catch(() => undefined);
      onStarted(live);
    } catch (cause) {
      toast.error(NAO_INICIADA, {
        description: cause instanceof Error ? cause.message : 'Falha ao iniciar entrevista.',
      });
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (blank) {
      toast.error('Campo obrigatório', { description: 'Por favor, informe o nome do entrevistado.' });
      return;
    }
    const tooLong = nome.trim().length > LONGEST_NAME;
    setError(tooLong ? `O nome tem no máximo ${LONGEST_NAME} caracteres.` : undefined);
    if (!tooLong) void start(null);
  };

  return (
    <Card className="p-5">
      <form onSubmit={submit} noValidate aria-labelledby="dados-do-entrevistado" className="grid gap-5">
        <h2 id="dados-do-entrevistado" className="font-semibold text-base">
          Dados do Entrevistado
        </h2>
        <Field label="Nome completo" required error={error}>
          <Input
            name="nome_entrevistado"
            autoComplete="off"
            autoCapitalize="words"
            className="h-12 text-base"
            value={nome}
            onChange={(event) => setNome(event.target.value)}
          />
        </Field>
        <Field label="Telefone (opcional)">
          <MaskedInput
            mask={PHONE}
            name="telefone_entrevistado"
            inputMode="tel"
            autoComplete="off"
            maxLength={32}
            className="h-12 text-base"
            value={telefone}
            onValueChange={setTelefone}
          />
        </Field>
        <Button type="submit" size="lg" className="h-13 w-full" loading={busy} disabled={blank || busy}>
          Iniciar Entrevista
        </Button>
      </form>
      {trouble ? (
        <SoundProblem
          trouble={trouble}
          mayGoOn={questionario.sem_gravacao}
          onRetry={() => void start(null)}
          onGoOn={() => void start(trouble.reason)}
          onClose={() => setTrouble(null)}
        />
      ) : null}
    </Card>
  );
}
