import {
  capabilitySource,
  getChatCapabilities,
  getTranscriptionCapabilities,
  type ProtocoloDeclarado,
  slotsOf,
} from '@escuta/shared/domain/runs/model-capabilities';

/** Describes a model's inputs and outputs for an administrator, with the source of the information. */
export function describeCapabilities(
  finalidade: 'transcricao' | 'texto',
  modelo: string,
  protocolo?: ProtocoloDeclarado | null,
): string[] {
  return [
    ...takenAndGiven(finalidade, modelo, protocolo),
    ...ownServer(protocolo),
    {
      declarado: protocolo?.origem === 'servidor' ? 'Informado pelo servidor' : 'Informado aqui',
      conhecido: 'Conhecido pelo nome do modelo',
      suposto: protocolo
        ? 'Suposto em parte: o nome do modelo é desconhecido'
        : 'Suposto: o nome do modelo é desconhecido, e nada foi informado',
    }[capabilitySource(finalidade, modelo, protocolo)],
  ];
}

function ownServer(protocolo: ProtocoloDeclarado | null | undefined): string[] {
  const slots = slotsOf(protocolo);
  return [
    ...(protocolo?.proprio ? ['Servidor próprio'] : []),
    ...(slots === null ? [] : [slots === 1 ? 'Um pedido por vez' : `${slots} pedidos por vez`]),
  ];
}

const INTEIRO = new Intl.NumberFormat('pt-BR');

function takenAndGiven(
  finalidade: 'transcricao' | 'texto',
  modelo: string,
  protocolo: ProtocoloDeclarado | null | undefined,
): string[] {
  if (finalidade === 'transcricao') {
    const model = getTranscriptionCapabilities(modelo, protocolo);
    return [
      model.temposPorSegmento ? 'Informa tempos por segmento' : 'Só texto: as falas são enviadas uma a uma',
      ...(model.diarizacao ? ['Separa as vozes de gravações de um só canal'] : []),
      model.confianca === null ? 'Não informa confiança' : 'Informa confiança',
      model.idioma === null ? 'Não aceita dica de idioma' : 'Aceita dica de idioma',
      model.prompt ? 'Aceita contexto' : 'Não aceita contexto',
      model.temperatura ? 'Aceita temperatura' : 'Não aceita temperatura',
      ...(model.duracaoMaximaMs === null
        ? []
        : [`Trechos de até ${INTEIRO.format(model.duracaoMaximaMs / 1000)} s`]),
    ];
  }
  const model = getChatCapabilities(modelo, protocolo);
  return [
    model.temperaturaMaxima === null
      ? 'Não aceita temperatura'
      : `Aceita temperatura até ${model.temperaturaMaxima}`,
    {
      json_schema: 'Responde em JSON com esquema',
      json_object: 'Responde em JSON, sem esquema',
      texto: 'O esquema vai no texto do pedido',
    }[model.saida],
    ...(protocolo?.limites ? ['Aceita limites no esquema'] : []),
    ...(model.raciocinio ? ['Raciocina antes de responder'] : []),
    ...(protocolo?.contexto ? [`Contexto de ${INTEIRO.format(protocolo.contexto)} tokens`] : []),
  ];
}

/** Notice period before a model's shutdown, days. */
export const AVISO_DESATIVACAO_DIAS = 90;

const DAY_MS = 86_400_000;
const formatDay = (iso: string) => iso.split('-').reverse().join('/');

/** Notice of a model's shutdown; null if distant or unknown. `fim`: first day without the model, yyyy-MM-dd. */
export function shutdownNotice(
  fim: string | null,
  context: { now: Date; sucessor: string | null },
): string | null {
  if (fim === null) return null;
  const days = Math.ceil((Date.parse(`${fim}T00:00:00Z`) - context.now.getTime()) / DAY_MS);
  if (days > AVISO_DESATIVACAO_DIAS) return null;
  const next = context.sucessor
    ? ` Depois, a Escuta usa ${context.sucessor}.`
    : ' Defina um sucessor: sem ele, os processamentos com este modelo falharão.';
  if (days > 0) {
    const left = days === 1 ? 'falta 1 dia' : `faltam ${days} dias`;
    return `O fabricante desativa este modelo em ${formatDay(fim)} (${left}).${next}`;
  }
  return context.sucessor
    ? `Desativado pelo fabricante em ${formatDay(fim)}; a Escuta usa ${context.sucessor}.`
    : `Desativado pelo fabricante em ${formatDay(fim)}, e não há sucessor definido.`;
}
