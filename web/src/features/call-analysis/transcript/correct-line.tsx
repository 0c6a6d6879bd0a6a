import { useEffect, useMemo, useRef } from 'react';
import { SentenceForm } from '../../../domain/transcripts/sentence-form.tsx';
import type { TranscriptLine } from '../logic/transcript.ts';

const CORRIGIDA =
  'Correção salva: busca, exportações e dossiê já usam o texto corrigido. Os insights ficam como estão até você gerá-los de novo.';

/** Form that corrects a sentence of a call in the transcript. It takes the focus and scrolls into view. */
export default function CorrectLine({
  itemId,
  line,
  onClose,
}: {
  itemId: string;
  line: TranscriptLine;
  onClose: () => void;
}) {
  const { ordem, text, falante, textoOriginal, falanteOriginal } = line;
  const sentenca = useMemo(
    () => ({ ordem, texto: text, falante, texto_original: textoOriginal, falante_original: falanteOriginal }),
    [ordem, text, falante, textoOriginal, falanteOriginal],
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('textarea')?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="py-2">
      <SentenceForm itemId={itemId} perfil="ligacao" sentenca={sentenca} done={CORRIGIDA} onClose={onClose} />
    </div>
  );
}
