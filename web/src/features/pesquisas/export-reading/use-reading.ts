import { readExportacao } from '@escuta/shared/contracts/surveys/campo';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { useStaleAfter } from '../../../kit/mutation.ts';
import { httpTransport } from '../../../lib/field-sync/field-api.ts';
import { sha256 } from '../../../lib/field-sync/sha256.ts';
import { call, errorMessage } from '../../../lib/network/api.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import type { Loss } from '../../../lib/page/unsaved.ts';
import { type Exportacao, NotAnExport, readExport } from './exported-file.ts';
import { type Lida, ReadingStopped, readIn } from './read-in.ts';

/** Progress of reading a file, with the data of the present phase. */
export type Leitura =
  | { fase: 'escolher'; problema: string | null }
  | { fase: 'abrindo'; parte: number }
  | { fase: 'aberta'; exportacao: Exportacao }
  | { fase: 'lendo'; exportacao: Exportacao; de: string | null; lidas: Lida[] }
  | { fase: 'lida'; exportacao: Exportacao; de: string | null; lidas: Lida[]; problema: string | null };

const READING: Loss = {
  title: 'Interromper a leitura?',
  description:
    'O arquivo ainda está sendo lido. As entrevistas já lidas são mantidas; as outras precisam ser lidas de novo.',
  confirmLabel: 'Interromper',
  cancelLabel: 'Continuar lendo',
};

/** Words for why this person cannot read this export here; null if the person can. */
function refusalOf(
  { cabecalho, entrevistas, estragadas }: Exportacao,
  { papel, empresaId }: { papel: string | null; empresaId: string | null },
): string | null {
  if (cabecalho.aparelho_id === null) {
    return 'O aparelho que exportou este arquivo não estava autorizado: não é possível saber de qual empresa é o arquivo.';
  }
  if (papel !== 'admin' && cabecalho.empresa_id !== empresaId) {
    return 'Este arquivo é de um aparelho de outra empresa: nada dele foi lido.';
  }
  if (entrevistas.length === 0) {
    return estragadas > 0
      ? 'As entrevistas deste arquivo estão corrompidas e não podem ser lidas. Exporte outra cópia no aparelho.'
      : 'Este arquivo não traz nenhuma entrevista.';
  }
  return null;
}

/** Reads a device's export: opens the file, then sends each interview and collects the results. */
export function useReading(): {
  leitura: Leitura;
  open: (file: File | null) => void;
  read: () => void;
  stop: () => void;
} {
  const session = useRequiredSession();
  const refresh = useStaleAfter(readExportacao);
  const [leitura, setLeitura] = useState<Leitura>({ fase: 'escolher', problema: null });
  const file = useRef<File | null>(null);
  const work = useRef<AbortController | null>(null);
  useUnsaved(() => (leitura.fase === 'lendo' ? READING : null));
  // Leaving the page stops the reading: stored data stay, and the file can be read again.
  useEffect(() => () => work.current?.abort(), []);

  const open = useCallback(
    (chosen: File | null) => {
      file.current = chosen;
      const mine = (): boolean => file.current === chosen;
      const refuse = (problema: string | null): void => {
        if (mine()) setLeitura({ fase: 'escolher', problema });
      };
      if (!chosen) return refuse(null);
      setLeitura({ fase: 'abrindo', parte: 0 });
      let shown = 0;
      readExport(chosen, sha256, (parte) => {
        if (!mine() || parte - shown < 0.01) return;
        shown = parte;
        setLeitura({ fase: 'abrindo', parte });
      }).then(
        (exportacao) => {
          const refusal = refusalOf(exportacao, session);
          if (refusal) refuse(refusal);
          else if (mine()) setLeitura({ fase: 'aberta', exportacao });
        },
        (error: unknown) =>
          refuse(error instanceof NotAnExport ? error.message : 'Não foi possível ler este arquivo.'),
      );
    },
    [session],
  );

  const read = useCallback(() => {
    const source = file.current;
    if (leitura.fase !== 'aberta' || !source) return;
    const { exportacao } = leitura;
    const { cabecalho, entrevistas } = exportacao;
    const own = new AbortController();
    work.current = own;
    const lidas: Lida[] = [];
    let de: string | null = null;
    const told = (problema: string | null): void => {
      refresh();
      setLeitura({ fase: 'lida', exportacao, de, lidas: [...lidas], problema });
    };
    setLeitura({ fase: 'lendo', exportacao, de, lidas: [] });
    void (async () => {
      try {
        const { data } = await call(readExportacao, {
          params: { id: cabecalho.aparelho_id ?? '' },
          body: { exportado_em: Date.parse(cabecalho.exportado_em), entrevistas: entrevistas.length },
        });
        de = `${data.usuario.nome}, ${data.aparelho.nome}`;
        const transport = httpTransport(() => data.credencial);
        await readIn(source, entrevistas, { transport, sha256, signal: own.signal }, (lida) => {
          lidas.push(lida);
          setLeitura({ fase: 'lendo', exportacao, de, lidas: [...lidas] });
        });
        told(null);
      } catch (error) {
        told(
          error instanceof ReadingStopped
            ? error.message
            : errorMessage(error, 'Não foi possível ler o arquivo.'),
        );
      }
    })();
  }, [leitura, refresh]);

  const stop = useCallback(() => work.current?.abort(), []);
  return { leitura, open, read, stop };
}
