import type { BodyIn } from '@escuta/shared/contracts/contract';
import type { createModelo, ModeloWire, updateModelo } from '@escuta/shared/contracts/insights/modelos';
import { z } from 'zod';
import { DIA_INVALIDO, isTypedDate } from '../../lib/text/masks.ts';
import { protocolFields, protocolOf, protocolShape } from './protocol-values.ts';

export type Alvo = { provedor: 'openai' | 'anthropic'; modelo: string };

/** Value of the provider field if there is no second model. */
const NENHUM = 'nenhum';
const provedor = z.enum(['openai', 'anthropic']);
const outro = z.enum([NENHUM, 'openai', 'anthropic']);

/** Schema of the form for a label. The successor and the alternative have two fields each: provider and model. */
export const modeloForm = z
  .object({
    rotulo: z
      .string()
      .trim()
      .min(1, { error: 'Informe o rótulo.' })
      .max(100)
      .regex(/^[\w.:/-]*$/, { error: 'Use letras, números e os sinais . - _ : /' }),
    finalidade: z.enum(['transcricao', 'texto']),
    provedor,
    modelo: z.string().trim().min(1, { error: 'Informe o modelo.' }).max(200),
    ativo: z.boolean(),
    sucessorProvedor: outro,
    sucessorModelo: z.string().trim().max(200),
    alternativaProvedor: outro,
    alternativaModelo: z.string().trim().max(200),
    desativadoEm: z.string().refine((day) => day === '' || isTypedDate(day), { error: DIA_INVALIDO }),
    ...protocolShape,
  })
  .refine((form) => form.sucessorProvedor === NENHUM || form.sucessorModelo !== '', {
    path: ['sucessorModelo'],
    error: 'Informe o modelo do sucessor.',
  })
  .refine((form) => form.alternativaProvedor === NENHUM || form.alternativaModelo !== '', {
    path: ['alternativaModelo'],
    error: 'Informe o modelo da alternativa.',
  });
export type ModeloForm = z.infer<typeof modeloForm>;

/** Initial values of the form. The end date that the provider states is shown beside the field, not in it. */
export function formOf(modelo: ModeloWire | null): ModeloForm {
  return {
    rotulo: modelo?.rotulo ?? '',
    finalidade: modelo?.finalidade ?? 'texto',
    provedor: modelo?.provedor ?? 'openai',
    modelo: modelo?.modelo ?? '',
    ativo: modelo?.ativo ?? true,
    sucessorProvedor: modelo?.sucessor?.provedor ?? NENHUM,
    sucessorModelo: modelo?.sucessor?.modelo ?? '',
    alternativaProvedor: modelo?.alternativa?.provedor ?? NENHUM,
    alternativaModelo: modelo?.alternativa?.modelo ?? '',
    desativadoEm: modelo?.origemDesativacao === 'catalogo' ? (modelo.desativadoEm ?? '') : '',
    ...protocolFields(modelo?.protocolo ?? null),
  };
}

const alvoOf = (provider: ModeloForm['sucessorProvedor'], modelo: string): Alvo | null =>
  provider === NENHUM ? null : { provedor: provider, modelo };

/** Body of the request that creates a label, from the form's values. */
export function bodyOf(form: ModeloForm): BodyIn<typeof createModelo> {
  return {
    rotulo: form.rotulo,
    finalidade: form.finalidade,
    provedor: form.provedor,
    modelo: form.modelo,
    ativo: form.ativo,
    sucessor: alvoOf(form.sucessorProvedor, form.sucessorModelo),
    alternativa: alvoOf(form.alternativaProvedor, form.alternativaModelo),
    desativadoEm: form.desativadoEm || null,
    protocolo: protocolOf(form, form.finalidade),
  };
}

/**
 * Body of a change: only changed fields, so that other people's changes stay. If the model changes, all declared
 * capabilities are sent, because the API drops the capabilities of the previous model.
 */
export function patchOf(before: ModeloForm, after: ModeloForm): BodyIn<typeof updateModelo> {
  const [old, now] = [bodyOf(before), bodyOf(after)];
  const fields = [
    'provedor',
    'modelo',
    'ativo',
    'sucessor',
    'alternativa',
    'desativadoEm',
    'protocolo',
  ] as const;
  const another = old.provedor !== now.provedor || old.modelo !== now.modelo;
  const said = (field: (typeof fields)[number]) =>
    field === 'protocolo' && another && now.protocolo !== null
      ? true
      : JSON.stringify(old[field]) !== JSON.stringify(now[field]);
  return Object.fromEntries(fields.filter(said).map((field) => [field, now[field]]));
}
