import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { MailContent } from '@escuta/shared/domain/accounts/mail-layout';
import { nameForMail } from '@escuta/shared/domain/accounts/mail-names';

type MailText = { assunto: string; classe?: 'acesso' | 'convite'; conteudo: MailContent };
type Account = { email: string; empresa: string; cnpj: string };

const facts = ({ email, empresa, cnpj }: Account): NonNullable<MailContent['fatos']> => [
  ['Empresa', nameForMail(empresa)],
  ['CNPJ', formatCnpj(cnpj)],
  ['E-mail', email],
];

/** E-mail with the link for a new password. */
export function resetMail(account: Account, url: string): MailText {
  return {
    classe: 'acesso',
    assunto: `Redefinição de senha: ${nameForMail(account.empresa)}`,
    conteudo: {
      titulo: 'Redefinir a senha',
      paragrafos: [
        `Recebemos um pedido para redefinir a senha da sua conta na empresa ${nameForMail(account.empresa)}.`,
        'O link vale por 30 minutos e só pode ser usado uma vez. A senha atual continua valendo até você definir outra.',
      ],
      fatos: facts(account),
      acao: { texto: 'Definir nova senha', url },
      rodape: 'Se você não fez este pedido, ignore esta mensagem: nada muda na sua conta.',
    },
  };
}

/**
 * E-mail with the link for a first password. `quem`: name of the inviting person, if known. `soCampo`: the account
 * only conducts interviews, and the link opens the field page.
 */
export function invitationMail(
  account: Account,
  url: string,
  { quem, soCampo }: { quem: string | null; soCampo: boolean },
): MailText {
  return {
    classe: 'convite',
    assunto: `Convite: ${nameForMail(account.empresa)} na Escuta`,
    conteudo: {
      titulo: 'Convite para a Escuta',
      paragrafos: [
        quem === null
          ? `A empresa ${nameForMail(account.empresa)} convidou você para ${soCampo ? 'fazer entrevistas' : 'auditar conversas'} na Escuta.`
          : `${nameForMail(quem)} convidou você para a empresa ${nameForMail(account.empresa)} na Escuta.`,
        soCampo
          ? 'Abra o link no celular que você usa nas entrevistas e defina sua senha: os questionários aparecem em seguida. O link vale por 7 dias e só pode ser usado uma vez.'
          : 'Para entrar, defina sua senha. O link vale por 7 dias e só pode ser usado uma vez. Nas próximas vezes, entre com o CNPJ, o e-mail e a senha.',
        'Ao definir a senha, você aceita os Termos de Uso e a Política de Privacidade.',
      ],
      fatos: facts(account),
      acao: { texto: 'Aceitar o convite', url },
      rodape: 'Se você não conhece esta empresa, ignore esta mensagem: sem a senha, ninguém entra na conta.',
    },
  };
}

/** Notice that a password was set or changed. `url`: the sign-in screen. */
export function passwordChangedMail(account: Account, url: string | null): MailText {
  return {
    assunto: `Sua senha foi alterada: ${nameForMail(account.empresa)}`,
    conteudo: {
      titulo: 'Sua senha foi alterada',
      paragrafos: [
        `A senha da sua conta na empresa ${nameForMail(account.empresa)} foi alterada, e as outras sessões abertas foram encerradas.`,
        'Se não foi você, redefina a senha agora em “Esqueceu a senha?” e avise o gerente da sua empresa.',
      ],
      fatos: facts(account),
      ...(url === null ? {} : { acao: { texto: 'Entrar', url } }),
      rodape: 'Você recebe este aviso a cada troca de senha, para a segurança da sua conta.',
    },
  };
}

/**
 * Text of the welcome e-mail. `url`: the sign-in screen; `confirmar`: the link that confirms the company's e-mail, or
 * null without a mail server: this e-mail is then queued but not sent, and an administrator confirms the address.
 */
export function registrationMail(
  account: Account,
  { url, confirmar }: { url: string | null; confirmar: string | null },
): MailText {
  const welcome = welcomeMail(account, url);
  if (confirmar === null) return welcome;
  return {
    ...welcome,
    classe: 'acesso',
    conteudo: {
      ...welcome.conteudo,
      paragrafos: [
        ...welcome.conteudo.paragrafos,
        'Confirme que este e-mail é seu: sem isso, a empresa não pode convidar pessoas. O link vale por 3 dias e só pode ser usado uma vez.',
        ...(url === null ? [] : [`Para entrar na Escuta, use este endereço: ${url}`]),
      ],
      acao: { texto: 'Confirmar o e-mail', url: confirmar },
    },
  };
}

/** E-mail that repeats the link by which a company's e-mail is confirmed. */
export function confirmationMail(account: Account, url: string): MailText {
  return {
    classe: 'acesso',
    assunto: `Confirme o seu e-mail: ${nameForMail(account.empresa)}`,
    conteudo: {
      titulo: 'Confirme o seu e-mail',
      paragrafos: [
        `A empresa ${nameForMail(account.empresa)} foi cadastrada na Escuta com este e-mail. Confirme que o e-mail é seu: sem a confirmação, a empresa não pode convidar pessoas.`,
        'O link vale por 3 dias e só pode ser usado uma vez.',
      ],
      fatos: facts(account),
      acao: { texto: 'Confirmar o e-mail', url },
      rodape: 'Se você não cadastrou a empresa, ignore esta mensagem.',
    },
  };
}

/** Welcome e-mail to a person who accepted an invitation. `url`: the sign-in screen. */
export function welcomeMail(account: Account, url: string | null): MailText {
  return {
    assunto: `Boas-vindas à Escuta: ${nameForMail(account.empresa)}`,
    conteudo: {
      titulo: 'Sua conta está pronta',
      paragrafos: [
        `Sua conta na empresa ${nameForMail(account.empresa)} foi criada com este e-mail.`,
        'Para entrar, use o CNPJ da empresa, o e-mail e a senha que você definiu.',
      ],
      fatos: facts(account),
      ...(url === null ? {} : { acao: { texto: 'Entrar na Escuta', url } }),
      rodape: 'Se você não criou esta conta, avise o administrador da instalação ou ignore a mensagem.',
    },
  };
}

export function accountDeletedMail(account: Account): MailText {
  return {
    assunto: `Sua conta foi excluída: ${nameForMail(account.empresa)}`,
    conteudo: {
      titulo: 'Sua conta foi excluída',
      paragrafos: [
        `A seu pedido, a sua conta na empresa ${nameForMail(account.empresa)} foi excluída e as sessões abertas foram encerradas.`,
        'Se não foi você, avise o gerente da sua empresa.',
      ],
      fatos: facts(account),
      rodape: 'Esta é a última mensagem sobre esta conta.',
    },
  };
}
