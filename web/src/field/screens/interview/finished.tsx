import { CircleCheck, CloudUpload, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { session } from '../../../lib/network/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { useField, useFieldOnly, useOnline, useSituacao, useStored } from '../../device/field.ts';
import { goTo, HOME } from '../../device/place.ts';
import { isStandalone } from '../../device/platform.ts';
import type { EntrevistaLocal, FieldStore } from '../../log/model.ts';
import { Message, ToDashboard, ToFieldHome } from '../messages.tsx';

/** Delay between the end of an interview and the opening of the start page, ms (specification 2, §9). */
const RETURN_MS = 2000;
/** Longest wait for a slow server, ms; after it the start page opens, which shows how far the sending is. */
const PATIENCE_MS = 15_000;

const readUnsent = async (store: FieldStore) => ({
  entrevistas: await store.entrevistas(),
  filas: await store.filas(),
  enviadas: await store.enviadas(),
});

/**
 * After the last question, thanks the person, sends the interview, and returns to the start page. In the installed app
 * and for field-only accounts it offers the next interview instead.
 */
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
  const fieldOnly = useFieldOnly();
  const stays = isStandalone() || fieldOnly;

  useEffect(() => void syncer.run('agora'), [syncer]);
  useEffect(() => {
    if (stays) return;
    const leave = (): void => {
      // Without a session the dashboard cannot be opened, so the app's home page is opened instead.
      if (online && all && session.get()) window.location.assign(paths.dashboard);
      else goTo(HOME);
    };
    const waiting =
      online && !sent && situacao !== 'sem_rede' && situacao !== 'autorizacao' && situacao !== 'aparelho';
    const passed = performance.now() - since.current;
    const timer = setTimeout(leave, Math.max(0, (waiting ? PATIENCE_MS : RETURN_MS) - passed));
    return () => clearTimeout(timer);
  }, [stays, online, all, sent, situacao]);

  const nameless = entrevista.nome === '';
  const saved = nameless
    ? 'Nenhuma fala foi salva.'
    : `As respostas de ${entrevista.nome} foram salvas${sent ? ' e enviadas.' : ' neste aparelho.'}`;
  /** Beginning of the sentence on the sending: its subject and verb. */
  const what = nameless
    ? `O registro da ${refused ? 'recusa' : 'interrupção'} será enviado`
    : 'Elas serão enviadas';
  const onItsWay = !online
    ? `${what} quando houver internet.`
    : situacao === 'sem_rede'
      ? `${what} quando o servidor responder.`
      : 'Enviando…';
  const again = (): void => goTo({ questionarioId: entrevista.questionarioId, entrevistaId: null });
  return (
    <Message
      icon={sent ? <CircleCheck className="text-success" /> : <CloudUpload />}
      title={
        entrevista.fase === 'concluida'
          ? 'Entrevista finalizada!'
          : refused
            ? 'Participação recusada'
            : entrevista.desfecho
              ? 'Entrevista encerrada'
              : 'Entrevista interrompida'
      }
      text={
        <p role="status">
          Obrigado. {saved}
          {sent ? '' : falha ? ` A entrevista não foi enviada. ${falha.mensagem}` : ` ${onItsWay}`}
        </p>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {stays ? (
            <div className="w-full max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:py-3">
              <Button size="lg" className="h-14 w-full" onClick={again}>
                <Plus aria-hidden="true" />
                Nova entrevista
              </Button>
            </div>
          ) : (
            <Button variant="outline" onClick={again}>
              Nova entrevista
            </Button>
          )}
          <ToFieldHome />
          {stays ? null : <ToDashboard />}
        </div>
      }
    />
  );
}
