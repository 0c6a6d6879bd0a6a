import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Check, ScanText, Sparkles, Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { QuestionAsRead } from '../question-as-read.tsx';

interface ProposalsProps {
  propostas: readonly Proposta[];
  perguntas: readonly { codigo: string; texto: string }[];
  mayEdit: boolean;
  onShow: (linha: number) => void;
  onTake: (proposta: Proposta) => void;
  onDiscard: (proposta: Proposta) => void;
}

const asRead = ({ nova, opcoes, instrucao, avisos }: Proposta, codigo: string): PerguntaLida => ({
  codigo: nova?.codigo ?? codigo,
  texto: nova?.texto ?? 'Acrescentar a esta pergunta:',
  tipo: nova?.tipo ?? (opcoes.length > 0 ? 'escolha' : 'texto'),
  obrigatoria: true,
  ler_opcoes: nova?.ler_opcoes ?? true,
  instrucao,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes,
  mostrar_se: null,
  avisos,
});

/** Proposals read by a model, each marked until a person has confirmed it. */
export function Proposals({ propostas, perguntas, mayEdit, onShow, onTake, onDiscard }: ProposalsProps) {
  return (
    <div className="grid gap-2">
      <h4 className="font-medium text-sm">
        {plural(propostas.length, 'proposta da IA para conferir', 'propostas da IA para conferir')}
      </h4>
      <ul aria-label="Propostas da IA" className="grid gap-2">
        {propostas.map((proposta) => {
          const codigo = perguntas[proposta.pergunta ?? -1]?.codigo ?? '';
          const name = proposta.nova?.codigo ?? codigo;
          return (
            <li key={proposta.id} className="grid gap-2 rounded-lg border border-dashed p-3 text-sm">
              <Badge variant="violeta">
                <Sparkles aria-hidden="true" />
                lido por IA: confira
              </Badge>
              <QuestionAsRead pergunta={asRead(proposta, codigo)} condition={null} />
              <div className="flex flex-wrap gap-1.5">
                {mayEdit ? (
                  <Button size="sm" aria-label={`Confirmar ${name}`} onClick={() => onTake(proposta)}>
                    <Check aria-hidden="true" />
                    Confirmar
                  </Button>
                ) : null}
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Ver ${name} no documento`}
                  onClick={() => onShow(proposta.linhas[0] ?? 0)}
                >
                  <ScanText aria-hidden="true" />
                  Ver no documento
                </Button>
                {mayEdit ? (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Descartar a proposta ${name}`}
                    onClick={() => onDiscard(proposta)}
                  >
                    <Trash2 aria-hidden="true" />
                    Descartar
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
