import type { ProtocoloWire } from '@escuta/shared/contracts/insights/modelos';
import { z } from 'zod';

/** Form value of a capability that is not declared and is therefore guessed from the model's name. */
export const PELO_NOME = 'nome';
const yesNo = z.enum([PELO_NOME, 'sim', 'nao']);
type YesNo = z.infer<typeof yesNo>;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^\d{1,9}$/u.test(text) && Number(text) >= min && Number(text) <= max),
      {
        error: `Informe um número inteiro de ${min} a ${max.toLocaleString('pt-BR')}, ou deixe em branco.`,
      },
    );

/** Declared capabilities of a model, as form values. */
export const protocolShape = {
  proprio: z.boolean(),
  simultaneas: wholeNumber(1, 500),
  tempos: yesNo,
  idioma: yesNo,
  trechoMaximoS: wholeNumber(5, 7200),
  saida: z.enum([PELO_NOME, 'json_schema', 'json_object', 'texto']),
  limites: z.boolean(),
  contexto: wholeNumber(512, 100_000_000),
  raciocinio: yesNo,
  /** Field values that the server reported, as JSON ('' for none). While unchanged, they count as the server's. */
  informado: z.string(),
};
export type ProtocolForm = z.infer<z.ZodObject<typeof protocolShape>>;

const told = (value: boolean | undefined): YesNo => (value === undefined ? PELO_NOME : value ? 'sim' : 'nao');
const typed = (value: number | undefined) => value?.toString() ?? '';

/** Form values of declared capabilities; null gives a form without declared capabilities. */
export function protocolFields(protocolo: ProtocoloWire | null): ProtocolForm {
  const fields = {
    proprio: protocolo?.proprio ?? false,
    simultaneas: typed(protocolo?.simultaneas),
    tempos: told(protocolo?.tempos),
    idioma: told(protocolo?.idioma),
    trechoMaximoS: typed(protocolo?.trechoMaximoS),
    saida: protocolo?.saida ?? (PELO_NOME as ProtocolForm['saida']),
    limites: protocolo?.limites ?? false,
    contexto: typed(protocolo?.contexto),
    raciocinio: told(protocolo?.raciocinio),
  };
  return { ...fields, informado: protocolo?.origem === 'servidor' ? JSON.stringify(fields) : '' };
}

const NAMES = Object.keys(protocolFields(null)).filter(
  (name) => name !== 'informado',
) as (keyof ProtocolForm)[];
/** The capability fields as JSON, in the same order as in `informado`, for a comparison. */
const held = (form: ProtocolForm) =>
  JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, form[name]])));

const answer = (value: YesNo) => (value === PELO_NOME ? undefined : value === 'sim');
const number = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** The capabilities declared in the form that apply to `finalidade`; null if none is declared. */
export function protocolOf(form: ProtocolForm, finalidade: 'transcricao' | 'texto'): ProtocoloWire | null {
  const forAll = { proprio: form.proprio || undefined, simultaneas: number(form.simultaneas) };
  const own =
    finalidade === 'transcricao'
      ? {
          tempos: answer(form.tempos),
          idioma: answer(form.idioma),
          trechoMaximoS: number(form.trechoMaximoS),
        }
      : {
          saida: form.saida === PELO_NOME ? undefined : form.saida,
          limites: form.limites || undefined,
          contexto: number(form.contexto),
          raciocinio: answer(form.raciocinio),
        };
  const said = Object.entries({ ...forAll, ...own }).filter(([, value]) => value !== undefined);
  if (said.length === 0) return null;
  const origem = form.informado === held(form) ? ('servidor' as const) : ('formulario' as const);
  return { origem, ...Object.fromEntries(said) };
}
