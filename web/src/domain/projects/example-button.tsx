import { createExemplo, createPesquisaExemplo } from '@escuta/shared/contracts/operation/projetos';
import { Grid3x3, Headphones } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';

/** Opens the company's example call, which the first click creates, free of charge, for all people of the company. */
export function ExampleButton({
  label = 'Ver uma ligação de exemplo',
  ...props
}: { label?: string } & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) {
  const navigate = useNavigate();
  const { attempt, busy } = useApiMutation(createExemplo, {
    failed: 'Não foi possível abrir o exemplo',
    onDone: ({ data }) => navigate(href(paths.analiseLigacao, { itemId: data.auditoria_item_id })),
  });
  return (
    <Button {...props} loading={busy} onClick={() => void attempt()}>
      <Headphones aria-hidden="true" />
      {label}
    </Button>
  );
}

/** Opens the map of the company's only example survey, which the first click creates without a credit. */
export function ExampleSurveyButton({
  label = 'Ver uma pesquisa de exemplo',
  ...props
}: { label?: string } & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) {
  const navigate = useNavigate();
  const { attempt, busy } = useApiMutation(createPesquisaExemplo, {
    failed: 'Não foi possível abrir o exemplo',
    onDone: ({ data }) => navigate(`${href(paths.pesquisa, { id: data.pesquisa_id })}?aba=resultados`),
  });
  return (
    <Button {...props} loading={busy} onClick={() => void attempt()}>
      <Grid3x3 aria-hidden="true" />
      {label}
    </Button>
  );
}
