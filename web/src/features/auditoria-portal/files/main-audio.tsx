import { listGravacoesDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { REGRA_PROPOSTA } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { useQuery } from '@tanstack/react-query';
import { Download, FileAudio } from 'lucide-react';
import { useState } from 'react';
import { HearButton, type Hearing } from '../../../domain/intake/hearing.tsx';
import { Candidates } from '../../../domain/intake/match-list.tsx';
import { shortName } from '../../../domain/player/heard-file.tsx';
import { toast } from '../../../lib/browser/toast.ts';
import { errorMessage, saveUrl } from '../../../lib/network/api.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RowPicker } from '../pairs/row-picker.tsx';
import type { Corrections } from '../use-corrections.ts';
import type { Detalhe, Gravacao } from '../words.ts';

/** The main audio, which is the first recording of the list; undefined while it loads. */
export function useMainAudio(preparo: Detalhe): Gravacao | undefined {
  const { data } = useQuery({
    ...apiQuery(listGravacoesDoPreparo, { params: { id: preparo.id }, query: { limit: 1 } }),
    enabled: preparo.estado === 'pronto',
    select: (answer) => answer.data.find(({ origem }) => origem === 'audio'),
  });
  return data as Gravacao | undefined;
}

/** True if a person still has to say what the main audio is. */
export const isOpenQuestion = (audio: Gravacao | undefined): audio is Gravacao =>
  audio !== undefined &&
  audio.linha === null &&
  audio.motivo === null &&
  !audio.nao_auditar &&
  // If the main audio repeats a recording of the archive, only that recording needs a row, so nothing is asked here.
  audio.repetida_de === null;

/** End of a sentence on the main audio: whether it is audited, and with which row, or why not. */
function fateOf({ linha, motivo, nao_auditar, repetida_de, regra }: Gravacao): string {
  if (motivo !== null) return `não é auditado. Motivo: ${motivo}`;
  if (nao_auditar) return 'fica só como referência, sem auditoria nem cobrança.';
  if (linha !== null) {
    const how = regra === REGRA_PROPOSTA ? ' Confira o par.' : '';
    return `é a gravação da linha ${linha} e é auditado com as outras gravações.${how}`;
  }
  return repetida_de
    ? `é o mesmo áudio de “${shortName(repetida_de)}” e é auditado uma só vez.`
    : 'ainda não tem linha.';
}

/** The main audio: what happens with it, and buttons to play and download it. */
export function MainAudioLine({ audio, hearing }: { audio: Gravacao; hearing: Hearing }) {
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const { url } = await hearing.addressOf(audio.id);
      saveUrl(url, shortName(audio.nome));
    } catch (error) {
      toast.error('Não foi possível baixar o áudio', { description: errorMessage(error) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <section aria-label="Áudio principal" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <FileAudio className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <p className="min-w-0 break-words">
        <span className="font-medium">Áudio principal:</span> “{shortName(audio.nome)}” {fateOf(audio)}
      </p>
      {audio.motivo === null ? (
        <span className="flex items-center gap-2">
          <HearButton file={audio} hearing={hearing} label="Ouvir o áudio principal" />
          <Button
            variant="outline"
            size="sm"
            loading={saving}
            aria-label="Baixar o áudio principal"
            onClick={() => void save()}
          >
            {saving ? null : <Download aria-hidden="true" />}
            Baixar
          </Button>
        </span>
      ) : null}
    </section>
  );
}

/** Asks what the main audio is, if no file determines it. No choice is preselected, so a person must choose. */
export function MainAudioQuestion({
  preparoId,
  audio,
  corrections,
  hearing,
}: {
  preparoId: string;
  audio: Gravacao;
  corrections: Corrections;
  hearing: Hearing;
}) {
  return (
    <Notice variant="info" icon={<FileAudio aria-hidden="true" />} className="p-4">
      <div className="grid gap-3">
        <div>
          <p className="font-medium">De qual linha é o áudio principal?</p>
          <p>
            Nada no nome de “{shortName(audio.nome)}” identifica a linha.
            {audio.repetida_de ? ` É o mesmo áudio de “${shortName(audio.repetida_de)}”.` : ''} Selecione a
            linha ou marque o áudio como referência, sem auditoria nem cobrança.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <HearButton file={audio} hearing={hearing} label="Ouvir o áudio principal" />
          <Candidates
            label="Linhas possíveis do áudio principal"
            options={audio.candidatas
              .slice(0, 4)
              .map(({ linha, nome }) => ({ id: String(linha), text: `Linha ${linha} · ${nome}` }))}
            busy={corrections.busy}
            onPick={(linha) => void corrections.pair(audio, Number(linha))}
          />
          <RowPicker
            preparoId={preparoId}
            gravacao={audio}
            corrections={corrections}
            className="w-full text-foreground sm:w-56"
          />
          <Button
            variant="outline"
            className="text-foreground"
            disabled={corrections.busy}
            onClick={() => void corrections.leaveOutRecording(audio, true)}
          >
            Só referência (não cobrada)
          </Button>
        </div>
      </div>
    </Notice>
  );
}
