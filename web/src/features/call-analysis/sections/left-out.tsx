import { PAPEL_LABEL } from '@escuta/shared/domain/profiles/roles';
import { plural } from '@escuta/shared/domain/text/in-words';
import { reasonsText } from '@escuta/shared/domain/transcripts/left-out-speech';
import { roleOf } from '@escuta/shared/domain/transcripts/transcript';
import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import { Stretches } from './figures.tsx';
import type { Resultado } from './overview.tsx';

/** Sentences left out of the transcript, because nobody can have said them; the sound at their times can be played. */
export function LeftOut({ resultado }: { resultado: Resultado }) {
  const { falasDeixadas, fatosAudio, auditoriaItem, projeto } = resultado;
  if (!falasDeixadas) return null;
  const { total, trechos } = falasDeixadas;
  const channels = fatosAudio?.canais.length ?? 1;
  return (
    <Notice icon={<TriangleAlert aria-hidden="true" />} className="mb-3">
      <div className="grid gap-1.5">
        <p>
          <strong className="font-semibold">
            {plural(total, 'frase ficou de fora da transcrição', 'frases ficaram de fora da transcrição')}.
          </strong>{' '}
          O provedor de IA transcreveu {total === 1 ? 'uma frase' : 'frases'} que provavelmente ninguém disse:{' '}
          {reasonsText(falasDeixadas)}. {total === 1 ? 'Ela não entra' : 'Elas não entram'} nas análises nem
          nos insights. Ouça para conferir:
        </p>
        <Stretches
          noun="trecho fora da transcrição"
          stretches={trechos.map(({ canal, startMs, falas }) => {
            const papel = roleOf(auditoriaItem.perfil, canal, projeto.canalAgente, channels);
            const side = papel === 'desconhecido' ? '' : `${PAPEL_LABEL[papel].toLowerCase()}, `;
            return { startMs, text: `${side}${plural(falas, 'frase', 'frases')}` };
          })}
        />
      </div>
    </Notice>
  );
}
