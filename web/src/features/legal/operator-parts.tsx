/** Names this installation's operator in the legal texts. */
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { Operador } from '../../lib/network/operador.ts';

type Identity = Pick<Operador, 'nome' | 'cnpj' | 'endereco'>;

/** The operator's identity as part of a sentence: 'Nome, CNPJ 00…, com endereço em …'. */
export function identity({ nome, cnpj, endereco }: Identity): string {
  return [
    nome,
    cnpj ? `inscrita no CNPJ sob o nº ${formatCnpj(cnpj)}` : null,
    endereco ? `com endereço em ${endereco}` : null,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The operator's identity as a sentence; adds no second stop after a name such as 'Ltda.' */
export const identitySentence = (operador: Identity): string => `${identity(operador).replace(/\.$/, '')}.`;

/** The operator's contacts; if none is published, explains where to ask. */
export function Contacts({ operador }: { operador: Operador }) {
  const { email, telefone } = operador;
  if (!email && !telefone) {
    return <p>O contato é o canal indicado no contrato da sua empresa ou a tela Suporte da plataforma.</p>;
  }
  return (
    <ul>
      {email ? (
        <li>
          E-mail: <a href={`mailto:${email}`}>{email}</a>
        </li>
      ) : null}
      {telefone ? <li>Telefone: {telefone}</li> : null}
    </ul>
  );
}

/** The data protection officer (LGPD, art. 41). */
export function Officer({ operador }: { operador: Operador }) {
  const { nome, email } = operador.encarregado;
  return (
    <p>
      Encarregado pelo tratamento de dados pessoais (art. 41):{' '}
      <strong className="font-semibold">{nome ?? `Encarregado de dados de ${operador.nome}`}</strong>
      {email ? (
        <>
          , <a href={`mailto:${email}`}>{email}</a>
        </>
      ) : null}
      .
    </p>
  );
}
