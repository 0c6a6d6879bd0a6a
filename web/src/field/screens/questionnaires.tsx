import type { QuestionarioDeCampo } from '@escuta/shared/contracts/surveys/campo';
import { listQuestionariosDeCampo } from '@escuta/shared/contracts/surveys/campo';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Download, Play, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { deviceCall } from '../../lib/field-sync/field-api.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { sinceText } from '../../lib/text/since.ts';
import { Button } from '../../ui/button.tsx';
import { authorise } from '../device/authorise.ts';
import { downloadQuestionnaire } from '../device/download.ts';
import { type Field, useField, useFieldOnly, useOnline, useStored } from '../device/field.ts';
import { goalsHere } from '../device/goals.ts';
import { goTo, isHomeAsked } from '../device/place.ts';
import { askToKeep } from '../device/sound/room.ts';
import type { FieldStore, QuestionarioGuardado } from '../log/model.ts';
import { RASCUNHO } from './draft-words.ts';
import { GoalLines } from './goal-lines.tsx';
import { Section } from './interview/section.tsx';

/** Greatest number of questionnaires that are downloaded automatically. */
const TAKEN_BY_ITSELF = 20;

const readKept = (store: FieldStore): Promise<QuestionarioGuardado[]> => store.questionarios();

/** Questionnaires that the server offers this person; null if the device is not authorised. */
async function readOffered(field: Field): Promise<QuestionarioDeCampo[] | null> {
  const segredo = (await authorise(field))?.segredo ?? null;
  if (segredo === null) return null;
  return (await deviceCall(listQuestionariosDeCampo, segredo, {})).data;
}

/** Version in words: 'versão 3 desde 14h'. */
const versionOf = ({ versaoNumero, publicadaEm }: QuestionarioGuardado): string =>
  `versão ${versaoNumero}${publicadaEm ? ` ${sinceText(publicadaEm)}` : ''}`;

interface Row {
  id: string;
  nome: string;
  pesquisa: string;
  kept: QuestionarioGuardado | null;
  fechado: string | null;
  /** True for a draft. It is not stored on the device, so its first interview needs a network. */
  rascunho: boolean;
}

/** True if nobody published the questionnaire; false if `publicado` is missing (server of the previous version). */
const isDraft = ({ publicado }: QuestionarioDeCampo): boolean => publicado === false;

function rowsOf(
  kept: readonly QuestionarioGuardado[],
  offered: readonly QuestionarioDeCampo[] | null,
): Row[] {
  const here = kept.map((one): Row => {
    const now = offered?.find(({ id }) => id === one.id);
    return {
      id: one.id,
      nome: now?.nome ?? one.nome,
      pesquisa: one.pesquisa.titulo,
      kept: one,
      fechado: now ? now.fechado : one.fechado,
      rascunho: false,
    };
  });
  const others = (offered ?? [])
    .filter(({ id, fechado }) => fechado === null && !kept.some((one) => one.id === id))
    .map(
      (one): Row => ({
        ...{ id: one.id, nome: one.nome, pesquisa: one.pesquisa.titulo },
        ...{ kept: null, fechado: null, rascunho: isDraft(one) },
      }),
    );
  return [...here, ...others];
}

/** Questionnaires on this device, and those to download. */
export function Questionnaires() {
  const field = useField();
  const online = useOnline();
  const kept = useStored(readKept);
  const goals = useStored(goalsHere);
  const [offered, setOffered] = useState<QuestionarioDeCampo[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const read = (): void => {
      if (!online || document.visibilityState === 'hidden') return;
      readOffered(field).then(
        (list) => {
          if (!gone) setOffered(list);
        },
        // After a failure the stored questionnaires are still shown.
        () => undefined,
      );
    };
    read();
    // Requests the list again when the page becomes visible, because a draft may have been published meanwhile.
    document.addEventListener('visibilitychange', read);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', read);
    };
  }, [field, online]);
  const download = async (id: string): Promise<void> => {
    setBusy(id);
    try {
      await askToKeep();
      const { nome, versao } = await downloadQuestionnaire(field, id);
      toast.success(`${nome} está neste aparelho`, { description: `Versão ${versao.numero}.` });
    } catch (error) {
      toast.error('Erro ao baixar o questionário', { description: errorMessage(error) });
    } finally {
      setBusy(null);
    }
  };
  // For a field-only account, which works only with questionnaires, they are downloaded without a press.
  const fieldOnly = useFieldOnly();
  const [fetching, setFetching] = useState(false);
  useEffect(() => {
    if (!fieldOnly || offered === null) return;
    let gone = false;
    const open = offered.filter(({ fechado }) => fechado === null);
    const takeAll = async (): Promise<void> => {
      const before = await field.store.questionarios();
      const lacking = open.filter((one) => !isDraft(one) && !before.some(({ id }) => id === one.id));
      if (lacking.length === 0) return;
      setFetching(true);
      await askToKeep();
      for (const { id } of lacking.slice(0, TAKEN_BY_ITSELF)) {
        // If a download fails, the questionnaire keeps its button, which then shows the reason.
        await downloadQuestionnaire(field, id).catch(() => undefined);
      }
      setFetching(false);
      if (gone) return;
      const [only] = open;
      // On a first visit with a single questionnaire, goes on to its form at once.
      if (before.length === 0 && open.length === 1 && only && isHomeAsked())
        goTo({ questionarioId: only.id, entrevistaId: null });
    };
    void takeAll();
    return () => {
      gone = true;
    };
  }, [field, fieldOnly, offered]);
  const rows = rowsOf(kept ?? [], offered);
  const goalsOf = (id: string) => goals?.filter(({ questionario_id }) => questionario_id === id) ?? [];
  return (
    <Section title="Questionários">
      {rows.length === 0 ? (
        <p className="text-muted-foreground">
          {online
            ? 'Nenhum questionário aberto para você.'
            : 'Nenhum questionário foi baixado neste aparelho. Conecte-se à internet para baixar os seus.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {rows.map(({ id, nome, pesquisa, kept: one, fechado, rascunho }) => (
            <li key={id} className="grid gap-3 rounded-lg border bg-card p-3.5">
              <div className="min-w-0">
                <p className="break-words font-medium">{nome}</p>
                <p className="break-words text-muted-foreground text-sm">
                  {pesquisa}
                  {one
                    ? ` · ${plural(one.perguntas, 'pergunta', 'perguntas')} · ${versionOf(one)}, baixada em ${formatDateTime(one.baixadoEm)}`
                    : ' · não está neste aparelho'}
                </p>
                {fechado ? <p className="text-sm text-warning-text">{fechado}</p> : null}
                {rascunho ? (
                  <p className="text-sm text-warning-text">
                    {RASCUNHO} A versão 1 será publicada quando a primeira entrevista começar, com internet.
                  </p>
                ) : null}
              </div>
              {one && fechado === null
                ? goalsOf(id).map((metas) => <GoalLines key={id} metas={metas} nome={nome} />)
                : null}
              <div className="flex flex-wrap gap-2">
                {fechado === null && (one || rascunho) ? (
                  <Button
                    size="lg"
                    className="max-sm:flex-1"
                    aria-label={`Iniciar ${nome}`}
                    disabled={rascunho && !online}
                    onClick={() => goTo({ questionarioId: id, entrevistaId: null })}
                  >
                    <Play aria-hidden="true" />
                    Iniciar
                  </Button>
                ) : null}
                {fechado === null && !rascunho ? (
                  <Button
                    size="lg"
                    variant="outline"
                    className="max-sm:flex-1"
                    aria-label={`${one ? 'Atualizar' : 'Baixar'} ${nome}`}
                    disabled={!online || busy !== null || fetching}
                    loading={busy === id || (fetching && one === null)}
                    onClick={() => void download(id)}
                  >
                    {busy === id || (fetching && one === null) ? null : one ? (
                      <RotateCw aria-hidden="true" />
                    ) : (
                      <Download aria-hidden="true" />
                    )}
                    {one ? 'Atualizar' : 'Baixar'}
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
