import type { Quarentena } from '@escuta/shared/domain/interview/device/device-log';
import { ShieldAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** Reasons why an interview is in quarantine, in words for the person who decides on it; the gravest first. */
const MOTIVO: Record<Quarentena, string> = {
  sem_consentimento: 'Não há consentimento: o registro não diz que o entrevistado aceitou participar.',
  sem_gravacao: 'A entrevista não tem gravação, e o questionário exige gravação.',
  resposta_faltando: 'Falta resposta a uma pergunta obrigatória.',
  registro_invalido:
    'O registro do aparelho não confere com o questionário: há respostas fora do questionário, respostas depois de uma recusa ou perguntas obrigatórias em branco.',
  registro_excessivo:
    'O aparelho enviou um registro grande demais: a Escuta guardou o começo e recusou o resto.',
  fora_da_lista: 'O entrevistador não está na lista de coletores.',
  aparelho_revogado: 'O aparelho perdeu a autorização.',
  membro_desativado: 'A conta do entrevistador está desativada.',
};
const ORDER = Object.keys(MOTIVO) as Quarentena[];

/** Words for the given reasons of quarantine, the gravest first. */
export const reasonsHeld = (motivos: readonly Quarentena[]): string[] =>
  ORDER.filter((motivo) => motivos.includes(motivo)).map((motivo) => MOTIVO[motivo]);

/** Badge of an interview in quarantine, which waits for a manager; nothing for other interviews. */
export function QuarantineBadge({ motivos }: { motivos: readonly Quarentena[] }) {
  if (motivos.length === 0) return null;
  return (
    <Badge variant="destructive">
      <ShieldAlert aria-hidden="true" />
      Em quarentena
    </Badge>
  );
}
