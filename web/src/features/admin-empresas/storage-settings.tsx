import { type Armazenamento, getArmazenamento, setCota } from '@escuta/shared/contracts/accounts/empresas';
import { COTA_MAX_GB, GB, PERTO_DA_COTA, TIPO_BYTES_LABEL } from '@escuta/shared/domain/company-bytes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatFileSize } from '../../lib/text/format.ts';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { parseGb, showGb } from './quota-text.ts';

/** A size in words: '38 MB'; from a gigabyte upwards in GB, such as '1,5 GB'. */
const sizeOf = (bytes: number): string =>
  bytes < GB ? formatFileSize(bytes) : `${showGb(Math.round((bytes / GB) * 10) / 10)} GB`;
const typedGb = (gb: number | null): string => (gb === null ? '' : showGb(gb));

const schema = z.object({
  cota: z
    .string()
    .trim()
    .refine((text) => text === '' || (parseGb(text) ?? Number.POSITIVE_INFINITY) <= COTA_MAX_GB, {
      error: 'Informe um número de 0 a 1.000.000, como 1.000 ou 2,5.',
    })
    .transform(parseGb),
});

/** Space that a company's files take up, by kind, and its quota, which administrators change. */
export function StorageSettings({ empresaId }: { empresaId: string }) {
  const query = useQuery({
    ...apiQuery(getArmazenamento, { params: { id: empresaId } }),
    select: (answer) => answer.data,
  });
  if (!query.data) {
    return query.error ? (
      <ErrorState
        title="Erro ao buscar o armazenamento."
        error={query.error}
        fallback="Não foi possível calcular o espaço ocupado."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton className="h-72 w-full rounded-xl" />
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <StorageUse {...query.data} />
      <Card className="p-5">
        <StorageQuota empresaId={empresaId} {...query.data} />
      </Card>
    </div>
  );
}

function StorageUse({ usado, cota, tipos }: Armazenamento) {
  const part = cota === null ? null : usado / cota;
  return (
    <Card className="grid content-start gap-4 p-5">
      <div className="grid gap-2">
        <h3 className="font-semibold text-base">
          {cota === null ? `${sizeOf(usado)} ocupados` : `${sizeOf(usado)} de ${sizeOf(cota)} ocupados`}
        </h3>
        {part === null ? (
          <p className="text-muted-foreground text-sm">Esta empresa não tem limite.</p>
        ) : (
          <>
            <Progress
              value={part}
              label="Parte ocupada da cota"
              tone={part >= PERTO_DA_COTA ? 'destructive' : 'primary'}
            />
            {part >= 1 ? (
              <p className="text-destructive-text text-sm">
                A empresa atingiu a cota: a Escuta não recebe novos arquivos até haver espaço. Os aparelhos em
                campo guardam as gravações e tentam de novo.
              </p>
            ) : null}
          </>
        )}
      </div>
      {tipos.length > 0 ? (
        <dl className="grid gap-2 text-sm">
          {tipos.map(({ tipo, n, bytes }) => (
            <div key={tipo} className="flex items-baseline justify-between gap-4">
              <dt>{TIPO_BYTES_LABEL[tipo]}</dt>
              <dd className="shrink-0 text-right text-muted-foreground tabular-nums">
                {sizeOf(bytes)} · {plural(n, 'arquivo', 'arquivos')}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted-foreground text-sm">Nenhum arquivo ainda.</p>
      )}
    </Card>
  );
}

function StorageQuota({ empresaId, cota_gb, padrao_gb }: Armazenamento & { empresaId: string }) {
  const save = useApiMutation(setCota, { done: 'Cota atualizada.', failed: null });
  const api = useApiForm({
    schema,
    values: { cota: typedGb(cota_gb) },
    follow: true,
    send: ({ cota }) => save.run({ params: { id: empresaId }, body: { cota_gb: cota } }),
    after: ({ data }) => ({ cota: typedGb(data.cota_gb) }),
    failed: 'Erro ao mudar a cota',
    draft: { key: `cota:${empresaId}`, title: 'Cota de armazenamento' },
  });
  const installation = padrao_gb === 0 ? 'sem limite' : `${showGb(padrao_gb)} GB`;
  return (
    <Form api={api} footer={<FormButtons busy={api.busy} submitLabel="Salvar cota" disabled={!api.dirty} />}>
      <TextField
        {...api.field('cota')}
        label="Cota desta empresa, em GB"
        hint={`Em branco, vale a da instalação (${installation}). Com 0, a empresa não tem limite.`}
        inputMode="decimal"
        maxLength={16}
      />
    </Form>
  );
}
