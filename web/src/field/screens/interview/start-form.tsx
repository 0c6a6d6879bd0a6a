import type { QuestionarioMostrado } from '@escuta/shared/contracts/surveys/campo';
import { isPhone, TELEFONE_INVALIDO } from '@escuta/shared/domain/text/phone';
import { History } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { formatDateTime, formatMegabytes } from '../../../lib/text/format.ts';
import { newId } from '../../../lib/text/ids.ts';
import { PHONE } from '../../../lib/text/masks.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Input } from '../../../ui/inputs/input.tsx';
import { MaskedInput } from '../../../ui/inputs/masked-input.tsx';
import { forgetBeginning, keepBeginning, typedBeginning } from '../../device/beginning.ts';
import { explainNoNew } from '../../device/device.ts';
import { downloadQuestionnaire, hasVersion } from '../../device/download.ts';
import { useField } from '../../device/field.ts';
import { reasonOf } from '../../device/reason.ts';
import { LiveInterview } from '../../device/sound/live-interview.ts';
import { MICROPHONE_FAULTS, NoMicrophone, openMicrophone } from '../../device/sound/recorder.ts';
import { askToKeep, ROOM_BYTES, TRIAL_BYTES, tooLittleRoom } from '../../device/sound/room.ts';
import { begin } from '../../log/interview.ts';
import type { FieldStore } from '../../log/model.ts';
import { Remark } from './remark.tsx';
import { SoundProblem, type SoundTrouble } from './sound-problem.tsx';
import { useKept } from './use-kept.ts';

const NAO_INICIADA = 'Não foi possível iniciar a entrevista. Tente novamente.';
const LONGEST_NAME = 200;

/** Checks before any question if the interview can be recorded. Returns the microphone, or what hinders recording. */
async function prepareSound(store: FieldStore): Promise<MediaStream | SoundTrouble> {
  try {
    const stream = await openMicrophone();
    // If the check of the space itself fails, the interview is recorded all the same.
    const free = await tooLittleRoom(store).catch(() => null);
    if (free === null) return stream;
    for (const track of stream.getTracks()) track.stop();
    return {
      reason: 'Pouco espaço neste aparelho.',
      text: [
        free === TRIAL_BYTES ? 'Restam menos de' : 'Restam',
        `${formatMegabytes(free)}, e uma entrevista gravada precisa de ${formatMegabytes(ROOM_BYTES)}.`,
        'Apague arquivos ou envie as entrevistas do aparelho.',
      ].join(' '),
    };
  } catch (error) {
    if (!(error instanceof NoMicrophone)) throw error;
    return {
      reason: MICROPHONE_FAULTS[error.fault],
      text:
        error.fault === 'sem_https'
          ? 'Peça ao administrador da instalação o endereço com https.'
          : error.fault === 'negado'
            ? 'Libere o microfone nas permissões deste site, no cadeado ao lado do endereço, e tente de novo.'
            : 'Confira o microfone e tente de novo.',
    };
  }
}

/** 'Dados do Entrevistado': takes the respondent's name and begins the interview; a draft is then published. */
export function StartForm({
  questionario,
  onStarted,
}: {
  questionario: QuestionarioMostrado;
  onStarted: (live: LiveInterview) => void;
}) {
  const field = useField();
  const { store, rehearsal } = field;
  const [nome, setNome] = useState('');
  const [telefone, setTelefone] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [phoneError, setPhoneError] = useState<string>();
  const [trouble, setTrouble] = useState<SoundTrouble | null>(null);
  /** Time at which the name was typed on an earlier, closed page, ms since 1970; null if it was typed on this page. */
  const [before, setBefore] = useState<number | null>(null);
  const blank = nome.trim() === '';
  const typed = useRef<{ nome: string; telefone: string } | null>(null);
  const kept = useKept(async () => {
    if (!typed.current) return;
    await keepBeginning(store, { questionarioId: questionario.id, ...typed.current, em: Date.now() });
  });
  useEffect(() => {
    let gone = false;
    typedBeginning(store, questionario.id, Date.now()).then(
      (found) => {
        if (gone || !found || typed.current) return;
        setNome(found.nome);
        setTelefone(found.telefone);
        setBefore(found.em);
      },
      // If the stored name cannot be read, the person types it again.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [store, questionario.id]);
  const change = (next: { nome: string; telefone: string }): void => {
    typed.current = next;
    setNome(next.nome);
    setTelefone(next.telefone);
    setBefore(null);
    kept.typed();
  };

  const start = async (semSom: string | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    let opened: MediaStream | null = null;
    try {
      const refused = explainNoNew(await store.meta('aparelho'));
      if (refused !== null) {
        toast.error(NAO_INICIADA, { description: refused });
        return;
      }
      const sound = semSom === null ? await prepareSound(store) : null;
      if (sound && 'reason' in sound) {
        setTrouble(sound);
        return;
      }
      opened = sound;
      if (!rehearsal) void askToKeep();
      const asked = hasVersion(questionario)
        ? questionario
        : await downloadQuestionnaire(field, questionario.id, 'iniciar');
      const passo = begin(newId(), asked, { nome, telefone: telefone.trim() || null }, semSom, Date.now());
      const live = await LiveInterview.begin(store, passo, asked);
      kept.drop();
      await forgetBeginning(store).catch(() => undefined);
      if (!rehearsal) toast.success('Entrevista iniciada');
      // The interview begins even if the recorder refuses: the red bar then says so, with a button to try again.
      if (sound) await live.record(sound).catch(() => undefined);
      onStarted(live);
    } catch (cause) {
      for (const track of opened?.getTracks() ?? []) track.stop();
      toast.error(NAO_INICIADA, {
        description: reasonOf(cause, 'Falha ao iniciar entrevista.'),
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
    const noPhone = telefone.trim() !== '' && !isPhone(telefone);
    setError(tooLong ? `O nome pode ter até ${LONGEST_NAME} caracteres.` : undefined);
    setPhoneError(noPhone ? TELEFONE_INVALIDO : undefined);
    if (!tooLong && !noPhone) void start(null);
  };

  return (
    <Card className="p-5">
      <form onSubmit={submit} noValidate aria-labelledby="dados-do-entrevistado" className="grid gap-5">
        <h2 id="dados-do-entrevistado" className="font-semibold text-base">
          Dados do Entrevistado
        </h2>
        {before === null ? null : (
          <Remark
            icon={<History aria-hidden="true" />}
            variant="info"
            action={
              <Button
                variant="outline"
                size="lg"
                className="w-fit"
                onClick={() => change({ nome: '', telefone: '' })}
              >
                Limpar
              </Button>
            }
          >
            Estes dados foram digitados em {formatDateTime(before)}, antes de esta página ser fechada. Confira
            se é a mesma pessoa.
          </Remark>
        )}
        <Field label="Nome completo" required error={error}>
          <Input
            name="nome_entrevistado"
            autoComplete="off"
            autoCapitalize="words"
            className="h-12 text-base"
            value={nome}
            onChange={(event) => change({ nome: event.target.value, telefone })}
          />
        </Field>
        <Field label="Telefone (opcional)" error={phoneError}>
          <MaskedInput
            mask={PHONE}
            name="telefone_entrevistado"
            inputMode="tel"
            autoComplete="off"
            maxLength={32}
            className="h-12 text-base"
            value={telefone}
            onValueChange={(value) => change({ nome, telefone: value })}
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
