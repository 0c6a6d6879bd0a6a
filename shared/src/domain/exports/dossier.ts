/** A result's signed dossier (docs/decisions/0034-signed-pages.md): canonical JSON, signature, and key. */
import { z } from 'zod';
import { canonicalJson } from '../text/canonical-json.ts';

/** An interview's dossier shows the respondent's initials and quotes, or also name, phone and transcript. */
export const IDENTIFICACOES_DOSSIE = ['iniciais', 'completa'] as const;
export type IdentificacaoDossie = (typeof IDENTIFICACOES_DOSSIE)[number];

export const FORMATOS_DOSSIE = ['json', 'csv', 'xlsx', 'pdf'] as const;
export type FormatoDossie = (typeof FORMATOS_DOSSIE)[number];
export const DOSSIE_FORMATO = 'escuta.dossie';
export const DOSSIE_VERSAO = 1;
/** Paths of the published keys and of the verification page. */
export const CAMINHO_CHAVES = '/.well-known/escuta-chaves';
export const CAMINHO_VERIFICAR = '/verificar';
export const ALGORITMO = 'Ed25519';

/** Ed25519 key (32 bytes) and signature (64 bytes) in base64url (RFC 4648, §3.5); the unused last bits are 0. */
const chavePublica = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/);
const assinatura = z.string().regex(/^[\w-]{85}[AQgw]$/);
const envelope = z.strictObject({
  assinatura: z.strictObject({ algoritmo: z.literal(ALGORITMO), valor: assinatura }),
  chave: z.strictObject({ id: z.string().max(64), publica: chavePublica }),
  dossie: z.looseObject({
    formato: z.literal(DOSSIE_FORMATO),
    versao: z.literal(DOSSIE_VERSAO),
    gerado_em: z.string(),
    ligacao: z.looseObject({
      id: z.string(),
      numero: z.string().nullable(),
      nome: z.string().nullable(),
      inicio: z.string().nullable(),
      projeto: z.looseObject({ nome: z.string() }),
      empresa: z.looseObject({ nome: z.string() }),
    }),
    gravacao: z.looseObject({ sha256: z.string().nullable() }).nullable(),
  }),
});
export type DossieAssinado = z.output<typeof envelope>;

export const chavesPublicadas = z.object({
  chaves: z.array(
    z.object({ id: z.string(), algoritmo: z.string(), publica: z.string(), criada_em: z.string() }),
  ),
});

/** A dossier's code on paper: 20 digits of its JSON's SHA-256, which reveal no content. */
export const dossierCode = (sha256: string): string => sha256.slice(0, 20);
/** Formats a code in groups of four, such as '3F2A 91BC 00AA 11BB 22CC'. */
export const codeText = (code: string): string => (code.toUpperCase().match(/.{1,4}/g) ?? []).join(' ');

/** Largest file to verify, characters. */
export const DOSSIE_MAX = 50_000_000;

/** Writes a dossier's file in canonical JSON, so that any changed byte is detected. */
export const dossierFile = (signed: { assinatura: object; chave: object; dossie: object }): string =>
  canonicalJson(signed);

/** Reads a dossier's file; null for other text, or JSON that is not canonical because somebody changed it. */
export function readDossier(text: string): { signed: DossieAssinado; texto: string } | null {
  if (text.length > DOSSIE_MAX) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const signed = envelope.safeParse(value).data;
  if (!signed || canonicalJson(value) !== text) return null;
  return { signed, texto: canonicalJson((value as { dossie: unknown }).dossie) };
}
