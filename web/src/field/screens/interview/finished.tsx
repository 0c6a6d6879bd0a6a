import { CircleCheck, CloudUpload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { session } from '../../../lib/network/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { useField, useOnline, useSituacao, useStored } from '../../device/field.ts';
import { goTo, HOME } from '../../device/place.ts';
import type { EntrevistaLocal, FieldStore } from '../../log/model.ts';
import { Message, ToDashboard, ToFieldHome } from '../messages.tsx';

/** After finishing, the start page comes this long after, ms (specification 2, §9). */
const RETURN_MS = 2000;
/** A server that takes its time is waited for this long, ms; then the queue shows how far it is. */
const PATIENCE_MS = 15_000;

const readUnsent = async (store: FieldStore) => ({
  entrevistas: await store.entrevistas(),
  filas: await store.filas(),
  enviadas: await store.enviadas(),
});

/** After the last question: thanked, sent, and back to the start. */
export function FinishedInterview({ entrevista }: { entrevista: EntrevistaLocal }) {
  const { syncer } = useField();
  const unsent = useStored(readUnsent);
  const online = useOnline();
  const situacao = useSituacao();
  const refused = entrevista.consentimento === 'recusou';
  const sent = unsent?.enviadas.some(({ id }) => id === entrevista.id) ?? false;
  const falha = unsent?.filas.find(({ id }) => id === entrevista.id)?.falha;
  const all = unsent?.entrevistas.length === 0;
  const since = useRef(performance.now());

  useEffect(() => void syncer.run('agora'), [syncer]);
  useEffect(() => {
    const leave = (): void => {
      // Somebody without a session has no dashboard to go to.
      if (online && all && session.get()) window.location.assign(paths.dashboard);
      else goTo(HOME);
    };
    const waiting =
      online && !sent && situacao !== 'sem_rede' && situacao !== 'autorizacao' && situacao !== 'aparelho';
    const passed = performance.now() - since.current;
    const timer = setTimeout(leave, Math.max(0, (waiting ? PATIENCE_MS : RETURN_MS) - passed));
    return () => clearTimeout(timer);
  }, [online, all, sent, situacao]);

  const nameless = entrevista.nome === '';
  const saved = nameless
    ? 'Nenhuma fala foi salva.'
    : `As respostas de ${entrevista.nome} foram salvas${sent ? ' e enviadas.' : ' neste aparelho.'}`;
  /** Subject and verb of the sentence about the sending. */
  const what = nameless ? `O registro da ${refused ? 'recusa' : 'interrupção'} segue` : 'Elas seguem';
  const onItsWay = !online
    ? `${what} quando houver internet.`
    : situacao === 'sem_rede'
      ? `${what} quando o servidor responder.`
      : 'Enviando…';
  return (
    <Message
      icon={sent ? <CircleCheck className="text-success" /> : <CloudUpload />}
      title={
        entrevista.fase === 'concluida'
          ? 'Entrevista finalizada!'
          : refused
            ? 'Participação recusada'
            : 'Entrevista interrompida'
      }
      text={
        <p role="status">
          Obrigado. {saved}
          {sent ? '' : falha ? ` Não enviada: ${falha.mensagem}` : ` ${onItsWay}`}
        </p>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            variant="outline"
            onClick={() => goTo({ questionarioId: entrevista.questionarioId, entrevistaId: null })}
          >
            Nova entrevista
          </Button>
          <ToFieldHome />
          <ToDashboard />
        </div>
      }
    />
  );
}
