import type { ExtracaoPergunta } from './extraction.ts';

const NADA: { sentencas: number[]; citacao: string } = { sentencas: [], citacao: '' };

export type Achado = {
  leitura?: Partial<ExtracaoPergunta['leitura']>;
  conducao?: Partial<ExtracaoPergunta['conducao']>;
  resposta?: Partial<ExtracaoPergunta['resposta']>;
  sentimento?: number;
};

/** An answer of the extraction (call A), for fakes of the model. */
export function madeExtraction(
  id: string,
  { leitura, conducao, resposta, sentimento = 0 }: Achado = {},
): ExtracaoPergunta {
  return {
    id,
    leitura: {
      codigo: 'nao_feita',
      ...NADA,
      faltou: [],
      acrescentou: [],
      muda_sentido: leitura?.codigo === 'maior',
      ...leitura,
    },
    conducao: { codigo: 'neutra', tipo: 'nenhum', ...NADA, ...conducao },
    resposta: { codigo: 'ausente', ...NADA, valor_final: [], mudou: false, ...resposta },
    sentimento,
    confianca: 0.9,
  };
}
