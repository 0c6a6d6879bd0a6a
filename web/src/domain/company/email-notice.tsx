import { getConfirmacao, resendConfirmacao } from '@escuta/shared/contracts/accounts/confirmacao';
import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * Notice for people who may invite that the company's e-mail is not confirmed, with a button that sends the
 * confirmation link again. Renders nothing if the e-mail is confirmed.
 */
export default function EmailNotice() {
  const may = useCan()('user', 'create');
  const { data } = useQuery({
    ...apiQuery(getConfirmacao),
    enabled: may,
    select: (answer) => answer.data,
  });
  const again = useApiMutation(resendConfirmacao, {
    done: ({ message }) => message,
    failed: 'Erro ao enviar o link',
  });
  if (!may || !data || data.confirmado) return null;
  return (
    <Notice icon={<MailWarning aria-hidden="true" />} className="rounded-xl border p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-72">
          <strong className="font-semibold">Confirme o e-mail da empresa.</strong>{' '}
          {data.por_email ? (
            <>
              Abra o link que enviamos para <span className="break-words">{data.email}</span>. Até lá, a
              empresa não pode convidar pessoas.
            </>
          ) : (
            'Peça ao administrador da instalação que confirme o e-mail. Até lá, a empresa não pode convidar pessoas.'
          )}
        </p>
        {data.por_email ? (
          <Button variant="outline" size="sm" loading={again.busy} onClick={() => void again.attempt()}>
            Enviar link de novo
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}
