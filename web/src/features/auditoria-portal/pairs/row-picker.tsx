import { listGravacoesDoPreparo, listLinhasDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { MatchPicker } from '../../../domain/intake/match-list.tsx';
import { shortName } from '../../../domain/player/heard-file.tsx';
import { formatDurationMs } from '../../../lib/text/format.ts';
import type { Corrections } from '../use-corrections.ts';
import { type Gravacao, type Linha, labelOfRow } from '../words.ts';

const FOUND = 20;

interface RowPickerProps {
  preparoId: string;
  gravacao: Pick<Gravacao, 'id' | 'nome' | 'linha'>;
  corrections: Corrections;
  className?: string;
}

/**
 * Finds the row of a recording by number, name, identifier or phone. For an unmatched recording it first offers rows
 * without a recording.
 */
export function RowPicker({ preparoId, gravacao, corrections, className }: RowPickerProps) {
  const { nome, linha } = gravacao;
  return (
    <MatchPicker
      className={className}
      label={`De qual linha é ${shortName(nome)}?`}
      chosen={linha === null ? null : { id: String(linha), name: `Linha ${linha}` }}
      disabled={corrections.busy}
      {...(linha === null ? { emptyLabel: 'De qual linha?' } : { noneLabel: 'Nenhuma linha' })}
      endpoint={listLinhasDoPreparo}
      input={(q) => ({
        params: { id: preparoId },
        query: { limit: FOUND, q, situacao: !q && linha === null ? ('sem_gravacao' as const) : undefined },
      })}
      optionOf={(row) => ({
        id: String(row.n),
        label: labelOfRow(row),
        hint: row.gravacao ? `no lugar de ${shortName(row.gravacao.nome)}` : undefined,
      })}
      placeholder="Nome, identificador, telefone…"
      errorText="Erro ao buscar as linhas."
      emptyText={(q) =>
        q ? 'Nenhuma linha encontrada.' : 'Todas as linhas têm gravação: procure a linha pelo nome.'
      }
      onPick={(option) => void corrections.pair(gravacao, option ? Number(option.id) : null)}
    />
  );
}

/** Chooses a recording for a row, among the recordings that have no row. */
export function RecordingPicker({
  preparoId,
  linha,
  corrections,
}: {
  preparoId: string;
  linha: Linha;
  corrections: Corrections;
}) {
  return (
    <MatchPicker
      label={`Gravação da ${labelOfRow(linha)}`}
      emptyLabel="Selecionar gravação"
      disabled={corrections.busy}
      endpoint={listGravacoesDoPreparo}
      input={(q) => ({
        params: { id: preparoId },
        query: { limit: FOUND, q, situacao: 'sem_linha' as const },
      })}
      optionOf={({ id, nome, duracao_ms }) => ({
        id,
        label: shortName(nome),
        hint: [
          nome === shortName(nome) ? null : nome,
          duracao_ms === null ? null : formatDurationMs(duracao_ms),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      placeholder="Nome do arquivo…"
      errorText="Erro ao buscar as gravações."
      emptyText={() => 'Nenhuma gravação sem linha.'}
      onPick={(option) => option && void corrections.pair({ id: option.id, nome: option.label }, linha.n)}
    />
  );
}
