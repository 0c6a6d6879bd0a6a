/**
 * A dossier's files: its signed JSON, and a PDF for people, which contains the JSON and is signed over its own bytes
 * (docs/decisions/0034-signed-pages.md).
 */
import { createHash } from 'node:crypto';
import {
  ALGORITMO,
  CAMINHO_VERIFICAR,
  codeText,
  dossierCode,
  dossierFile,
} from '../../domain/exports/dossier.ts';
import { canonicalJson } from '../../domain/text/canonical-json.ts';
import { type PdfBloco, writePdf } from '../exports/pdf.ts';
import { signatureLength, signPdf } from './sign-pdf.ts';
import type { Signer } from './signing-keys.ts';
import { momentText } from './words.ts';

export type DossieFeito = {
  json: string;
  geradoEm: string;
  codigo: string;
  /** Lines about the signature, for an appendix. */
  provas: (readonly [rotulo: string, valor: string])[];
  signer: Signer;
  /** The installation's address without a final slash. */
  endereco: string | null;
};

/** Signs a dossier; returns the JSON, and the signature's words for the pages. */
export function signDossier(
  dossie: { gerado_em: string } & Record<string, unknown>,
  signer: Signer,
  endereco: string | null,
): DossieFeito {
  const texto = canonicalJson(dossie);
  const sha256 = createHash('sha256').update(texto).digest('hex');
  const valor = signer.sign(Buffer.from(texto)).toString('base64url');
  const { id, publica } = signer.chave;
  return {
    json: dossierFile({ dossie, assinatura: { algoritmo: ALGORITMO, valor }, chave: { id, publica } }),
    geradoEm: dossie.gerado_em,
    codigo: dossierCode(sha256),
    provas: [
      ['SHA-256 do JSON', sha256],
      [`Assinatura do JSON (${ALGORITMO})`, valor],
      ['Chave da instalação', id],
      ['Verificação', whereToVerify(endereco)],
    ],
    signer,
    endereco,
  };
}

const whereToVerify = (endereco: string | null): string =>
  endereco === null ? 'na página “Verificar dossiê” da instalação' : `em ${endereco}${CAMINHO_VERIFICAR}`;

export type PaginasDoDossie = {
  titulo: string;
  subtitulo: string;
  /** Blocks under the title, beside the QR code. */
  abertura: readonly PdfBloco[];
  /** Number of front pages; default: two. */
  paginas?: number;
  /** Versions of the front pages, with decreasing detail. */
  frente: readonly (readonly PdfBloco[])[];
  apendice: readonly PdfBloco[];
};

const PAGINAS_DA_FRENTE = 2;

/** A dossier's signed PDF. @throws like `writePdf` */
export async function dossierPdf(
  { titulo, subtitulo, abertura, paginas = PAGINAS_DA_FRENTE, frente, apendice }: PaginasDoDossie,
  { json, geradoEm, codigo, signer, endereco }: DossieFeito,
): Promise<Buffer> {
  const address = endereco === null ? null : `${endereco}${CAMINHO_VERIFICAR}`;
  const code = codeText(codigo);
  const note: PdfBloco = {
    tipo: 'texto',
    discreto: true,
    texto: `Gerado em ${momentText(geradoEm)}. Este PDF é assinado pela instalação da Escuta e tem em anexo o dossiê em JSON, também assinado. Qualquer mudança posterior aparece ${whereToVerify(endereco)}. A conferência é feita no navegador, sem conta e sem enviar o arquivo. Código: ${code}.`,
  };
  const laid = await writePdf({
    titulo,
    subtitulo,
    abertura,
    rodape: `${titulo} · código ${code}`,
    blocos: apendice,
    frente: { paginas, versoes: frente.map((blocos) => [...blocos, note]) },
    ...(address === null
      ? {}
      : {
          canto: {
            qr: `${address}#${codigo}`,
            linhas: ['Confira este documento em', address.replace(/^https?:\/\//, '')],
          },
        }),
    anexo: {
      nome: 'dossie.json',
      descricao: 'O dossiê em JSON, assinado',
      tipo: 'application/json',
      texto: json,
    },
    assinatura: {
      bytes: signatureLength(signer),
      em: geradoEm,
      autor: 'Escuta',
      motivo: 'Dossiê gerado por esta instalação da Escuta',
    },
  });
  return signPdf(laid, signer);
}
