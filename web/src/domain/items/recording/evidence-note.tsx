import {
  GRAVACAO_ANTERIOR_DIAS,
  MOTIVO_DA_TROCA_MAX,
} from '@escuta/shared/domain/recordings/former-recording';
import { useCan } from '../../../lib/network/permissions.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** True if this person may replace or remove an analysed recording. */
export const useMayChangeEvidence = (): boolean => useCan()('result', 'delete');

/**
 * Consequences of replacing or removing an analysed recording, with the manager's optional reason. People without the
 * right see which roles have it.
 */
export function EvidenceNote({
  acao,
  motivo,
  onChange,
  disabled,
}: {
  acao: 'troca' | 'remove';
  motivo: string;
  onChange: (motivo: string) => void;
  disabled?: boolean;
}) {
  const may = useMayChangeEvidence();
  if (!may) {
    return (
      <Notice role="status">
        Esta gravação já foi analisada: só um gerente ou administrador pode{' '}
        {acao === 'troca' ? 'trocá-la' : 'removê-la'}.
      </Notice>
    );
  }
  return (
    <>
      <Notice>
        A análise da gravação atual deixa de valer. Você tem {GRAVACAO_ANTERIOR_DIAS} dias para desfazer: a
        gravação fica em “Gravações anteriores”, na página de análise, e pode voltar com a análise dela.
      </Notice>
      <Field label="Motivo" hint="Opcional. Fica no registro de ações e junto da gravação anterior.">
        <Textarea
          value={motivo}
          maxLength={MOTIVO_DA_TROCA_MAX}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </>
  );
}
