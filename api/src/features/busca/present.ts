import type { ConversaAchada } from '@escuta/shared/contracts/calls/busca';
import {
  type Achado,
  type Consulta,
  chooseExcerpts,
  placesFound,
  type Radicais,
  type TrechoEscolhido,
} from '@escuta/shared/domain/filters/search-query';
import { wordsOf } from '@escuta/shared/domain/filters/search-words';
import type { Frase } from '@escuta/shared/services/calls/sentences';
import type { LadoDescrito } from './repo.ts';

/** Offset between the positions of successive blocks, above PostgreSQL's largest position (16,383). */
const BLOCO = 100_000;

export type LadoEscolhido = { lado: LadoDescrito; escolhidos: (TrechoEscolhido & { ordem: number })[] };

export function chosenOf(lado: LadoDescrito, consulta: Consulta, radicais: Radicais): LadoEscolhido {
  const achados: Achado[] = [];
  const marcos: number[] = [];
  const ordens: number[] = [];
  for (const [index, bloco] of lado.blocos.entries()) {
    for (const one of placesFound(consulta, radicais, bloco.lugares ?? {}))
      achados.push({ ...one, posicao: one.posicao + index * BLOCO });
    for (const marco of bloco.marcos) marcos.push(marco + index * BLOCO);
    for (const ordem of bloco.ordens) ordens.push(ordem);
  }
  const escolhidos = chooseExcerpts(achados, marcos).flatMap((one) => {
    const ordem = ordens[one.frase];
    return ordem === undefined ? [] : [{ ...one, ordem }];
  });
  return { lado, escolhidos };
}

/** Shapes a side for the API's answer; null if its words were deleted meanwhile. */
export function presentSide(
  { lado, escolhidos }: LadoEscolhido,
  frases: ReadonlyMap<string, Frase>,
): ConversaAchada | null {
  const trechos = escolhidos.flatMap(({ ordem, palavras }) => {
    const frase = frases.get(sentenceKey(lado.execucao_id, ordem));
    if (!frase) return [];
    const words = wordsOf(frase.texto);
    const marcas = palavras.flatMap((at): [number, number][] => {
      const word = words[at];
      return word ? [[word.de, word.ate]] : [];
    });
    return [{ texto: frase.texto, marcas, ordem, startMs: frase.start_ms, endMs: frase.end_ms }];
  });
  if (trechos.length === 0) return null;
  return {
    item_id: lado.item_id,
    tipo_item: lado.tipo_item as ConversaAchada['tipo_item'],
    projeto: { id: lado.projeto_id, nome: lado.projeto_nome },
    papel: lado.papel,
    agente: lado.agente_id === null ? null : { id: lado.agente_id, nome: lado.agente_nome ?? '' },
    nome_entrevistado: lado.nome_entrevistado,
    numero_destino: lado.numero_destino,
    ramal: lado.ramal,
    quando: lado.quando.toISOString(),
    inicio_precisao: lado.inicio_precisao,
    duracao_s: lado.call_duration,
    nota: lado.nota,
    sentimento: lado.sentimento,
    gravacao: lado.gravacao,
    trechos,
  };
}

export const sentenceKey = (execucaoId: string, ordem: number) => `${execucaoId} ${ordem}`;
