import { listGravacoesDoPreparo } from '@escuta/shared/contracts/preparos';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, Play } from 'lucide-react';
import type { HearFile } from '../../domain/player/heard-file.tsx';
import { apiQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RowPicker } from './row-picker.tsx';
import type { Corrections } from './use-preparo.ts';
import { type Detalhe, type Gravacao, shortName } from './words.ts';

/** The main audio, which stands first among the recordings; undefined until it is known. */
export function useMainAudio(preparo: Detalhe): Gravacao | undefined {
  const { data } = useQuery({
    ...apiQuery(listGravacoesDoPreparo, { params: { id: preparo.id }, query: { limit: 1 } }),
    enabled: preparo.estado === 'pronto',
    select: (answer) => answer.data.find(({ origem }) => origem === 'audio'),
  });
  return data as Gravacao | undefined;
}

/** Whether nothing says yet what the main audio is. */
export const isOpenQuestion = (audio: Gravacao | undefined): audio is Gravacao =>
  audio !== undefined &&
  audio.linha === null &&
  audio.motivo === null &&
  !audio.nao_auditar &&
  // The same sound as one of the archive: that one is asked about, or has its row.
  audio.repetida_de === null;

/** The form asks for a main audio without saying what it is of: where nothing in it does either, the person is asked. */
export function MainAudioQuestion({
  preparoId,
  audio,
  corrections,
  hear,
  opening,
}: {
  preparoId: string;
  audio: Gravacao;
  corrections: Corrections;
  hear: HearFile;
  /** The recording whose address is asked for. */
  opening: string | null;
}) {
  return (
    <Notice variant="info" icon={<FileAudio aria-hidden="true" />} className="p-4">
      <div className="grid gap-3">
        <div>
          <p className="font-medium">De qual linha é o áudio principal?</p>
          <p>
            Nada no nome de “{shortName(audio.nome)}” diz de quem é.
            {audio.repetida_de ? ` É o mesmo som que “${shortName(audio.repetida_de)}”.` : ''} Diga a linha,
            ou que serve só de referência: então não é auditado nem cobrado.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="outline"
            className="text-foreground"
            aria-label="Ouvir o áudio principal"
            loading={opening === audio.id}
            onClick={() => hear(audio)}
          >
            {opening === audio.id ? null : <Play aria-hidden="true" />}
            Ouvir
          </Button>
          {audio.candidatas.slice(0, 4).map(({ linha, nome }) => (
            <Button
              key={linha}
              variant="outline"
              size="sm"
              disabled={corrections.busy}
              onClick={() => void corrections.pair(audio, linha)}
            >
              Linha {linha} · {nome}
            </Button>
          ))}
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
