import {
  confirmEmpresa,
  getLimites,
  type LimitesWire,
  updateLimites,
} from '@escuta/shared/contracts/accounts/confirmacao';
import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Schema of a typed limit. An empty field means that the installation's limit applies. */
const limit = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, { error: 'Informe um número inteiro, ou deixe em branco.' })
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .refine((n) => n === null || n <= max, { error: `Use no máximo ${formatNumber(max)}.` });

const formSchema = z.object({ convites_max: limit(100_000), compras_mes_max: limit(2_000_000_000) });

/** Limits of a company, for administrators: open invitations, and credits bought in a month. */
export default function LimitsTab({ empresa }: { empresa: EmpresaWire }) {
  const query = useQuery({
    ...apiQuery(getLimites, { params: { id: empresa.id } }),
    select: (answer) => answer.data,
  });
  const confirm = useApiMutation(confirmEmpresa, {
    done: ({ message }) => message,
    failed: 'Erro ao confirmar o e-mail',
  });
  const limits = query.data;
  if (query.isError && !limits) {
    return (
      <ErrorState
        title="Erro ao buscar os limites"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!limits) return <Skeleton className="h-72 rounded-xl" />;
  return (
    <div className="grid gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
        <div className="grid gap-1">
          <CardTitle>E-mail da empresa</CardTitle>
          <p className="text-muted-foreground text-sm">
            {limits.email_confirmado_em
              ? `Confirmado em ${formatDateTime(limits.email_confirmado_em)}.`
              : 'Ainda não confirmado. Até a confirmação, a empresa não pode convidar pessoas nem recebe os créditos de boas-vindas.'}
          </p>
        </div>
        {limits.email_confirmado_em ? null : (
          <Button loading={confirm.busy} onClick={() => void confirm.attempt({ params: { id: empresa.id } })}>
            Confirmar o e-mail
          </Button>
        )}
      </Card>
      <LimitsForm
        key={`${limits.convites.proprio}/${limits.compras.proprio}`}
        id={empresa.id}
        limits={limits}
      />
    </div>
  );
}

function LimitsForm({ id, limits }: { id: string; limits: LimitesWire }) {
  const { convites, compras } = limits;
  const update = useApiMutation(updateLimites, { done: 'Limites salvos!', failed: null });
  const api = useApiForm({
    schema: formSchema,
    values: {
      convites_max: convites.proprio?.toString() ?? '',
      compras_mes_max: compras.proprio?.toString() ?? '',
    },
    send: (body) => update.run({ params: { id }, body }),
    failed: 'Erro ao salvar os limites',
    fallback: 'Não foi possível salvar os limites.',
    draft: { key: `limites:${id}`, title: 'Limites da empresa' },
  });
  const { field } = api;
  return (
    <Card className="p-5">
      <Form
        api={api}
        footer={
          <div>
            <Button type="submit" loading={update.busy}>
              Salvar limites
            </Button>
          </div>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('convites_max')}
            label="Máximo de convites em aberto"
            hint={`Agora: ${plural(convites.abertos, 'convite aberto', 'convites abertos')} de ${formatNumber(convites.max)}. Em branco, vale 50 ou, se for maior, o número de pessoas que já aceitaram o convite.`}
            inputMode="numeric"
            maxLength={6}
          />
          <TextField
            {...field('compras_mes_max')}
            label="Créditos por mês sem aprovação"
            hint={`Neste mês: ${formatCreditos(compras.mes)} de ${formatNumber(compras.max)}. Em branco, vale o limite da instalação. Compras acima do limite viram um pedido em Pacotes de Créditos.`}
            inputMode="numeric"
            maxLength={10}
          />
        </div>
      </Form>
    </Card>
  );
}
