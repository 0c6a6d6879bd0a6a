import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  ALGORITMO,
  DOSSIE_FORMATO,
  DOSSIE_VERSAO,
  dossierFile,
  readDossier,
} from '../../domain/exports/dossier.ts';
import { canonicalJson } from '../../domain/text/canonical-json.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publica = publicKey.export({ format: 'jwk' }).x as string;
const dossie = {
  formato: DOSSIE_FORMATO,
  versao: DOSSIE_VERSAO,
  gerado_em: '2026-11-28T12:00:00.000Z',
  ligacao: {
    id: 'a',
    numero: null,
    nome: null,
    inicio: null,
    projeto: { nome: 'p' },
    empresa: { nome: 'e' },
  },
  gravacao: { sha256: null },
};
const fileWith = (valor: string, chave = publica) =>
  dossierFile({ assinatura: { algoritmo: ALGORITMO, valor }, chave: { id: 'k', publica: chave }, dossie });

it('reads a file as it was written', () => {
  const valor = sign(null, Buffer.from(canonicalJson(dossie)), privateKey).toString('base64url');
  expect(readDossier(fileWith(valor))?.signed.assinatura.valor).toBe(valor);
});

it('takes no other text that means the same bytes: one changed letter of the signature or of the key shows', () => {
  for (let n = 0; n < 20; n += 1) {
    const valor = sign(null, Buffer.from(`${n}`), privateKey).toString('base64url');
    const twin = (text: string) => {
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      return `${text.slice(0, -1)}${letters[letters.indexOf(text.at(-1) as string) + 1]}`;
    };
    expect(Buffer.from(twin(valor), 'base64url')).toEqual(Buffer.from(valor, 'base64url'));
    expect(readDossier(fileWith(valor))).not.toBeNull();
    expect(readDossier(fileWith(twin(valor)))).toBeNull();
    expect(readDossier(fileWith(valor, twin(publica)))).toBeNull();
  }
});
