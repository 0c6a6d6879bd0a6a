import { listPreferencias, savePreferencia } from '@escuta/shared/contracts/accounts/preferencias';
import {
  AVISOS,
  type Aviso,
  CANAIS_AVISO,
  type CanalAviso,
  canaisDaPessoa,
  canaisPadrao,
  TIPOS_AVISO,
} from '@escuta/shared/domain/accounts/notices';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { AvisosEscolhidos } from '@escuta/shared/domain/accounts/preferences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { AVISO_WORDS, CANAL_LABEL } from '../../domain/notices/words.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiQuery, queryKey } from '../../lib/network/query.ts';
import { isPapel, useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

const can = (aviso: Aviso, canal: CanalAviso): boolean =>
  (AVISOS[aviso] as readonly CanalAviso[]).includes(canal);

/** 'Avisos': channels of each kind of notice. A change is saved at once. */
export function Notices() {
  const session = useRequiredSession();
  const papel = isPapel(session.papel) ? session.papel : 'usuario';
  const query = useQuery({ ...apiQuery(listPreferencias), select: (answer) => answer.data });
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isThere = query.data !== undefined;
  // Scrolls to this section for links in e-mails, whose address ends in '#avisos'.
  useEffect(() => {
    if (hash === '#avisos' && isThere) card.current?.scrollIntoView({ block: 'start' });
  }, [hash, isThere]);
  return (
    <Card id="avisos" ref={card} className="scroll-mt-20">
      <CardHeader>
        <CardTitle>Avisos</CardTitle>
        <CardDescription>
          Marque como receber cada aviso: na Escuta, por e-mail ou dos dois modos. Se nada estiver marcado na
          linha, você não recebe o aviso.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        {query.data ? (
          <Choice papel={papel} chosen={query.data.avisos} />
        ) : query.isError ? (
          <ErrorState
            className="py-6"
            title="Erro ao buscar os seus avisos"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton className="h-72" aria-busy="true" />
        )}
      </CardContent>
    </Card>
  );
}

function Choice({ papel, chosen }: { papel: Papel; chosen: unknown }) {
  const client = useQueryClient();
  const id = useId();
  const save = useApiMutation(savePreferencia, {
    failed: 'Erro ao salvar os avisos',
    onDone: (answer) => client.setQueryData(queryKey(listPreferencias, {}), answer),
  });
  // The choice to show: the saved one, changed by the presses that are still being saved.
  const shown = canaisDaPessoa(
    papel,
    save.running.reduce<unknown>(
      (before, { body: { valor } }) => valor && { ...(before as object | undefined), ...valor },
      chosen,
    ),
  );
  const keep = (valor: AvisosEscolhidos | null) =>
    void save.attempt({ params: { chave: 'avisos' }, body: { valor } });
  // Sends only the changed kind of notice, so that an e-mail that the person stopped elsewhere stays stopped.
  const toggle = (aviso: Aviso, canal: CanalAviso, on: boolean) =>
    keep({ [aviso]: CANAIS_AVISO.filter((one) => (one === canal ? on : shown[aviso].includes(one))) });
  const isDefault = JSON.stringify(shown) === JSON.stringify(canaisDaPessoa(papel, canaisPadrao(papel)));
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <thead className="max-sm:sr-only">
          <tr className="border-b text-left text-muted-foreground text-xs">
            <th scope="col" className="py-2 font-medium">
              Aviso
            </th>
            {CANAIS_AVISO.map((canal) => (
              <th key={canal} scope="col" className="w-36 px-2 py-2 text-center font-medium">
                {CANAL_LABEL[canal]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {TIPOS_AVISO.map((aviso) => (
            <tr key={aviso} className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:py-2.5">
              <th scope="row" className="py-2.5 text-left font-normal max-sm:w-full max-sm:py-0.5">
                <span className="font-medium">{AVISO_WORDS[aviso].label}</span>
                <span className="block text-muted-foreground text-xs">{AVISO_WORDS[aviso].hint}</span>
              </th>
              {CANAIS_AVISO.map((canal) => (
                <td
                  key={canal}
                  className={
                    can(aviso, canal) ? 'sm:px-2 sm:py-2.5 sm:text-center' : 'max-sm:hidden sm:text-center'
                  }
                >
                  {can(aviso, canal) ? (
                    <label
                      htmlFor={`${id}-${aviso}-${canal}`}
                      className="inline-flex items-center gap-2 max-sm:min-h-11"
                    >
                      <Checkbox
                        id={`${id}-${aviso}-${canal}`}
                        aria-label={`${AVISO_WORDS[aviso].label}: ${CANAL_LABEL[canal].toLowerCase()}`}
                        checked={shown[aviso].includes(canal)}
                        onCheckedChange={(on) => toggle(aviso, canal, on === true)}
                      />
                      <span className="text-xs sm:hidden" aria-hidden="true">
                        {CANAL_LABEL[canal]}
                      </span>
                    </label>
                  ) : (
                    <span aria-hidden="true" className="text-muted-foreground">
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
        <p className="min-w-0 text-muted-foreground text-xs">
          O resumo é enviado às segundas-feiras, às 8h, em um só e-mail. Sobre um mesmo assunto, você recebe
          no máximo um e-mail por hora.
        </p>
        <Button variant="outline" size="sm" inactive={isDefault} onClick={() => keep(null)}>
          Voltar ao padrão
        </Button>
      </div>
    </>
  );
}
