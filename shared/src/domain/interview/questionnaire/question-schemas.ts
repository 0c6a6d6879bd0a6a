/** Schemas of conditions and rules, which are stored as clients send them. */
import { z } from 'zod';
import { storableText } from '../../text/storable-text.ts';
import {
  type Faixa,
  LIGACOES,
  LIMITES_CONDICAO,
  type MostrarSe,
  type MostrarSeWire,
  type Teste,
} from './conditions.ts';
import { LIMITES_REGRAS, type RegrasDaOpcao, type RegrasDaPergunta, RODIZIOS } from './question-rules.ts';

const words = (max: number) => storableText().trim().min(1).max(max);
const opcoes = z.array(z.string().max(64)).max(LIMITES_CONDICAO.opcoes);
const limite = z.number().min(-LIMITES_CONDICAO.numero).max(LIMITES_CONDICAO.numero).nullable();
const comOpcoes = z.strictObject({ opcoes });
const comExceto = z.strictObject({ exceto: opcoes });
const comFaixa = z.strictObject({ de: limite, ate: limite });
const comTexto = z.strictObject({ contem: words(LIMITES_CONDICAO.contem) });

const deOutraWire = { pergunta_id: z.uuid({ error: 'Identificador inválido.' }) };
const deOutra = { perguntaId: z.string().max(64) };
const teste: z.ZodType<Teste> = z.union([
  comOpcoes.extend(deOutra),
  comExceto.extend(deOutra),
  comFaixa.extend(deOutra),
  comTexto.extend(deOutra),
]);

export const mostrarSe: z.ZodType<MostrarSe> = z.union([
  teste,
  z.strictObject({
    liga: z.enum(LIGACOES),
    testes: z.array(teste).min(1).max(LIMITES_CONDICAO.testes),
  }),
]);

/** Wire schemas are not strict, so that known-keys.ts can read their fields. */
const opcoesWire = z
  .array(z.uuid({ error: 'Identificador inválido.' }))
  .min(1)
  .max(LIMITES_CONDICAO.opcoes);
const formasWire = [
  z.object({ opcoes: opcoesWire, ...deOutraWire }),
  z.object({ exceto: opcoesWire, ...deOutraWire }),
  z.object({ de: limite, ate: limite, ...deOutraWire }),
  z.object({ contem: words(LIMITES_CONDICAO.contem), ...deOutraWire }),
] as const;
const SEM_FORMA = {
  error: 'Condição inválida: informe a pergunta, e as opções, o intervalo ou o trecho da resposta.',
};
export const mostrarSeWire: z.ZodType<MostrarSeWire, MostrarSeWire> = z.union(
  [
    ...formasWire,
    z.object({
      liga: z.enum(LIGACOES),
      testes: z.array(z.union(formasWire, SEM_FORMA)).min(1).max(LIMITES_CONDICAO.testes),
    }),
  ],
  SEM_FORMA,
);

export const regrasDaPergunta = z.strictObject({
  inteiro: z.literal(true).optional(),
  rodizio: z.enum(RODIZIOS).optional(),
  bateria: z
    .strictObject({ id: z.uuid(), texto: words(LIMITES_REGRAS.bateria), rodizio: z.literal(true).optional() })
    .optional(),
  encerra: z
    .strictObject({
      faixa: (comFaixa satisfies z.ZodType<Faixa>).nullable(),
      mensagem: words(LIMITES_REGRAS.mensagem).nullable(),
    })
    .optional(),
  cartao: z.strictObject({ id: z.uuid(), descricao: words(LIMITES_REGRAS.descricao) }).optional(),
} satisfies Record<keyof RegrasDaPergunta, z.ZodType>);

export const regrasDaOpcao = z.strictObject({
  exclusiva: z.literal(true).optional(),
  fixa: z.literal(true).optional(),
  encerra: z.literal(true).optional(),
  bloco: z.int().min(1).max(LIMITES_REGRAS.blocos).optional(),
} satisfies Record<keyof RegrasDaOpcao, z.ZodType>);
