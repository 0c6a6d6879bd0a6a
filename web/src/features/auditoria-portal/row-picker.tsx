import { listGravacoesDoPreparo, listLinhasDoPreparo } from '@escuta/shared/contracts/preparos';
import { useQuery } from '@tanstack/react-query';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/api.ts';
import { formatDurationMs } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';
import type { Corrections } from './use-preparo.ts';
import { type Gravacao, type Linha, labelOfRow, shortName } from './words.ts';

const FOUND = 20;

interface RowPickerProps {
  preparoId: string;
  gravacao: Pick<Gravacao, 'id' | 'nome' | 'linha'>;
  corrections: Corrections;
  className?: string;
}

/**
 * Of which row a recording is: found by number, name, identifier or phone. Before a word is typed, and while it has none itself, the
 * rows that have none yet.
 */
export function RowPicker({ preparoId, gravacao, corrections, className }: RowPickerProps) {
  const { q, box } = useEntityPicker();
  const rows = useQuery({
    ...apiListQuery(listLinhasDoPreparo, {
      params: { id: preparoId },
      query: {
        limit: FOUND,
        q: q || undefined,
        situacao: !q && gravacao.linha === null ? 'sem_gravacao' : undefined,
      },
    }),
    enabled: box.open,
  });
  return (
    <EntityPicker
      {...box}
      className={className}
      label={`De qual linha é ${shortName(gravacao.nome)}?`}
      value={gravacao.linha === null ? '' : String(gravacao.linha)}
      name={gravacao.linha === null ? undefined : `Linha ${gravacao.linha}`}
      disabled={corrections.busy}
      {...(gravacao.linha === null ? { emptyLabel: 'De qual linha?' } : { noneLabel: 'Nenhuma linha' })}
      onValueChange={(option) => void corrections.pair(gravacao, option ? Number(option.id) : null)}
      placeholder="Nome, identificador, telefone…"
      options={rows.data?.data.map((linha) => ({
        id: String(linha.n),
        label: labelOfRow(linha),
        hint: linha.gravacao ? `no lugar de ${shortName(linha.gravacao.nome)}` : undefined,
      }))}
      errorText={rows.isError ? errorMessage(rows.error, 'Falha ao buscar linhas.') : null}
      emptyText={q ? 'Nenhuma linha encontrada.' : 'Nenhuma linha sem gravação: procure a linha pelo nome.'}
    />
  );
}

/** Which of the recordings without a row is this row's. */
export function RecordingPicker({
  preparoId,
  linha,
  corrections,
}: {
  preparoId: string;
  linha: Linha;
  corrections: Corrections;
}) {
  const { q, box } = useEntityPicker();
  const found = useQuery({
    ...apiListQuery(listGravacoesDoPreparo, {
      params: { id: preparoId },
      query: { limit: FOUND, q: q || undefined, situacao: 'sem_linha' },
    }),
    enabled: box.open,
  });
  return (
    <EntityPicker
      {...box}
      label={`Gravação da ${labelOfRow(linha)}`}
      value=""
      name={undefined}
      emptyLabel="Escolher gravação"
      disabled={corrections.busy}
      onValueChange={(option) => {
        if (option) void corrections.pair({ id: option.id, nome: option.label }, linha.n);
      }}
      placeholder="Nome do arquivo…"
      options={found.data?.data.map(({ id, nome, duracao_ms }) => ({
        id,
        label: shortName(nome),
        hint: [
          nome === shortName(nome) ? null : nome,
          duracao_ms === null ? null : formatDurationMs(duracao_ms),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      errorText={found.isError ? errorMessage(found.error, 'Falha ao buscar gravações.') : null}
      emptyText="Nenhuma gravação sem linha."
    />
  );
}
